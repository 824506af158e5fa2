package kit

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"

	"ringassay/kit/packets"
)

// gcPercent is how much garbage may gather before it is collected, in percent
// of what is alive: ciphertexts are large and used again, so little suffices.
const gcPercent = 40

// Main is the main function of an adapter: it serves the role that args, the
// command line, names. module is the path of the library's Go module, whose
// version and build are told; RINGASSAY_THREADS is how many threads the Go
// runtime uses, 1 by default.
func Main(args []string, hello packets.Hello, module string, client, server Role) {
	if err := run(args, hello, module, client, server); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", hello.Name, err)
		os.Exit(1)
	}
}

func run(args []string, hello packets.Hello, module string, client, server Role) error {
	roles := map[string]Role{"client": client, "server": server}
	if len(args) != 1 || roles[args[0]] == nil {
		return fmt.Errorf("expected one argument, client or server, got %q", args)
	}
	threads, err := threadCount(os.Getenv("RINGASSAY_THREADS"))
	if err != nil {
		return err
	}
	if os.Getenv("RINGASSAY_PROTOCOL") != "2" {
		return ErrProtocol
	}
	runtime.GOMAXPROCS(threads)
	debug.SetGCPercent(gcPercent)
	hello.Role = args[0]
	return Serve(roles[args[0]], Build(hello, module), os.Stdin, os.Stdout)
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
