package slots

import (
	"encoding/json"
	"errors"
	"fmt"

	"ringassay/kit"
	"ringassay/kit/packets"
)

// Server runs slot programs under the keys it is sent.
type Server[C, P any, E Entry] struct {
	LoadKeys func(public [][]byte) (Backend[C, P, E], error) // the library's operations under these keys
	backend  Backend[C, P, E]
	target   *Target
	prepared *Prepared[C, P, E]
	keyError error // told when a program comes: a key is not answered
}

// Forms implements kit.Role.
func (s *Server[C, P, E]) Forms() map[string]packets.Form {
	return map[string]packets.Form{
		"KEY": packets.Chunks, "PROGRAM": packets.Text, "CIRCUIT": packets.Text, "EDATA": packets.Chunks,
	}
}

// Handle implements kit.Role.
func (s *Server[C, P, E]) Handle(request *packets.Packet) (*kit.Answer, error) {
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

func (s *Server[C, P, E]) load(chunks [][]byte) (err error) {
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

func (s *Server[C, P, E]) ingest(text []byte) (*kit.Answer, error) {
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
	s.backend.Begin(program)
	if s.prepared, err = Prepare(program, s.backend); err != nil {
		return nil, err
	}
	return &kit.Answer{Kind: "CIRCUIT", Text: []byte("CIRCUIT READY"), Notes: program.Notes}, nil
}

func (s *Server[C, P, E]) evaluate(chunks [][]byte) (*kit.Answer, error) {
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
	results, err := s.prepared.Run(func(wire, level int) (C, error) {
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
	answer := make([][]byte, 0, 2*len(results))
	for i, result := range results {
		saved, err := s.backend.Save(result)
		if err != nil {
			return nil, err
		}
		answer = append(answer, program.Outputs[i].Header(), saved)
	}
	saving := kit.CPUNs() - start
	released := make(map[uint32]bool, len(results))
	for i, result := range results {
		if register := program.Outputs[i].Register; !released[register] {
			released[register] = true
			s.backend.Release(result)
		}
	}
	return &kit.Answer{Kind: "EDATA", Chunks: answer, LoadNs: loading, SaveNs: saving}, nil
}
