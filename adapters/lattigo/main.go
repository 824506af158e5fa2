// Command ringassay-lattigo puts Lattigo's BGV behind ringassay's protocol:
//
//	ringassay-lattigo client    makes keys, encrypts, decrypts
//	ringassay-lattigo server    takes circuits and evaluates them
//
// Both speak packets on standard input and output; see docs/protocol.md and
// docs/adapters-lattigo.md.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"

	"ringassay/adapters/lattigo/internal/sut"
)

const usage = `usage: ringassay-lattigo client|server

Speaks ringassay's protocol on standard input and output.
RINGASSAY_PROTOCOL=2  introduce yourself, report costs, answer errors
RINGASSAY_THREADS=n   threads for the runtime (default 1)
`

// gcPercent is how much garbage may gather before it is collected, in percent
// of what is alive: ciphertexts are large and used again, so little suffices.
const gcPercent = 40

func main() {
	if err := realMain(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ringassay-lattigo:", err)
		os.Exit(1)
	}
}

func realMain(args []string) error {
	if len(args) != 1 || (args[0] != "client" && args[0] != "server") {
		fmt.Fprint(os.Stderr, usage)
		return fmt.Errorf("expected one argument, client or server, got %q", args)
	}
	threads, err := threadCount(os.Getenv("RINGASSAY_THREADS"))
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(threads)
	debug.SetGCPercent(gcPercent)
	protocol2 := os.Getenv("RINGASSAY_PROTOCOL") == "2"
	if args[0] == "client" {
		return sut.Client(os.Stdin, os.Stdout, protocol2)
	}
	return sut.Server(os.Stdin, os.Stdout, protocol2)
}

func threadCount(text string) (int, error) {
	if text == "" {
		return 1, nil
	}
	threads, err := strconv.Atoi(text)
	if err != nil || threads < 1 || threads > 1024 {
		return 0, fmt.Errorf("RINGASSAY_THREADS=%q: expected a number from 1 to 1024", text)
	}
	return threads, nil
}
