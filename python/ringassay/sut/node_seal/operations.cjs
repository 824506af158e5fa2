// The operations of node-seal (SEAL as WebAssembly), one after another, for ringassay.sut.node_seal.
//
//     node operations.cjs FOLDER      the folder whose node_modules has node-seal
//
// Requests and answers are those of ringassay/sut/worker.py.
'use strict'

const fs = require('fs')
const { createRequire } = require('module')
const path = require('path')

const load = createRequire(path.join(path.resolve(process.argv[2]), 'index.js'))
const MAX_LINE_BYTES = 1 << 20

let seal, context, levels, evaluator, encoder, encryptor, decryptor, relinKeys, galoisKeys
const held = new Map()
let next = 1

function hold(value) {
  held.set(next, value)
  return next++
}

function get(word) {
  const number = Number(word)
  const found = held.get(number)
  if (found === undefined) throw new Error(`nothing is held under ${number}`)
  return found
}

// The levels of the chain, the lowest first.
function chain() {
  const found = []
  let data = context.firstContextData
  const count = data.chainIndex + 1
  for (let i = 0; i < count; i++) {
    found.unshift(data.parmsId)
    if (i + 1 < count) data = data.nextContextData
  }
  return found
}

function moduli(primes) {
  const vector = seal.Vector()
  vector.from(BigUint64Array.from(primes.map(BigInt)), 'Modulus')
  return vector
}

function setUp([n, t, security, ...primes]) {
  const parameters = seal.EncryptionParameters(seal.SchemeType.bgv)
  parameters.setPolyModulusDegree(Number(n))
  parameters.setCoeffModulus(moduli(primes))
  parameters.setPlainModulus(seal.Modulus(BigInt(t)))
  context = seal.Context(parameters, true, seal.SecurityLevel[security])
  if (!context.parametersSet()) throw new Error('SEAL does not accept the parameters')
  levels = chain()
  evaluator = seal.Evaluator(context)
  encoder = seal.BatchEncoder(context)
}

// A result that hides nothing (equal sums that cancel) is hidden by an encryption of zero.
function hidden(cipher, level) {
  if (!cipher.isTransparent) return cipher
  const zero = encryptor.encryptZero() ?? fail('no encryption of zero')
  const lowered = level === levels.length - 1 ? zero : evaluator.modReduceTo(zero, levels[level])
  return evaluator.add(cipher, lowered)
}

function fail(text) {
  throw new Error(text)
}

function bytesOf(object) {
  return Buffer.from(object.saveArray(seal.ComprModeType.none))
}

function row(blob) {
  return new BigUint64Array(blob.buffer.slice(blob.byteOffset, blob.byteOffset + blob.byteLength))
}

const operations = {
  set_up: (asked) => setUp(asked),
  make_keys(steps) {
    const generator = seal.KeyGenerator(context)
    const publicKey = generator.createPublicKey()
    const secretKey = generator.secretKey()
    encryptor = seal.Encryptor(context, publicKey)
    decryptor = seal.Decryptor(context, secretKey)
    const blobs = [bytesOf(publicKey), bytesOf(generator.createRelinKeysSerializable())]
    const galois = Int32Array.from(steps.map(Number))
    blobs.push(steps.length ? bytesOf(generator.createGaloisKeysSerializable(galois)) : Buffer.alloc(0))
    return ['', blobs]
  },
  load_keys(_, [publicBytes, relinBytes, galoisBytes]) {
    const publicKey = seal.PublicKey()
    publicKey.loadArray(context, publicBytes)
    encryptor = seal.Encryptor(context, publicKey)
    relinKeys = seal.RelinKeys()
    relinKeys.loadArray(context, relinBytes)
    galoisKeys = seal.GaloisKeys()
    if (galoisBytes.length) galoisKeys.loadArray(context, galoisBytes)
  },
  encode(_, [entries]) {
    return hold(encoder.encode(row(entries)))
  },
  encrypt: ([plain]) => hold(encryptor.encrypt(get(plain))),
  decrypt(_, [bytes]) {
    const cipher = seal.CipherText()
    cipher.loadArray(context, bytes)
    const plain = decryptor.decrypt(cipher)
    const values = BigUint64Array.from(encoder.decodeBigInt(plain, false))
    cipher.delete()
    plain.delete()
    return ['', [Buffer.from(values.buffer)]]
  },
  load([asked], [bytes]) {
    const level = Number(asked)
    const cipher = seal.CipherText()
    cipher.loadArray(context, bytes)
    if (level === levels.length - 1) return hold(cipher)
    const lowered = evaluator.modReduceTo(cipher, levels[level])
    cipher.delete()
    return hold(lowered)
  },
  save: ([a]) => ['', [bytesOf(get(a))]],
  add: ([a, b, level]) => hold(hidden(evaluator.add(get(a), get(b)), Number(level))),
  sub: ([a, b, level]) => hold(hidden(evaluator.sub(get(a), get(b)), Number(level))),
  negate: ([a]) => hold(evaluator.negate(get(a))),
  add_plain: ([a, plain]) => hold(evaluator.addPlain(get(a), get(plain))),
  multiply_plain: ([a, plain]) => hold(evaluator.multiplyPlain(get(a), get(plain))),
  multiply([a, b]) {
    const product = a === b ? evaluator.square(get(a)) : evaluator.multiply(get(a), get(b))
    const linear = evaluator.relinearize(product, relinKeys)
    product.delete()
    return hold(linear)
  },
  rotate: ([a, step]) => hold(evaluator.rotateRows(get(a), Number(step), galoisKeys)),
  // Primes above level + divide are left out, the others above the level divided by.
  lower([a, ...places]) {
    const [level, divide, from] = places.map(Number)
    let value = get(a)
    const first = value
    const step = (made) => {
      if (value !== first) value.delete()
      value = made
    }
    if (level + divide < from) step(evaluator.modReduceTo(value, levels[level + divide]))
    for (let i = 0; i < divide; i++) step(evaluator.cipherModSwitchToNext(value))
    return hold(value)
  }
}

function readExactly(size) {
  const data = Buffer.alloc(size)
  let at = 0
  while (at < size) {
    const got = fs.readSync(0, data, at, size - at, null)
    if (got === 0) process.exit(0)
    at += got
  }
  return data
}

let ahead = Buffer.alloc(0)
function readLine() {
  for (;;) {
    const end = ahead.indexOf(10)
    if (end >= 0) {
      const line = ahead.subarray(0, end)
      ahead = ahead.subarray(end + 1)
      return line.toString('utf8')
    }
    if (ahead.length > MAX_LINE_BYTES) process.exit(1)
    const chunk = Buffer.alloc(1 << 16)
    const got = fs.readSync(0, chunk, 0, chunk.length, null)
    if (got === 0) process.exit(0)
    ahead = Buffer.concat([ahead, chunk.subarray(0, got)])
  }
}

function readBlob(size) {
  const front = ahead.subarray(0, size)
  ahead = ahead.subarray(front.length)
  if (front.length === size) return Buffer.from(front)
  return Buffer.concat([front, readExactly(size - front.length)])
}

function write(data) {
  for (let at = 0; at < data.length;) {
    try {
      at += fs.writeSync(1, data, at, data.length - at)
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

function answer(operation, words, blobs, unused) {
  try {
    for (const number of unused.map(Number)) {
      held.get(number)?.delete()
      held.delete(number)
    }
    const made = (operations[operation] ?? fail(`no operation ${operation}`))(words, blobs)
    return Array.isArray(made) ? made : [made ?? '', []]
  } catch (error) {
    return [undefined, [], String(error?.message ?? error).replace(/\s+/g, ' ')]
  }
}

function say(text) {
  write(Buffer.from(text + '\n'))
}

async function main() {
  seal = await load('node-seal/allows_wasm_node_umd')()
  say(`ok ${load('node-seal/package.json').version} ;`)
  for (;;) {
    const [asked, sizes, unused] = readLine().split(';').map((part) => part.split(' ').filter(Boolean))
    const [operation, ...words] = asked
    const sent = sizes.map((size) => readBlob(Number(size)))
    const [value, blobs, error] = answer(operation, words, sent, unused)
    if (error !== undefined) {
      say(`error ${error}`)
    } else {
      say(`ok ${value} ; ${blobs.map((blob) => blob.length).join(' ')}`)
      blobs.forEach(write)
    }
  }
}

main()
