// Package keys is a sample with what confuses counters of tokens.
package keys

import (
	"errors"
	"fmt"
)

const help = `usage: if {
	func broken() {
`

// addVec is written in assembly: it has no body here.
func addVec(a, b []uint64) []uint64

type Key struct {
	Coeffs []uint64
	Check  func(uint64) bool
}

type Source interface {
	Next(limit uint64) (uint64, error)
}

/* New draws a key: if it fails { it says why */
func New[S Source](source S, n int, q uint64) (*Key, error) {
	if n <= 0 || n&(n-1) != 0 {
		return nil, errors.New("n { is no power of two")
	}
	key := &Key{Coeffs: make([]uint64, n)}
	for i := range key.Coeffs {
		value, err := source.Next(q)
		if err != nil {
			return nil, fmt.Errorf("coefficient %d: %w", i, err)
		}
		key.Coeffs[i] = value
	}
	return key, nil
}

func (k *Key) Weight() (count int) {
	each := func(v uint64) {
		if v != 0 && v != 1 {
			count++
		}
	}
	for _, v := range k.Coeffs {
		each(v)
	}
	return
}

func bracket(r rune) bool { return r == '{' || r == '`' || r == '\'' }

func describe(value any) string {
	switch v := value.(type) {
	case int, int64:
		return "number"
	case interface{ Name() string }:
		return v.Name()
	default:
		return ""
	}
}

func wait(done, stop chan struct{}) interface{} {
	for {
		select {
		case <-done:
			return nil
		case <-stop:
			return errors.New("stopped")
		}
	}
}
