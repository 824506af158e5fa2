package sut

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/run"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/kit/packets"
)

// client makes keys, encrypts and decrypts.
type client struct {
	protocol2 bool
	params    *scheme.Params
	cipher    *scheme.Client
}

// Client speaks as the client until the end of the input.
func Client(in io.Reader, out io.Writer, protocol2 bool) error {
	return serve(&client{protocol2: protocol2}, in, out, protocol2)
}

func (c *client) hello() packets.Hello { return helloAs("client") }

func (c *client) forms(bool) map[string]packets.Form {
	return map[string]packets.Form{"KEY": packets.Text, "PDATA": packets.Text, "EDATA": packets.Chunks}
}

var errNoKey = errors.New("there is no key yet")

func (c *client) handle(request *packets.Packet) (*answer, error) {
	if request.Kind == "KEY" {
		return c.generate(request.Text)
	}
	if c.cipher == nil {
		return nil, errNoKey
	}
	if request.Kind == "PDATA" {
		return c.encrypt(request.Text)
	}
	return c.decrypt(request.Chunks)
}

func (c *client) generate(text []byte) (*answer, error) {
	c.params, c.cipher = nil, nil
	kp, err := circuit.ParseKeyParams(text)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	choice, err := scheme.Choose(kp)
	chooseNs := time.Since(start).Nanoseconds()
	if err != nil {
		return nil, &run.Refusal{Reason: err}
	}
	params, err := scheme.Build(choice)
	if err != nil {
		return nil, err
	}
	secret, keys := scheme.Generate(params)
	chunks, err := keys.Marshal(params)
	if err != nil {
		return nil, err
	}
	c.params, c.cipher = params, scheme.NewClient(params, secret, keys.Public)
	reply := &answer{kind: "KEY", chunks: chunks, parameters: params.Report(), chooseNs: chooseNs}
	if !c.protocol2 {
		reply.text, reply.chunks = textOf(chunks), nil
	}
	return reply, nil
}

func (c *client) encrypt(text []byte) (*answer, error) {
	vectors, err := circuit.ParseInput(text, c.params.Batch, c.params.CircuitModulus())
	if err != nil {
		return nil, err
	}
	chunks, err := c.cipher.Encrypt(vectors)
	return &answer{kind: "EDATA", chunks: chunks}, err
}

func (c *client) decrypt(chunks [][]byte) (*answer, error) {
	if len(chunks) != 1 {
		return nil, fmt.Errorf("an output has one chunk, this has %d", len(chunks))
	}
	vector, err := c.cipher.Decrypt(chunks[0])
	if err != nil {
		return nil, err
	}
	return &answer{kind: "PDATA", text: circuit.FormatOutput(vector, c.params.CircuitModulus())}, nil
}

// The original protocol wants a public key of text lines: one line of base64
// for each chunk.

func textOf(chunks [][]byte) []byte {
	size := 0
	for _, chunk := range chunks {
		size += base64.StdEncoding.EncodedLen(len(chunk)) + 1
	}
	text := make([]byte, 0, size)
	for i, chunk := range chunks {
		if i > 0 {
			text = append(text, '\n')
		}
		text = base64.StdEncoding.AppendEncode(text, chunk)
	}
	return text
}

func chunksOf(text []byte) ([][]byte, error) {
	var chunks [][]byte
	for i, line := range bytes.Split(text, []byte("\n")) {
		chunk, err := base64.StdEncoding.AppendDecode(nil, line)
		if err != nil {
			return nil, fmt.Errorf("line %d of the key: %w", i+1, err)
		}
		chunks = append(chunks, chunk)
	}
	return chunks, nil
}
