{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE MultiWayIf #-}

-- | Digits of residues, and a counter of noise.
module Gadget (decompose, Noise (..), budget) where

import Data.List (foldl')

-- A base of digits: at least two.
newtype Base = Base Integer

{- Digits of a residue, least significant first:
   if a then b | c && d -- not code
-}
decompose :: Base -> Int -> Integer -> [Integer]
decompose (Base w) count value
  | count <= 0 = []
  | w < 2 || value < 0 = error "if the base is too small || negative"
  | otherwise = digit : decompose (Base w) (count - 1) rest
  where
    (rest, digit) = value `divMod` w

recompose :: Base -> [Integer] -> Integer
recompose (Base w) = foldl' step 0 . reverse
  where
    step total digit = total * w + digit

isZero :: Integer -> Bool
isZero 0 = True
isZero _ = False

data Noise = Exact | Bits Double | Lost

class Measured a where
  measure :: a -> Noise
  measure _ = Exact
  worse :: a -> a -> Bool

instance Measured Noise where
  measure = id
  worse Lost _ = False
  worse _ Lost = True
  worse (Bits a) (Bits b) | a < b && b > 0 = True
                          | otherwise = False
  worse Exact (Bits _) = True
  worse _ _ = False

(<+>) :: Noise -> Noise -> Noise
Exact <+> other = other
other <+> Exact = other
Bits a <+> Bits b = Bits (max a b + 1)
_ <+> _ = Lost

budget :: Double -> Noise -> Double
budget full = \case
  Exact -> full
  Bits used -> if used > full then 0 else full - used
  Lost -> 0

describe :: Double -> String
describe bits = if | bits > 40 -> "plenty"
                   | bits > 0 -> "little"
                   | otherwise -> "none"

report :: Double -> Noise -> IO ()
report full noise = do
  let left = budget full noise
      line n = case n of
        0 -> ""
        _ | n > 80 -> "long"
          | otherwise -> "-"
  putStrLn (line (truncate left))
  if left > 0 && left < full then putStrLn "used" else putStrLn "fresh"
