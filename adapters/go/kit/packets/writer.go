package packets

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// Writer puts packets on a stream. Large chunks pass through without a copy.
type Writer struct {
	w *bufio.Writer
}

// NewWriter returns a Writer on w.
func NewWriter(w io.Writer) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, bufferBytes)}
}

// WriteText writes a text packet. The body must contain no line that is the
// footer.
func (w *Writer) WriteText(kind string, body []byte) error {
	w.puts(kind, "\n")
	_, _ = w.w.Write(body) // bufio keeps the first error for Flush
	w.puts("\nEND", kind, "\n")
	return w.flush()
}

// WriteChunks writes a chunked packet.
func (w *Writer) WriteChunks(kind string, chunks [][]byte) error {
	w.puts(kind, "\n")
	for _, chunk := range chunks {
		w.puts(strconv.Itoa(len(chunk)), "\n")
		_, _ = w.w.Write(chunk) // bufio keeps the first error for Flush
	}
	w.puts("END", kind, "\n")
	return w.flush()
}

// WriteControl writes a packet whose body is one line of JSON.
func (w *Writer) WriteControl(kind string, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("protocol: cannot write %s: %w", kind, err)
	}
	return w.WriteText(kind, body)
}

func (w *Writer) puts(parts ...string) {
	for _, part := range parts {
		_, _ = w.w.WriteString(part) // bufio keeps the first error for Flush
	}
}

func (w *Writer) flush() error {
	if err := w.w.Flush(); err != nil {
		return fmt.Errorf("protocol: cannot write the answer: %w", err)
	}
	return nil
}
