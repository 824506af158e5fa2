package kit

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestBuildOf(t *testing.T) {
	found := buildOf([]debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123"},
		{Key: "vcs.modified", Value: "true"},
		{Key: "GOAMD64", Value: "v3"},
		{Key: "-gcflags", Value: "all=-N -l"},
	})
	if found.commit != "0123456789ab-modified" || found.profile != "debug" || !strings.Contains(found.how, "v3") {
		t.Errorf("found %+v", found)
	}
	plain := buildOf(nil)
	if plain.commit != "" || plain.profile != "release" {
		t.Errorf("found %+v", plain)
	}
}
