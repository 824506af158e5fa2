package kit

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"ringassay/kit/packets"
)

// panicking fails inside, whatever it is asked.
type panicking struct{}

func (panicking) Handle(*packets.Packet) (*Answer, error) { panic("inside") }
func (panicking) Forms() map[string]packets.Form {
	return map[string]packets.Form{"KEY": packets.Text}
}

// TestPanicsAreErrors: a failure inside the library must not end the session.
func TestPanicsAreErrors(t *testing.T) {
	var out bytes.Buffer
	if err := Serve(panicking{}, packets.Hello{}, strings.NewReader("KEY\n\nENDKEY\nKEY\n\nENDKEY\n"), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"kind":"failed"`); got != 2 {
		t.Fatalf("two panics gave %d errors: %s", got, out.String())
	}
}

type refusing struct{ panicking }

func (refusing) Handle(*packets.Packet) (*Answer, error) {
	return nil, &Refusal{Reason: errors.New("too deep")}
}

func TestRefusalsAreTold(t *testing.T) {
	var out bytes.Buffer
	if err := Serve(refusing{}, packets.Hello{}, strings.NewReader("KEY\n\nENDKEY\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `{"kind":"refused","message":"KEY: too deep"}`) {
		t.Fatalf("answered with %s", out.String())
	}
}

// TestBrokenFramingEndsTheProgram: a stream that cannot be followed any more
// is an error exit, never an answer.
func TestBrokenFramingEndsTheProgram(t *testing.T) {
	for _, stream := range []string{"KEY", "HELP\n", "EDATA\n-5\n", "KEY\nW=1"} {
		var out bytes.Buffer
		if err := Serve(panicking{}, packets.Hello{}, strings.NewReader(stream), &out); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("%q ended with %v", stream, err)
		}
		if got := out.String(); !strings.HasPrefix(got, "HELLO\n") || strings.Contains(got, "ERROR") {
			t.Errorf("%q was answered with %q", stream, got)
		}
	}
}
