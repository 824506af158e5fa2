package slots

import (
	"errors"
	"fmt"
	"time"

	"ringassay/kit"
	"ringassay/kit/packets"
	"ringassay/kit/texts"
)

// Keys are what a client made: what they can do, the public ones, and what the
// report is to say.
type Keys struct {
	Target     Target
	Public     [][]byte
	Parameters map[string]any
	Choosing   time.Duration // of the time it took: choosing parameters
}

// Library is the part of a client that is the library's.
type Library[E Entry] interface {
	MakeKeys(asked *texts.KeyParams) (*Keys, error) // and keep the secret one
	EncryptRow(row []E) ([]byte, error)
	DecryptRow(ciphertext []byte) ([]E, error) // the row of a result, or more
}

// Client encrypts a row for each wire and reads the slots of results that their
// headers point at.
type Client[E Entry] struct {
	Library Library[E]
	asked   *texts.KeyParams
	target  *Target
}

var errNoKey = errors.New("there is no key yet")

// Forms implements kit.Role.
func (c *Client[E]) Forms() map[string]packets.Form {
	return map[string]packets.Form{"KEY": packets.Text, "PDATA": packets.Text, "EDATA": packets.Chunks}
}

// Handle implements kit.Role.
func (c *Client[E]) Handle(request *packets.Packet) (*kit.Answer, error) {
	switch {
	case request.Kind == "KEY":
		return c.generate(request.Text)
	case c.target == nil:
		return nil, errNoKey
	case request.Kind == "PDATA":
		return c.encrypt(request.Text)
	default:
		return c.decrypt(request.Chunks)
	}
}

func (c *Client[E]) generate(text []byte) (*kit.Answer, error) {
	c.target = nil
	asked, err := texts.ParseKeyParams(text)
	if err != nil {
		return nil, err
	}
	keys, err := c.Library.MakeKeys(asked)
	if err != nil {
		return nil, err
	}
	declared, err := keys.Target.Chunk()
	if err != nil {
		return nil, err
	}
	c.asked, c.target = asked, &keys.Target
	return &kit.Answer{
		Kind: "KEY", Chunks: append([][]byte{declared}, keys.Public...), Parameters: keys.Parameters,
		ChooseNs: keys.Choosing.Nanoseconds(),
	}, nil
}

func (c *Client[E]) encrypt(text []byte) (*kit.Answer, error) {
	vectors, err := texts.ParseInput(text, c.asked)
	if err != nil {
		return nil, err
	}
	chunks, row := make([][]byte, len(vectors)), make([]E, c.target.Row)
	for i, vector := range vectors {
		for j := range row {
			row[j] = entry[E](vector, j%c.target.Batch, c.asked)
		}
		if chunks[i], err = c.Library.EncryptRow(row); err != nil {
			return nil, fmt.Errorf("vector %d: %w", i, err)
		}
	}
	return &kit.Answer{Kind: "EDATA", Chunks: chunks}, nil
}

func (c *Client[E]) decrypt(chunks [][]byte) (*kit.Answer, error) {
	if len(chunks)%2 != 0 {
		return nil, fmt.Errorf("a result has 2 chunks for each output, this has %d", len(chunks))
	}
	var text []byte
	for i := 0; i < len(chunks); i += 2 {
		vector, err := c.read(chunks[i], chunks[i+1])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ';')
		}
		switch vector := any(vector).(type) {
		case []float64:
			text = append(text, texts.FormatReals(vector)...)
		case []complex128:
			text = append(text, c.written(vector)...)
		case []uint64:
			text = append(text, texts.FormatOutput(vector, c.asked.Modulus)...)
		}
	}
	return &kit.Answer{Kind: "PDATA", Text: text}, nil
}

// written writes numbers, of a key for reals their real parts.
func (c *Client[E]) written(vector []complex128) []byte {
	if c.asked.Reals.Complex {
		return texts.FormatComplexes(vector)
	}
	parts := make([]float64, len(vector))
	for i, value := range vector {
		parts[i] = real(value)
	}
	return texts.FormatReals(parts)
}

// entry returns what goes into a slot.
func entry[E Entry](vector texts.Vector, i int, asked *texts.KeyParams) E {
	if asked.Reals != nil {
		return entryOf[E](0, vector.Complex(i))
	}
	return entryOf[E](vector.At(i), 0)
}

// read decrypts an output.
func (c *Client[E]) read(packed, ciphertext []byte) ([]E, error) {
	header, err := ParseHeader(packed)
	if err != nil {
		return nil, err
	}
	batch := c.target.Batch
	if header.First > c.target.Row-batch {
		return nil, fmt.Errorf("the result's header points at slot %d, outside the row", header.First)
	}
	row, err := c.Library.DecryptRow(ciphertext)
	if err != nil {
		return nil, err
	}
	vector := make([]E, batch)
	for j := header.First; j < header.First+batch; j++ {
		vector[j%batch] = row[j]
		if c.target.Modulus != 0 {
			value, _ := any(row[j]).(uint64) // entries mod t are integers
			vector[j%batch] = entryOf[E](header.Read(value, c.target.Modulus), 0)
		}
	}
	return vector, nil
}
