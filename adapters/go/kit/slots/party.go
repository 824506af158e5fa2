package slots

import (
	"encoding/json"
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
type Library interface {
	MakeKeys(asked *texts.KeyParams) (*Keys, error) // and keep the secret one
	EncryptRow(row []uint64) ([]byte, error)
	DecryptRow(ciphertext []byte) ([]uint64, error) // the row of a result, or more
}

// Client encrypts a row for each wire and reads the slots of a result that its
// header points at.
type Client struct {
	Library Library
	asked   *texts.KeyParams
	target  *Target
}

var errNoKey = errors.New("there is no key yet")

// Forms implements kit.Role.
func (c *Client) Forms() map[string]packets.Form {
	return map[string]packets.Form{"KEY": packets.Text, "PDATA": packets.Text, "EDATA": packets.Chunks}
}

// Handle implements kit.Role.
func (c *Client) Handle(request *packets.Packet) (*kit.Answer, error) {
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

func (c *Client) generate(text []byte) (*kit.Answer, error) {
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

func (c *Client) encrypt(text []byte) (*kit.Answer, error) {
	vectors, err := texts.ParseInput(text, c.target.Batch, c.asked.Modulus)
	if err != nil {
		return nil, err
	}
	chunks, row := make([][]byte, len(vectors)), make([]uint64, c.target.Row)
	for i, vector := range vectors {
		for j := range row {
			row[j] = vector.At(j % c.target.Batch)
		}
		if chunks[i], err = c.Library.EncryptRow(row); err != nil {
			return nil, fmt.Errorf("vector %d: %w", i, err)
		}
	}
	return &kit.Answer{Kind: "EDATA", Chunks: chunks}, nil
}

func (c *Client) decrypt(chunks [][]byte) (*kit.Answer, error) {
	if len(chunks) != 2 {
		return nil, fmt.Errorf("a result has 2 chunks, this has %d", len(chunks))
	}
	header, err := ParseHeader(chunks[0])
	if err != nil {
		return nil, err
	}
	batch := c.target.Batch
	if header.First > c.target.Row-batch {
		return nil, fmt.Errorf("the result's header points at slot %d, outside the row", header.First)
	}
	row, err := c.Library.DecryptRow(chunks[1])
	if err != nil {
		return nil, err
	}
	vector := make([]uint64, batch)
	for j := header.First; j < header.First+batch; j++ {
		vector[j%batch] = header.Read(row[j], c.target.Modulus)
	}
	return &kit.Answer{Kind: "PDATA", Text: texts.FormatOutput(vector, c.asked.Modulus)}, nil
}

// Server runs slot programs under the keys it is sent.
type Server[C, P any] struct {
	LoadKeys func(public [][]byte) (Backend[C, P], error) // the library's operations under these keys
	backend  Backend[C, P]
	target   *Target
	prepared *Prepared[C, P]
	keyError error // told when a program comes: a key is not answered
}

// Forms implements kit.Role.
func (s *Server[C, P]) Forms() map[string]packets.Form {
	return map[string]packets.Form{
		"KEY": packets.Chunks, "PROGRAM": packets.Text, "CIRCUIT": packets.Text, "EDATA": packets.Chunks,
	}
}

// Handle implements kit.Role.
func (s *Server[C, P]) Handle(request *packets.Packet) (*kit.Answer, error) {
	switch request.Kind {
	case "KEY":
		s.backend, s.prepared = nil, nil // the old keys make room first
		s.keyError = errors.New("the key could not be loaded")
		s.keyError = s.load(request.Chunks)
		return nil, nil
	case "PROGRAM":
		return s.ingest(request.Text)
	case "CIRCUIT":
		s.prepared = nil
		return nil, &kit.Refusal{Reason: errors.New("this system takes slot programs, not circuits")}
	default:
		return s.evaluate(request.Chunks)
	}
}

func (s *Server[C, P]) load(chunks [][]byte) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("KEY: internal failure: %v", cause)
		}
	}()
	s.target = new(Target)
	if err = json.Unmarshal(chunks[0], s.target); err == nil {
		s.backend, err = s.LoadKeys(chunks[1:])
	}
	if err != nil {
		return fmt.Errorf("KEY: %w", err)
	}
	return nil
}

func (s *Server[C, P]) ingest(text []byte) (*kit.Answer, error) {
	s.prepared = nil
	if s.keyError != nil {
		return nil, s.keyError
	}
	if s.backend == nil {
		return nil, errNoKey
	}
	program, err := Parse(text)
	if err == nil {
		err = s.target.check(program)
	}
	if err != nil {
		return nil, err
	}
	if s.prepared, err = Prepare(program, s.backend); err != nil {
		return nil, err
	}
	return &kit.Answer{Kind: "CIRCUIT", Text: []byte("CIRCUIT READY"), Notes: program.Notes}, nil
}

func (s *Server[C, P]) evaluate(chunks [][]byte) (*kit.Answer, error) {
	if s.prepared == nil {
		return nil, errors.New("there is no circuit yet")
	}
	program := s.prepared.Program
	if len(chunks) != program.Wires {
		return nil, fmt.Errorf("the circuit has %d wires, the input has %d ciphertexts", program.Wires, len(chunks))
	}
	defer s.backend.Idle()
	reads := make([]int, program.Wires)
	for i := range program.Ops {
		if op := &program.Ops[i]; op.Code == Input {
			reads[op.A]++
		}
	}
	loading := int64(0)
	result, err := s.prepared.Run(func(wire, level int) (C, error) {
		start := kit.CPUNs()
		defer func() { loading += kit.CPUNs() - start }()
		loaded, err := s.backend.Load(chunks[wire], level)
		if err != nil {
			err = fmt.Errorf("ciphertext %d: %w", wire, err)
		}
		if reads[wire]--; reads[wire] == 0 {
			chunks[wire] = nil // let the message go
		}
		return loaded, err
	})
	if err != nil {
		return nil, err
	}
	start := kit.CPUNs()
	saved, err := s.backend.Save(result)
	if err != nil {
		return nil, err
	}
	s.backend.Release(result)
	return &kit.Answer{
		Kind: "EDATA", Chunks: [][]byte{program.Output.Header(), saved}, LoadNs: loading, SaveNs: kit.CPUNs() - start,
	}, nil
}
