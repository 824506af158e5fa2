package slots

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const levels = "slots 1 batch=2 row=4 modulus=17 levels=2 wires=2 registers=2\nnote two lines\nplain 1 3,-4\nones 0 1 3\n" +
	"input 0 1 1\naddplain 1 0 0\nfree 0\nlower 0 1 0 1\nfree 1\nmulplain 1 0 1\noutput 1 2 -5\n"

// corpus are the programs that the reader in Rust is replayed with.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../../../../fuzz/corpus/slot_program/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	texts := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = text
	}
	return texts
}

func TestCorpus(t *testing.T) {
	// The last names register 4294967295 first.
	valid := map[string]bool{"all": true, "levels": true, "encrypt": true, "huge": false}
	for name, text := range corpus(t) {
		program, err := Parse(text)
		if want, known := valid[name]; known && (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && program.Modulus != 0 { // clear computes with residues
			execute(t, program)
		}
	}
}

func TestProgramIsRead(t *testing.T) {
	p, err := Parse([]byte(levels))
	if err != nil {
		t.Fatal(err)
	}
	if p.Batch != 2 || p.Row != 4 || p.Modulus != 17 || p.Levels != 2 || p.Wires != 2 || p.Registers != 2 ||
		len(p.Notes) != 1 || p.Notes[0] != "two lines" || len(p.Ops) != 6 || p.Ops[3] != (Op{Code: Lower, To: 0, A: 1, Step: 1}) ||
		len(p.Outputs) != 1 || p.Outputs[0] != (Output{Register: 1, First: 2, Parity: true, Lowest: -5}) {
		t.Errorf("%+v", p)
	}
	if got := Values[uint64](p, &p.Plains[0]); got[0] != 3 || got[1] != 13 || got[2] != 3 || got[3] != 13 {
		t.Errorf("the first row is %v", got)
	}
	if got := Values[uint64](p, &p.Plains[1]); got[0] != 0 || got[1] != 1 || got[2] != 1 || got[3] != 0 {
		t.Errorf("the second row is %v", got)
	}
}

// TestMalformedProgramsNameTheLine changes one thing of a valid program.
func TestMalformedProgramsNameTheLine(t *testing.T) {
	for _, c := range []struct{ from, to, line string }{
		{"slots 1", "slots 2", "1"}, {"batch=2", "batch=5", "1"}, {"batch=2", "batch=0", "1"}, {"batch=2 row=4", "row=4 batch=2", "1"},
		{"row=4", "row=1048577", "1"}, {"modulus=17", "modulus=1", "1"}, {"modulus=17", "modulus=4611686018427387904", "1"},
		{"modulus=17", "modulus=017", "1"}, {"levels=2", "levels=129", "1"}, {"wires=2", "wires=1000001", "1"},
		{"registers=2\n", "registers=2 x=1\n", "1"}, {"registers=2", "registers=3", "11"}, {"registers=2", "registers=4294967296", "1"},
		{"plain 1 3,-4", "plain 2 3,-4", "3"}, {"3,-4", "3", "3"}, {"3,-4", "3,-4,5", "3"}, {"3,-4", "3,-17", "3"}, {"3,-4", "3,-0", "3"},
		{"3,-4", "+3,-4", "3"}, {"3,-4", "3, -4", "3"}, {"ones 0 1 3", "ones 0 3 3", "4"}, {"ones 0 1 3", "ones 0 1 5", "4"},
		{"input 0 1 1", "input 0 2 1", "5"}, {"input 0 1 1", "input 0 1 2", "5"}, {"input 0 1 1", "input 1 1 1", "5"},
		{"input 0 1 1", "input 0 1", "5"}, {"input 0 1 1", "input 0 1 1 ", "5"}, {"input 0 1 1", "input  0 1 1", "5"},
		{"addplain 1 0 0", "addplain 1 0 1", "6"}, {"addplain 1 0 0", "addplain 1 0 2", "6"}, {"addplain 1 0 0", "addplain 0 0 0", "6"},
		{"addplain 1 0 0", "add 1 0 1", "6"}, {"addplain 1 0 0", "double 1 0 0", "6"}, {"addplain 1 0 0", "rotate 1 0 0", "6"},
		{"addplain 1 0 0", "rotate 1 0 4", "6"}, {"free 0", "free 2", "7"}, {"free 0", "note late", "7"}, {"free 0", "ones 0 0 1", "7"},
		{"lower 0 1 0 1", "lower 0 1 1 0", "8"}, {"lower 0 1 0 1", "lower 0 1 0 2", "8"}, {"lower 0 1 0 1", "lower 0 0 0 1", "8"},
		{"mulplain 1 0 1", "mulplain 1 0 0", "10"}, {"output 1 2", "output 2 2", "11"}, {"output 1 2", "output 1 3", "11"},
		{"output 1 2 -5", "output 1 2 -9223372036854775809", "11"}, {"output 1 2 -5", "output 1 2 -5 0", "11"},
		{"output 1 2 -5\n", "", "11"}, {"-5\n", "-5\n\n", "12"}, {"-5\n", "-5\nfree 1\n", "12"}, {"-5\n", "-5\noutput 1 3\n", "12"}, {"-5\n", "-5\noutput 2 0\n", "12"},
		{"-5\n", "-5\noutput 1 0\nfree 1\n", "13"}, {"two", "t\xffo", "2"}, {"note", "\n", "2"},
	} {
		if !strings.Contains(levels, c.from) {
			t.Fatalf("%q is not in the program", c.from)
		}
		_, err := Parse([]byte(strings.Replace(levels, c.from, c.to, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), "line "+c.line+" of the program: ") {
			t.Errorf("%q for %q: %v, want line %s", c.to, c.from, err, c.line)
		}
	}
}

func TestOutputsAreCounted(t *testing.T) {
	p, err := Parse([]byte(levels + "output 1 0\noutput 1 2 -5"))
	if err != nil || len(p.Outputs) != 3 || p.Outputs[1] != (Output{Register: 1}) || p.Outputs[2] != p.Outputs[0] {
		t.Fatalf("%+v, %v", p, err)
	}
	execute(t, p)
	most := levels + strings.Repeat("output 1 0\n", MaxOutputs-1)
	if _, err := Parse([]byte(most)); err != nil {
		t.Error(err)
	}
	if _, err := Parse([]byte(most + "output 1 0\n")); err == nil {
		t.Error("more outputs than allowed were read")
	}
}

// FuzzParse: whatever is read over residues runs, and rows are as long as they say.
func FuzzParse(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		program, err := Parse(text)
		if err == nil && program.Modulus != 0 {
			execute(t, program)
		}
	})
}
