package packets

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

var testForms = map[string]Form{"KEY": Text, "PDATA": Text, "EDATA": Chunks}

func TestPacketsOfTheOriginal(t *testing.T) {
	// The byte sequences of HEtest's figure 3, one byte at a time.
	stream := "KEY\nL=5,D=4.0,K=80\nENDKEY\nEDATA\n3\na\nb12\n0123456789ab0\nENDEDATA\nPDATA\n[01]\n\nENDPDATA\nPDATA\n\nENDPDATA\n"
	r := NewReader(iotest.OneByteReader(strings.NewReader(stream)), DefaultPacketBytes, testForms)
	for _, want := range []Packet{
		{Kind: "KEY", Text: []byte("L=5,D=4.0,K=80")},
		{Kind: "EDATA", Chunks: [][]byte{[]byte("a\nb"), []byte("0123456789ab"), {}}},
		{Kind: "PDATA", Text: []byte("[01]\n")},
		{Kind: "PDATA", Text: []byte{}},
	} {
		got, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got.Kind != want.Kind || !bytes.Equal(got.Text, want.Text) || !slices.EqualFunc(got.Chunks, want.Chunks, bytes.Equal) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("at the end: %v", err)
	}
}

func TestWriterWritesTheOriginalsBytes(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	if err := errors.Join(
		w.WriteText("CIRCUIT", []byte("CIRCUIT READY")),
		w.WriteChunks("EDATA", [][]byte{[]byte("00100"), {}}),
		w.WriteControl("ERROR", ErrorReply{Kind: Refused, Message: "a\nb"}),
	); err != nil {
		t.Fatal(err)
	}
	want := "CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\nEDATA\n5\n001000\nENDEDATA\n" +
		"ERROR\n{\"kind\":\"refused\",\"message\":\"a\\nb\"}\nENDERROR\n"
	if out.String() != want {
		t.Fatalf("got %q, want %q", out.String(), want)
	}
}

func TestMalformedPacketsAreErrors(t *testing.T) {
	for _, stream := range []string{
		"KEX\n", "key\nENDKEY\n", "KEY", "KEY\nno end", "KEY\nENDKEY", "\n", strings.Repeat("K", 100) + "\n",
		"EDATA\nENDEDATA\n", "EDATA\n-1\n", "EDATA\n+1\na", "EDATA\n01\na", "EDATA\n1e3\n", "EDATA\n 1\na", "EDATA\n1\r\na",
		"EDATA\n18446744073709551616\n", "EDATA\n9223372036854775807\n", "EDATA\n999999999999999999999\n",
		"EDATA\n5\nabc", "EDATA\n3\nabcENDEDAT\n", "EDATA\n3\nabcdENDEDATA\n", "EDATA\n\n", "EDATA\n101\n", "EDATA\n60\n" + strings.Repeat("a", 60) + "60\n",
		"PDATA\n" + strings.Repeat("a", 200) + "\nENDPDATA\n",
	} {
		r := NewReader(strings.NewReader(stream), 100, testForms)
		if p, err := r.Next(); err == nil || errors.Is(err, io.EOF) {
			t.Errorf("%q was read as %+v, %v", stream, p, err)
		} else if !strings.Contains(err.Error(), "at byte") {
			t.Errorf("%q: the error names no place: %v", stream, err)
		}
	}
}

// TestDeclaredSizeIsNotAllocated: a chunk claims to be huge and delivers little.
func TestDeclaredSizeIsNotAllocated(t *testing.T) {
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			r := NewReader(strings.NewReader("EDATA\n1000000000\nabc"), DefaultPacketBytes, testForms)
			if _, err := r.Next(); err == nil {
				b.Fatal("a chunk that ends early was read")
			}
		}
	}).AllocedBytesPerOp()
	if allocated > 4<<20 {
		t.Fatalf("%d bytes were allocated for 3 that arrived", allocated)
	}
}
