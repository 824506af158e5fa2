package scheme

import (
	"fmt"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/schemes/bgv"

	"ringassay/adapters/lattigo/internal/circuit"
)

// Client encrypts and decrypts under one key.
type Client struct {
	params    *Params
	encoder   *Encoder
	encryptor *rlwe.Encryptor
	decryptor *rlwe.Decryptor
}

// NewClient returns a Client.
func NewClient(p *Params, secret *rlwe.SecretKey, public *rlwe.PublicKey) *Client {
	return &Client{
		params: p, encoder: NewEncoder(p),
		encryptor: bgv.NewEncryptor(p.BGV, public), decryptor: bgv.NewDecryptor(p.BGV, secret),
	}
}

// Encrypt returns one chunk for each vector.
func (c *Client) Encrypt(vectors []circuit.Vector) ([][]byte, error) {
	top := c.params.BGV.MaxLevel()
	chunks := make([][]byte, len(vectors))
	ct := bgv.NewCiphertext(c.params.BGV, 1, top)
	for i, vector := range vectors {
		plaintext, err := c.encoder.Encode(top, func(slot int) uint64 { return vector.At(slot % vector.Len()) })
		if err != nil {
			return nil, err
		}
		if err := c.encryptor.Encrypt(plaintext, ct); err != nil {
			return nil, fmt.Errorf("cannot encrypt vector %d: %w", i, err)
		}
		chunks[i] = MarshalCiphertext(ct)
	}
	return chunks, nil
}

// Decrypt returns the output vector in the chunk of a result.
func (c *Client) Decrypt(chunk []byte) ([]uint64, error) {
	result, err := c.params.UnmarshalResult(chunk)
	if err != nil {
		return nil, err
	}
	plaintext := bgv.NewPlaintext(c.params.BGV, result.Ciphertext.Level())
	c.decryptor.Decrypt(result.Ciphertext, plaintext)
	slots, err := c.encoder.Decode(plaintext, result.First, c.params.Batch)
	if err != nil {
		return nil, err
	}
	return c.params.Vector(result, slots), nil
}
