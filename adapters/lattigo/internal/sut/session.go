// Package sut is the client and the server of the protocol.
package sut

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"ringassay/adapters/lattigo/internal/run"
	"ringassay/kit/packets"
)

// answer is what a request is answered with.
type answer struct {
	kind       string
	text       []byte   // a text packet, unless there are chunks
	chunks     [][]byte // a chunked packet
	parameters map[string]any
	notes      []string
	chooseNs   int64 // parts of the step that the report shows on their own: time that passes
	loadNs     int64 // and CPU time
	saveNs     int64
}

// role is a client or a server: it answers requests. A nil answer without an
// error means that the protocol wants none.
type role interface {
	handle(request *packets.Packet) (*answer, error)
	hello() packets.Hello
	forms(protocol2 bool) map[string]packets.Form
}

// serve speaks the protocol until the end of the input. With protocol2 it
// introduces itself, reports costs and answers errors; without, an error ends it.
func serve(r role, in io.Reader, out io.Writer, protocol2 bool) error {
	reader := packets.NewReader(in, packets.DefaultPacketBytes, r.forms(protocol2))
	writer := packets.NewWriter(out)
	if protocol2 {
		if err := writer.WriteControl("HELLO", r.hello()); err != nil {
			return err
		}
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
		start, startCPU := time.Now(), cpuNs()
		reply, err := guarded(r, request)
		request = nil // a request of many megabytes must not outlive its answer
		if err != nil && !protocol2 {
			return err // the original protocol has no way to say it
		}
		if err == nil && reply == nil {
			keyLoadNs = time.Since(start).Nanoseconds()
			continue
		}
		if protocol2 {
			report := packets.Report{
				ComputeNs: time.Since(start).Nanoseconds(), CPUNs: cpuNs() - startCPU, PeakBytes: peakBytes(),
				KeyLoadNs: keyLoadNs,
			}
			keyLoadNs = 0
			if reply != nil {
				report.Parameters, report.Notes = reply.parameters, reply.notes
				report.ChooseNs, report.LoadNs, report.SaveNs = reply.chooseNs, reply.loadNs, reply.saveNs
			}
			if err := writer.WriteControl("REPORT", report); err != nil {
				return err
			}
		}
		if err := write(writer, reply, err); err != nil {
			return err
		}
	}
}

func write(writer *packets.Writer, reply *answer, failure error) error {
	switch {
	case failure != nil:
		kind := packets.Failed
		if refusal := new(run.Refusal); errors.As(failure, &refusal) {
			kind = packets.Refused
		}
		return writer.WriteControl("ERROR", packets.ErrorReply{Kind: kind, Message: failure.Error()})
	case reply.chunks != nil:
		return writer.WriteChunks(reply.kind, reply.chunks)
	default:
		return writer.WriteText(reply.kind, reply.text)
	}
}

// guarded turns a panic of the library into an error: the session goes on.
func guarded(r role, request *packets.Packet) (reply *answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			reply, err = nil, fmt.Errorf("%s: internal failure: %v\n%s", request.Kind, cause, debug.Stack())
		}
	}()
	reply, err = r.handle(request)
	if err != nil {
		err = fmt.Errorf("%s: %w", request.Kind, err)
	}
	return reply, err
}
