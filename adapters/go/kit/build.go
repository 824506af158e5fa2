package kit

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"ringassay/kit/packets"
)

// built is how this program came about, as the compiler wrote it into the binary.
type built struct {
	commit, profile, how string
}

const commitLength = 12

// Build fills in what the compiler wrote into this program: the commit, how it
// was compiled, and the version of the library that is linked, by its module path.
func Build(hello packets.Hello, library string) packets.Hello {
	found := readBuild()
	hello.Commit, hello.Profile, hello.LibraryBuild = found.commit, found.profile, found.how
	hello.Protocol, hello.Threads, hello.LibraryVersion = 2, runtime.GOMAXPROCS(0), "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == library {
				hello.LibraryVersion = strings.TrimPrefix(dependency.Version, "v")
			}
		}
	}
	return hello
}

func readBuild() built {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return built{}
	}
	return buildOf(info.Settings)
}

func buildOf(settings []debug.BuildSetting) built {
	set := map[string]string{}
	for _, setting := range settings {
		set[setting.Key] = setting.Value
	}
	commit := set["vcs.revision"]
	if len(commit) > commitLength {
		commit = commit[:commitLength]
	}
	if commit != "" && set["vcs.modified"] == "true" {
		commit += "-modified"
	}
	profile := "release"
	for _, flag := range strings.Fields(strings.ReplaceAll(set["-gcflags"], "=", " ")) {
		if flag == "-N" {
			profile = "debug"
		}
	}
	level := ""
	if value := set["GOAMD64"]; value != "" {
		level = " " + value
	}
	how := fmt.Sprintf("%s, %s%s, linked in", runtime.Version(), runtime.GOARCH, level)
	return built{commit: commit, profile: profile, how: how}
}
