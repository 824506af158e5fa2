package sut

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"ringassay/adapters/lattigo/internal/testkit"
	"ringassay/kit/packets"
)

// peer is a program under test at the other end of two pipes, and the
// harness's side of the protocol.
type peer struct {
	t      *testing.T
	in     *io.PipeWriter
	reader *packets.Reader
	done   chan error
	report *packets.Report // before the last answer
}

func start(t *testing.T, program func(io.Reader, io.Writer, bool) error, protocol2 bool, keyForm packets.Form) *peer {
	t.Helper()
	fromHarness, toProgram := io.Pipe()
	fromProgram, toHarness := io.Pipe()
	p := &peer{t: t, in: toProgram, done: make(chan error, 1)}
	go func() {
		err := program(fromHarness, toHarness, protocol2)
		_ = toHarness.CloseWithError(io.EOF)
		_ = fromHarness.CloseWithError(io.ErrClosedPipe)
		p.done <- err
	}()
	p.reader = packets.NewReader(fromProgram, packets.DefaultPacketBytes, map[string]packets.Form{
		"KEY": keyForm, "CIRCUIT": packets.Text, "PDATA": packets.Text, "EDATA": packets.Chunks,
		"HELLO": packets.Text, "REPORT": packets.Text, "ERROR": packets.Text,
	})
	return p
}

// send writes a packet and needs no answer.
func (p *peer) send(packet []byte) {
	p.t.Helper()
	if _, err := p.in.Write(packet); err != nil {
		p.t.Fatal(err)
	}
}

// next returns the next packet, keeping a report that stands before it.
func (p *peer) next() *packets.Packet {
	p.t.Helper()
	p.report = nil
	for {
		packet, err := p.reader.Next()
		if err != nil {
			p.t.Fatal(err)
		}
		if packet.Kind != "REPORT" {
			return packet
		}
		p.report = new(packets.Report)
		if err := json.Unmarshal(packet.Text, p.report); err != nil {
			p.t.Fatal(err)
		}
	}
}

func (p *peer) ask(kind, body, want string) *packets.Packet {
	p.t.Helper()
	p.send([]byte(kind + "\n" + body + "\nEND" + kind + "\n"))
	packet := p.next()
	if packet.Kind != want {
		p.t.Fatalf("%s was answered with %s %.300s", kind, packet.Kind, packet.Text)
	}
	return packet
}

// failure asks and wants an ERROR of the kind.
func (p *peer) failure(kind, body, errorKind string) {
	p.t.Helper()
	reply := new(packets.ErrorReply)
	if err := json.Unmarshal(p.ask(kind, body, "ERROR").Text, reply); err != nil {
		p.t.Fatal(err)
	}
	if reply.Kind != errorKind || reply.Message == "" {
		p.t.Errorf("%s %.40q: %+v, want %s", kind, body, reply, errorKind)
	}
}

// close ends the input and wants a clean exit.
func (p *peer) close() {
	p.t.Helper()
	_ = p.in.Close()
	if err := <-p.done; err != nil {
		p.t.Errorf("at the end of the input: %v", err)
	}
}

// packet writes a packet as it was read, for forwarding.
func packet(t *testing.T, p *packets.Packet) []byte {
	t.Helper()
	var out bytes.Buffer
	w := packets.NewWriter(&out)
	var err error
	if p.Chunks != nil {
		err = w.WriteChunks(p.Kind, p.Chunks)
	} else {
		err = w.WriteText(p.Kind, p.Text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// session runs one circuit on two inputs through a client and a server.
func session(t *testing.T, client, server *peer, g *testkit.Circuit, r *rand.Rand) {
	t.Helper()
	if got := server.ask("CIRCUIT", string(g.Text()), "CIRCUIT"); string(got.Text) != "CIRCUIT READY" {
		t.Fatalf("the circuit was answered with %q", got.Text)
	}
	for range 2 {
		input := g.RandomInput(r)
		encrypted := client.ask("PDATA", string(g.InputText(input)), "EDATA")
		if len(encrypted.Chunks) != g.Wires {
			t.Fatalf("%d chunks for %d wires", len(encrypted.Chunks), g.Wires)
		}
		server.send(packet(t, encrypted))
		evaluated := server.next()
		if evaluated.Kind != "EDATA" {
			t.Fatalf("evaluation was answered with %s %.300s", evaluated.Kind, evaluated.Text)
		}
		client.send(packet(t, evaluated))
		output := client.next()
		if want := g.OutputText(g.Evaluate(input)); output.Kind != "PDATA" || !bytes.Equal(output.Text, want) {
			t.Fatalf("got %s %s, want %s\n%s", output.Kind, output.Text, want, g.Text())
		}
	}
}

func TestOriginalProtocol(t *testing.T) {
	client, server := start(t, Client, false, packets.Text), start(t, Server, false, packets.Text)
	r := rand.New(rand.NewPCG(5, 6))
	key := client.ask("KEY", "L=5,D=2.0,K=80", "KEY")
	server.send(packet(t, key))
	for range 2 {
		session(t, client, server, testkit.Mixed(r, testkit.Config{Wires: 4, Batch: 5, Depth: 1, Gates: testkit.Gf2Gates}), r)
	}
	client.close()
	server.close()
}

func TestProtocol2(t *testing.T) {
	client, server := start(t, Client, true, packets.Chunks), start(t, Server, true, packets.Chunks)
	for role, p := range map[string]*peer{"client": client, "server": server} {
		hello := new(packets.Hello)
		if packet := p.next(); packet.Kind != "HELLO" || json.Unmarshal(packet.Text, hello) != nil {
			t.Fatalf("the first packet is %+v", packet)
		}
		if hello.Protocol != 2 || hello.Role != role || hello.Library != "Lattigo" || hello.Scheme != "BGV" || len(hello.Gates) != 8 {
			t.Errorf("%+v", hello)
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	client.failure("PDATA", "[11111]", packets.Failed)
	server.failure("CIRCUIT", "W=1,D=0,L=5\nG1:LROTATE(W0,1)", packets.Failed)
	for _, modulus := range []string{"", ",T=65537"} {
		config := testkit.Config{Wires: 4, Batch: 5, Depth: 1, Gates: testkit.Gf2Gates}
		if modulus != "" {
			config.Modulus, config.Gates = 65537, testkit.ZtGates
		}
		key := client.ask("KEY", "L=5,D=2.0,K=128"+modulus, "KEY")
		if client.report == nil || client.report.Parameters["scheme"] != "BGV" || client.report.ComputeNs <= 0 ||
			client.report.CPUNs <= 0 || client.report.PeakBytes < 1<<20 {
			t.Errorf("the key's report is %+v", client.report)
		}
		server.send(packet(t, key))
		session(t, client, server, testkit.Mixed(r, config), r)
		if client.report == nil {
			t.Error("decryption came without a report")
		}
	}
	client.close()
	server.close()
}

func TestErrorsLeaveTheSessionUsable(t *testing.T) {
	client, server := start(t, Client, true, packets.Chunks), start(t, Server, true, packets.Chunks)
	client.next()
	server.next()
	r := rand.New(rand.NewPCG(9, 10))
	client.failure("KEY", "nonsense", packets.Failed)
	client.failure("KEY", "L=5,D=300,K=128", packets.Refused)
	client.failure("KEY", "L=5,D=2,K=500", packets.Refused)
	client.failure("KEY", "L=5,D=2,K=128,T=65536", packets.Refused)
	server.send([]byte("KEY\n7\ngarbage2\nXXENDKEY\n")) // not answered; told with the circuit
	server.failure("CIRCUIT", "W=1,D=0,L=5\nG1:LROTATE(W0,1)", packets.Failed)

	key := client.ask("KEY", "L=5,D=1.0,K=128", "KEY")
	server.send(packet(t, key))
	server.send([]byte("EDATA\n1\nxENDEDATA\n"))
	if reply := server.next(); reply.Kind != "ERROR" {
		t.Fatalf("ciphertexts without a circuit were answered with %s", reply.Kind)
	}
	server.failure("CIRCUIT", "W=1,D=0,L=5\nG1:LROTATE(W0,9)", packets.Failed)
	server.failure("CIRCUIT", "W=1,D=0,L=6\nG1:LROTATE(W0,1)", packets.Refused)
	config := testkit.Config{Wires: 3, Batch: 5, Gates: testkit.Gf2Gates}
	deep := &testkit.Circuit{Config: config}
	for i := range 12 {
		deep.Gates = append(deep.Gates, testkit.Gate{Type: "LMUL", A: max(i+2, 0), B: i % 2})
	}
	server.failure("CIRCUIT", string(deep.Text()), packets.Refused)

	config.Depth = 0.5
	g := testkit.Mixed(r, config)
	session(t, client, server, g, r)
	for _, body := range []string{"[1111]", "[11111", "", "[11111,1111]", "[11112]"} {
		client.failure("PDATA", body, packets.Failed)
	}
	for _, garbage := range []string{"1\nx", "3\nabc3\nabc3\nabc", "0\n0\n0\n"} {
		server.send([]byte("EDATA\n" + garbage + "ENDEDATA\n"))
		if reply := server.next(); reply.Kind != "ERROR" {
			t.Fatalf("garbage was answered with %s", reply.Kind)
		}
		client.send([]byte("EDATA\n" + garbage + "ENDEDATA\n"))
		if reply := client.next(); reply.Kind != "ERROR" {
			t.Fatalf("garbage was answered with %s", reply.Kind)
		}
	}
	session(t, client, server, g, r)
	client.close()
	server.close()
}

// TestBrokenFramingEndsTheProgram: a stream that cannot be followed any more
// is an error exit, in either protocol, never an answer.
func TestBrokenFramingEndsTheProgram(t *testing.T) {
	for _, protocol2 := range []bool{false, true} {
		for _, stream := range []string{"KEY", "HELP\n", "EDATA\n-5\n", "EDATA\n99999999999\n", "CIRCUIT\nW=1"} {
			var out bytes.Buffer
			if err := Server(strings.NewReader(stream), &out, protocol2); err == nil {
				t.Errorf("%q ended without an error", stream)
			}
			if got := out.String(); protocol2 != strings.HasPrefix(got, "HELLO\n") || strings.Contains(got, "EDATA\n") {
				t.Errorf("%q was answered with %q", stream, got)
			}
		}
	}
	if err := Client(strings.NewReader("KEY\nL=5,D=900,K=80\nENDKEY\n"), io.Discard, false); err == nil {
		t.Error("the original protocol has no errors, yet an impossible key did not end the client")
	}
}

// TestPanicsAreErrors: a failure inside the library must not end the session.
func TestPanicsAreErrors(t *testing.T) {
	var out bytes.Buffer
	if err := serve(panicking{}, strings.NewReader("KEY\n\nENDKEY\nKEY\n\nENDKEY\n"), &out, true); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"kind":"failed"`); got != 2 {
		t.Fatalf("two panics gave %d errors: %s", got, out.String())
	}
}

type panicking struct{}

func (panicking) handle(*packets.Packet) (*answer, error) { panic("inside") }
func (panicking) hello() packets.Hello                    { return helloAs("client") }
func (panicking) forms(bool) map[string]packets.Form {
	return map[string]packets.Form{"KEY": packets.Text}
}
