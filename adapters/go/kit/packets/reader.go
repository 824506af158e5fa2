// Package packets reads and writes the packets of docs/protocol.md.
//
// It knows nothing of circuits or encryption: a packet is a header line, a
// body of text or of sized chunks, and a footer line.
package packets

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Form says how the body of a packet is written.
type Form int

// The two forms of a body.
const (
	Text   Form = iota // every byte up to the first line that is the footer
	Chunks             // sized chunks of raw bytes
)

// DefaultPacketBytes is the largest body a Reader accepts unless told otherwise.
const DefaultPacketBytes = 1 << 30

const (
	maxHeaderBytes = 64
	maxSizeDigits  = 20
	bufferBytes    = 1 << 16
	growBytes      = 1 << 20 // a chunk's buffer starts at most this large
)

// Packet is one packet as it arrived.
type Packet struct {
	Kind   string   // the header, for example "EDATA"
	Text   []byte   // body of a text packet, without the line feed before the footer
	Chunks [][]byte // body of a chunked packet
}

// Reader takes packets off a stream. Its memory is bounded by what really
// arrives and by the packet limit, never by a size that the peer declares.
type Reader struct {
	r           *bufio.Reader
	offset      int64
	packetBytes int64
	forms       map[string]Form
}

// NewReader returns a Reader that accepts the packet kinds named in forms,
// with bodies of at most packetBytes bytes.
func NewReader(r io.Reader, packetBytes int64, forms map[string]Form) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, bufferBytes), packetBytes: packetBytes, forms: forms}
}

// Next returns the next packet, or io.EOF when the stream ends between two
// packets. Any other error means that the stream cannot be followed further.
func (r *Reader) Next() (*Packet, error) {
	header, err := r.line(maxHeaderBytes)
	if err != nil {
		if errors.Is(err, io.EOF) && len(header) == 0 {
			return nil, io.EOF
		}
		return nil, r.fail("a packet header", header, err)
	}
	kind := string(header)
	form, known := r.forms[kind]
	if !known {
		return nil, r.fail("the header of a request", header, nil)
	}
	packet := &Packet{Kind: kind}
	footer := []byte("END" + kind)
	if form == Text {
		packet.Text, err = r.text(footer)
	} else {
		packet.Chunks, err = r.chunks(footer)
	}
	if err != nil {
		return nil, err
	}
	return packet, nil
}

// text reads lines until one is the footer.
func (r *Reader) text(footer []byte) ([]byte, error) {
	var body []byte
	for lineStart := 0; ; {
		part, err := r.r.ReadSlice('\n')
		r.offset += int64(len(part))
		if int64(len(body)+len(part)) > r.packetBytes+int64(len(footer))+1 {
			return nil, r.fail(fmt.Sprintf("%s within %d bytes", footer, r.packetBytes), nil, nil)
		}
		body = append(body, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil {
			return nil, r.fail(string(footer), nil, err)
		}
		if bytes.Equal(body[lineStart:len(body)-1], footer) {
			return bytes.TrimSuffix(body[:lineStart], []byte("\n")), nil
		}
		lineStart = len(body)
	}
}

// chunks reads sized chunks until the footer stands where a size would.
func (r *Reader) chunks(footer []byte) ([][]byte, error) {
	var chunks [][]byte
	for remaining := r.packetBytes; ; {
		line, err := r.line(maxHeaderBytes)
		if err != nil {
			return nil, r.fail(fmt.Sprintf("a chunk size or %s", footer), line, err)
		}
		if bytes.Equal(line, footer) {
			if len(chunks) == 0 {
				return nil, r.fail("at least one chunk", line, nil)
			}
			return chunks, nil
		}
		size, err := parseSize(line)
		if err != nil {
			return nil, r.fail(fmt.Sprintf("a canonical decimal size or %s", footer), line, nil)
		}
		if size > remaining {
			return nil, r.fail(fmt.Sprintf("at most %d bytes in one packet", r.packetBytes), line, nil)
		}
		remaining -= size
		chunk, err := r.exactly(size)
		if err != nil {
			return nil, r.fail(fmt.Sprintf("%d bytes", size), nil, err)
		}
		chunks = append(chunks, chunk)
	}
}

// exactly reads size bytes into a buffer that grows with what arrives.
func (r *Reader) exactly(size int64) ([]byte, error) {
	chunk := make([]byte, 0, min(size, growBytes))
	for int64(len(chunk)) < size {
		if len(chunk) == cap(chunk) {
			grown := make([]byte, len(chunk), min(size, int64(2*cap(chunk))))
			copy(grown, chunk)
			chunk = grown
		}
		n, err := io.ReadFull(r.r, chunk[len(chunk):cap(chunk)])
		r.offset += int64(n)
		chunk = chunk[:len(chunk)+n]
		if err != nil {
			return nil, err
		}
	}
	return chunk, nil
}

// line reads one line of at most limit bytes and returns it without its end.
func (r *Reader) line(limit int) ([]byte, error) {
	line := make([]byte, 0, limit)
	for len(line) <= limit {
		b, err := r.r.ReadByte()
		if err != nil {
			return line, err
		}
		r.offset++
		if b == '\n' {
			return line, nil
		}
		line = append(line, b)
	}
	return line, errors.New("the line is too long")
}

func (r *Reader) fail(expected string, got []byte, cause error) error {
	switch {
	case errors.Is(cause, io.EOF), errors.Is(cause, io.ErrUnexpectedEOF):
		return fmt.Errorf("protocol: at byte %d: expected %s, got the end of the stream", r.offset, expected)
	case cause != nil:
		return fmt.Errorf("protocol: at byte %d: expected %s: %w", r.offset, expected, cause)
	default:
		return fmt.Errorf("protocol: at byte %d: expected %s, got %.64q", r.offset, expected, got)
	}
}

func parseSize(line []byte) (int64, error) {
	if len(line) == 0 || len(line) > maxSizeDigits || (line[0] == '0' && len(line) > 1) {
		return 0, strconv.ErrSyntax
	}
	for _, c := range line {
		if c < '0' || c > '9' {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseInt(string(line), 10, 64)
}
