package kit

import (
	"errors"
	"testing"

	"ringassay/kit/packets"
)

func TestThreadCount(t *testing.T) {
	for text, want := range map[string]int{"": 1, "1": 1, "8": 8} {
		if got, err := threadCount(text); err != nil || got != want {
			t.Errorf("%q gives %d threads, %v", text, got, err)
		}
	}
	for _, text := range []string{"0", "-1", "two", "1e3", "99999"} {
		if got, err := threadCount(text); err == nil {
			t.Errorf("%q gives %d threads", text, got)
		}
	}
}

func TestWrongArgumentsAreErrors(t *testing.T) {
	for _, args := range [][]string{nil, {""}, {"peer"}, {"client", "server"}} {
		if err := run(args, packets.Hello{}, "", panicking{}, panicking{}); err == nil {
			t.Errorf("%q was accepted", args)
		}
	}
	t.Setenv("RINGASSAY_PROTOCOL", "")
	if err := run([]string{"client"}, packets.Hello{}, "", panicking{}, panicking{}); !errors.Is(err, ErrProtocol) {
		t.Errorf("without the harness: %v", err)
	}
}
