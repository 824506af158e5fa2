package sut

import (
	"errors"
	"fmt"
	"io"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/plan"
	"ringassay/adapters/lattigo/internal/run"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/kit/packets"
)

// server takes circuits and evaluates them.
type server struct {
	protocol2 bool
	params    *scheme.Params
	evaluator *run.Evaluator
	schedule  *plan.Schedule
	keyError  error // told when a circuit comes: a key is not answered
}

// Server speaks as the server until the end of the input.
func Server(in io.Reader, out io.Writer, protocol2 bool) error {
	return serve(&server{protocol2: protocol2, keyError: errNoKey}, in, out, protocol2)
}

func (s *server) hello() packets.Hello { return helloAs("server") }

func (s *server) forms(protocol2 bool) map[string]packets.Form {
	forms := map[string]packets.Form{"KEY": packets.Text, "CIRCUIT": packets.Text, "EDATA": packets.Chunks}
	if protocol2 {
		forms["KEY"] = packets.Chunks
	}
	return forms
}

func (s *server) handle(request *packets.Packet) (*answer, error) {
	switch request.Kind {
	case "KEY":
		s.params, s.evaluator, s.schedule = nil, nil, nil // the old keys make room first
		s.keyError = errors.New("the key could not be loaded")
		s.keyError = s.load(request)
		return nil, nil
	case "CIRCUIT":
		return s.ingest(request.Text)
	default:
		return s.evaluate(request.Chunks)
	}
}

func (s *server) load(request *packets.Packet) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("KEY: internal failure: %v", cause)
		}
	}()
	chunks := request.Chunks
	if !s.protocol2 {
		if chunks, err = chunksOf(request.Text); err != nil {
			return fmt.Errorf("KEY: %w", err)
		}
	}
	params, keys, err := scheme.UnmarshalKeys(chunks)
	if err != nil {
		return fmt.Errorf("KEY: %w", err)
	}
	s.params, s.evaluator = params, run.NewEvaluator(params, keys)
	return nil
}

func (s *server) ingest(text []byte) (*answer, error) {
	s.schedule = nil
	if s.keyError != nil {
		return nil, s.keyError
	}
	parsed, err := circuit.Parse(text)
	if err != nil {
		return nil, err
	}
	schedule, err := run.Prepare(parsed, s.params)
	if err != nil {
		return nil, err
	}
	s.schedule = schedule
	return &answer{kind: "CIRCUIT", text: []byte("CIRCUIT READY"), notes: run.Notes(schedule, s.params)}, nil
}

func (s *server) evaluate(chunks [][]byte) (*answer, error) {
	if s.schedule == nil {
		return nil, errors.New("there is no circuit yet")
	}
	if wires := s.schedule.Program.Wires; len(chunks) != wires {
		return nil, fmt.Errorf("the circuit has %d wires, the input has %d ciphertexts", wires, len(chunks))
	}
	loading := int64(0)
	result, err := s.evaluator.Evaluate(s.schedule, func(i int) (*rlwe.Ciphertext, error) {
		start := cpuNs()
		defer func() { loading += cpuNs() - start }()
		ct, err := s.params.UnmarshalCiphertext(chunks[i])
		if err != nil {
			return nil, fmt.Errorf("ciphertext %d: %w", i, err)
		}
		chunks[i] = nil // loaded; let the message go
		return ct, nil
	})
	if err != nil {
		return nil, err
	}
	start := cpuNs()
	chunks = [][]byte{result.Marshal()}
	return &answer{kind: "EDATA", chunks: chunks, loadNs: loading, saveNs: cpuNs() - start}, nil
}
