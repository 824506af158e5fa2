package sut

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// built is how this program came about, as the compiler wrote it into the binary.
type built struct {
	commit, profile, how string
}

const commitLength = 12

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
