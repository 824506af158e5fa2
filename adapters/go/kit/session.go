// Package kit is the protocol of docs/protocol.md for systems under test in
// Go: handshake, requests and answers, reports, errors. Package slots, on top
// of it, is the rest of an adapter for a library with slots.
package kit

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"ringassay/kit/packets"
)

// Planner is what a system says in HELLO that takes slot programs.
const Planner = "ringassay"

// SIMDGates are the gates of gf2 and zt, all of which slot programs compute.
var SIMDGates = []string{
	"LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG",
}

// RealGates are the gates of reals, all of which slot programs compute.
var RealGates = append(SIMDGates[:len(SIMDGates):len(SIMDGates)], "LPOLY")

// ComplexGates are the gates of complex numbers, all of which slot programs compute.
var ComplexGates = append(RealGates[:len(RealGates):len(RealGates)], "LCONJ")

// Answer is what a request is answered with.
type Answer struct {
	Kind       string
	Text       []byte   // a text packet, unless there are chunks
	Chunks     [][]byte // a chunked packet
	Parameters map[string]any
	Notes      []string
	ChooseNs   int64 // parts of the step that the report shows on their own: time that passes
	LoadNs     int64 // and CPU time
	SaveNs     int64
}

// Role is a client or a server: it answers requests. A nil answer without an
// error means that the protocol wants none.
type Role interface {
	Handle(request *packets.Packet) (*Answer, error)
	Forms() map[string]packets.Form
}

// Refusal is an error that says: this cannot be done.
type Refusal struct{ Reason error }

// Error implements error.
func (r *Refusal) Error() string { return r.Reason.Error() }

// Unwrap implements errors.Is and errors.As.
func (r *Refusal) Unwrap() error { return r.Reason }

// Refusing makes a refusal of whatever error there is.
func Refusing[P any](parameters *P, err error) (*P, error) {
	if err != nil {
		return nil, &Refusal{Reason: err}
	}
	return parameters, nil
}

// ErrProtocol says that a program was started without the harness.
var ErrProtocol = errors.New("RINGASSAY_PROTOCOL=2 is not set: only protocol 2 is spoken (docs/protocol.md)")

// Serve introduces the role and answers requests until the end of the input.
// A stream that cannot be followed any more is an error; whatever else goes
// wrong is told to the harness, and the session goes on.
func Serve(r Role, hello packets.Hello, in io.Reader, out io.Writer) error {
	reader := packets.NewReader(in, packets.DefaultPacketBytes, r.Forms())
	writer := packets.NewWriter(out)
	if err := writer.WriteControl("HELLO", hello); err != nil {
		return err
	}
	var keyLoadNs int64 // of a key that came unanswered, for the report of the circuit behind it
	for {
		request, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		start, startCPU := time.Now(), CPUNs()
		reply, err := guarded(r, request)
		request = nil // a request of many megabytes must not outlive its answer
		if err == nil && reply == nil {
			keyLoadNs = time.Since(start).Nanoseconds()
			continue
		}
		report := packets.Report{
			ComputeNs: time.Since(start).Nanoseconds(), CPUNs: CPUNs() - startCPU, PeakBytes: peakBytes(),
			KeyLoadNs: keyLoadNs,
		}
		keyLoadNs = 0
		if reply != nil {
			report.Parameters, report.Notes = reply.Parameters, reply.Notes
			report.ChooseNs, report.LoadNs, report.SaveNs = reply.ChooseNs, reply.LoadNs, reply.SaveNs
		}
		if err := writer.WriteControl("REPORT", report); err != nil {
			return err
		}
		if err := write(writer, reply, err); err != nil {
			return err
		}
	}
}

func write(writer *packets.Writer, reply *Answer, failure error) error {
	switch {
	case failure != nil:
		kind := packets.Failed
		if refusal := new(Refusal); errors.As(failure, &refusal) {
			kind = packets.Refused
		}
		return writer.WriteControl("ERROR", packets.ErrorReply{Kind: kind, Message: failure.Error()})
	case reply.Chunks != nil:
		return writer.WriteChunks(reply.Kind, reply.Chunks)
	default:
		return writer.WriteText(reply.Kind, reply.Text)
	}
}

// guarded turns a panic of the library into an error.
func guarded(r Role, request *packets.Packet) (reply *Answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			reply, err = nil, fmt.Errorf("%s: internal failure: %v\n%s", request.Kind, cause, debug.Stack())
		}
	}()
	reply, err = r.Handle(request)
	if err != nil {
		err = fmt.Errorf("%s: %w", request.Kind, err)
	}
	return reply, err
}
