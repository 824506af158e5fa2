package sut

import (
	"runtime"
	"runtime/debug"
	"strings"

	"ringassay/adapters/lattigo/internal/circuit"
	"ringassay/adapters/lattigo/internal/scheme"
	"ringassay/kit/packets"
)

// Version is the adapter's own version.
const Version = "0.1.0"

const libraryPath = "github.com/tuneinsight/lattigo/v6"

// helloAs introduces a role.
func helloAs(role string) packets.Hello {
	built := readBuild()
	return packets.Hello{
		Commit: built.commit, Profile: built.profile, LibraryBuild: built.how,
		// Lattigo is plain Go: what the compiler makes of it, nothing else.
		Simd: "none", Threads: runtime.GOMAXPROCS(0),
		Protocol: 2, Role: role, Name: "lattigo", Version: Version,
		Library: "Lattigo", LibraryVersion: libraryVersion(), Scheme: "BGV",
		Planner: "own", // declared: this adapter plans circuits itself
		Spaces:  []string{"gf2", "zt"}, Gates: circuit.Names(),
		Limits: map[string]int64{
			"max_batch": scheme.MaxBatch, "max_depth": scheme.MaxDepth, "max_security": scheme.MaxSecurity,
			"min_modulus": scheme.MinModulus, "max_modulus": scheme.MaxModulus,
		},
	}
}

// libraryVersion reads the version that was really linked from the binary.
func libraryVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == libraryPath {
				return strings.TrimPrefix(dependency.Version, "v")
			}
		}
	}
	return "unknown"
}
