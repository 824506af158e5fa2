// Package texts reads and writes the small texts of a client: key parameters,
// inputs, outputs (docs/formats.md).
package texts

import (
	"bytes"
	"fmt"
)

// SyntaxError names the place of an error in a text and what would have been right.
type SyntaxError struct {
	Line, Column int // both from 1
	Expected     string
	Got          string
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: expected %s, got %s", e.Line, e.Column, e.Expected, e.Got)
}

// scanner walks over one line of text, skipping blanks between tokens.
type scanner struct {
	text []byte
	pos  int
	line int
}

func (s *scanner) skip() {
	for s.pos < len(s.text) && (s.text[s.pos] == ' ' || s.text[s.pos] == '\t') {
		s.pos++
	}
}

func (s *scanner) end() bool {
	s.skip()
	return s.pos == len(s.text)
}

func (s *scanner) fail(expected string) error {
	got := "the end of the line"
	if s.pos < len(s.text) {
		got = fmt.Sprintf("%.24q", s.text[s.pos:])
	}
	return &SyntaxError{Line: s.line, Column: s.pos + 1, Expected: expected, Got: got}
}

// peek says whether the next token starts with c.
func (s *scanner) peek(c byte) bool {
	s.skip()
	return s.pos < len(s.text) && s.text[s.pos] == c
}

// take consumes the token if it is next.
func (s *scanner) take(token string) bool {
	s.skip()
	if !bytes.HasPrefix(s.text[s.pos:], []byte(token)) {
		return false
	}
	s.pos += len(token)
	return true
}

// need consumes the token or fails.
func (s *scanner) need(token string) error {
	if !s.take(token) {
		return s.fail(fmt.Sprintf("%q", token))
	}
	return nil
}

// number reads a canonical decimal number below limit.
func (s *scanner) number(what string, limit uint64) (uint64, error) {
	s.skip()
	start, value := s.pos, uint64(0)
	for s.pos < len(s.text) && isDigit(s.text[s.pos]) {
		digit := uint64(s.text[s.pos] - '0')
		if value > (limit-1)/10 || value*10+digit >= limit {
			s.pos = start
			return 0, s.fail(fmt.Sprintf("%s below %d", what, limit))
		}
		value = value*10 + digit
		s.pos++
	}
	if s.pos == start || (s.text[start] == '0' && s.pos > start+1) {
		s.pos = start
		return 0, s.fail(what)
	}
	return value, nil
}

// word reads a run of letters.
func (s *scanner) word() string {
	s.skip()
	start := s.pos
	for s.pos < len(s.text) && (s.text[s.pos]|0x20) >= 'a' && (s.text[s.pos]|0x20) <= 'z' {
		s.pos++
	}
	return string(s.text[start:s.pos])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
