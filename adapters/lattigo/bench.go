package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/tuneinsight/lattigo/v6/core/rlwe"
	"github.com/tuneinsight/lattigo/v6/ring"
	lattigo "github.com/tuneinsight/lattigo/v6/schemes/bgv"
)

// shape is what `ringassay bench bgv --peers` and `ringassay bench lattice` ask for.
type shape struct {
	Scheme   string  `json:"scheme"`
	N        int     `json:"n"`
	T        uint64  `json:"t"`
	QBits    []int   `json:"q_bits"`
	PBits    []int   `json:"p_bits"`
	SampleUs float64 `json:"sample_us"`
	// Log2Scale is of CKKS alone.
	Log2Scale int `json:"log2_scale"`
	// Operations are those of bench lattice; there are none in bench bgv.
	Operations []string `json:"operations"`
}

// subject is a scheme with keys and operands, its results compared with what is
// computed in the clear.
type subject interface {
	// operations by the names that all libraries have for them.
	operations() map[string]func() error
	// levels is how many products in a row are right, each rescaled.
	levels() (int, error)
	facts(asked *shape, levels int) (map[string]any, error)
}

// prepared is the subject of a shape.
func prepared(asked *shape) (subject, error) {
	switch {
	case len(asked.Operations) == 0 && asked.Scheme == "BGV":
		return prepare(asked)
	case len(asked.Operations) == 0:
		return nil, fmt.Errorf("only BGV is measured, not %q", asked.Scheme)
	case asked.Scheme == "CKKS":
		return prepareReals(asked)
	case asked.Scheme == "BGV" || asked.Scheme == "BFV":
		return prepareIntegers(asked)
	}
	return nil, fmt.Errorf("CKKS, BGV and BFV are measured, not %q", asked.Scheme)
}

// bench measures Lattigo as a user of Go has it, in rounds that its caller asks
// for: it prints what it has prepared, then for each line that it reads the CPU
// time of every operation in nanoseconds, and in the end its peak memory, all as
// JSON. docs/measurements shows the results beside those of other libraries.
func bench(text string) error {
	runtime.GOMAXPROCS(1)
	var asked shape
	if err := json.Unmarshal([]byte(text), &asked); err != nil {
		return fmt.Errorf("the shape is no JSON of the expected form: %w", err)
	}
	b, err := prepared(&asked)
	if err != nil {
		return err
	}
	operations := b.operations()
	if len(asked.Operations) > 0 {
		maps.DeleteFunc(operations, func(name string, _ func() error) bool {
			return !slices.Contains(asked.Operations, name)
		})
	}
	out := json.NewEncoder(os.Stdout)
	repetitions := make(map[string]int)
	for name, work := range operations {
		if _, err := timed(work, 1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		once, err := timed(work, 1)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		repetitions[name] = int(min(10_000, max(1, 1000*asked.SampleUs/max(once, 1))))
	}
	levels, err := b.levels()
	if err != nil {
		return err
	}
	facts, err := b.facts(&asked, levels)
	if err != nil {
		return err
	}
	if err := out.Encode(facts); err != nil {
		return fmt.Errorf("cannot say what was prepared: %w", err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		round := make(map[string]float64)
		for name, work := range operations {
			if round[name], err = timed(work, repetitions[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if err := out.Encode(round); err != nil {
			return fmt.Errorf("cannot say what was measured: %w", err)
		}
	}
	peak, err := peakBytes()
	if err != nil {
		return err
	}
	return out.Encode(map[string]int64{"peak_bytes": peak})
}

// peakBytes is the most memory that this process had. Maxrss would do, did it not
// begin with that of the process that started this one.
func peakBytes() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, fmt.Errorf("no peak memory: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		var kib int64
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kib); err == nil {
			return 1024 * kib, nil
		}
	}
	return 0, errors.New("no peak memory: the system does not say")
}

// timed is the CPU time of the process for one of so many repetitions, in
// nanoseconds: the collector of garbage counts.
func timed(work func() error, repetitions int) (float64, error) {
	start := cpu()
	for range repetitions {
		if err := work(); err != nil {
			return 0, err
		}
	}
	return (cpu() - start) / float64(repetitions), nil
}

func cpu() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return math.NaN()
	}
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
}

// measured are keys and operands.
type measured struct {
	params      lattigo.Parameters
	generator   *rlwe.KeyGenerator
	public      *rlwe.PublicKey
	keys        *rlwe.MemEvaluationKeySet
	encoder     *lattigo.Encoder
	encryptor   *rlwe.Encryptor
	decryptor   *rlwe.Decryptor
	evaluator   *lattigo.Evaluator
	first, last []uint64
	a, b        *rlwe.Ciphertext
	values      []uint64
}

func prepare(asked *shape) (*measured, error) {
	logN := int(math.Log2(float64(asked.N)))
	p, err := lattigo.NewParametersFromLiteral(lattigo.ParametersLiteral{
		LogN: logN, LogQ: asked.QBits, LogP: asked.PBits, PlaintextModulus: asked.T,
		Xs: ring.Ternary{P: 2.0 / 3},
		Xe: ring.DiscreteGaussian{Sigma: library.Sigma, Bound: 6 * library.Sigma},
	})
	if err != nil {
		return nil, fmt.Errorf("Lattigo does not take the parameters: %w", err)
	}
	m := &measured{params: p, generator: lattigo.NewKeyGenerator(p), encoder: lattigo.NewEncoder(p)}
	secret, public := m.generator.GenKeyPairNew()
	m.public = public
	m.keys = m.evaluationKeys(secret)
	m.encryptor, m.decryptor = lattigo.NewEncryptor(p, public), lattigo.NewDecryptor(p, secret)
	m.evaluator = lattigo.NewEvaluator(p, m.keys)
	m.values = make([]uint64, p.MaxSlots())
	m.first, m.last = make([]uint64, p.MaxSlots()), make([]uint64, p.MaxSlots())
	for i := range m.first {
		u := uint64(i)
		m.first[i], m.last[i] = (u*u*31+7*u+3)%asked.T, (u*12345+678)%asked.T
	}
	if m.a, err = m.encrypt(m.first); err != nil {
		return nil, err
	}
	if m.b, err = m.encrypt(m.last); err != nil {
		return nil, err
	}
	return m, m.check()
}

func (m *measured) evaluationKeys(secret *rlwe.SecretKey) *rlwe.MemEvaluationKeySet {
	rotation := m.generator.GenGaloisKeyNew(m.params.GaloisElement(-1), secret)
	return rlwe.NewMemEvaluationKeySet(m.generator.GenRelinearizationKeyNew(secret), rotation)
}

func (m *measured) encode(values []uint64) (*rlwe.Plaintext, error) {
	plain := lattigo.NewPlaintext(m.params, m.params.MaxLevel())
	return plain, m.encoder.Encode(values, plain)
}

func (m *measured) encrypt(values []uint64) (*rlwe.Ciphertext, error) {
	plain, err := m.encode(values)
	if err != nil {
		return nil, err
	}
	return m.encryptor.EncryptNew(plain)
}

func (m *measured) decrypt(a *rlwe.Ciphertext) ([]uint64, error) {
	return m.values, m.encoder.Decode(m.decryptor.DecryptNew(a), m.values)
}

// operations by the names that all libraries have for them.
func (m *measured) operations() map[string]func() error {
	made := func(run func() (*rlwe.Ciphertext, error)) func() error {
		return func() error { _, err := run(); return err }
	}
	return map[string]func() error{
		"encrypt": made(func() (*rlwe.Ciphertext, error) { return m.encrypt(m.first) }),
		"decrypt": func() error { _, err := m.decrypt(m.a); return err },
		"add":     made(m.sum), "multiply": made(m.product), "rotate": made(m.rotation),
		"multiply_plain": made(m.plainProduct),
		"keys": func() error {
			secret, _ := m.generator.GenKeyPairNew()
			m.evaluationKeys(secret)
			return nil
		},
	}
}

func (m *measured) sum() (*rlwe.Ciphertext, error)     { return m.evaluator.AddNew(m.a, m.b) }
func (m *measured) product() (*rlwe.Ciphertext, error) { return m.evaluator.MulRelinNew(m.a, m.b) }
func (m *measured) rotation() (*rlwe.Ciphertext, error) {
	return m.evaluator.RotateColumnsNew(m.a, -1)
}
func (m *measured) plainProduct() (*rlwe.Ciphertext, error) {
	plain, err := m.encode(m.last)
	if err != nil {
		return nil, err
	}
	return m.evaluator.MulNew(m.a, plain)
}

// check compares every operation with integers mod t.
func (m *measured) check() error {
	t, row := m.params.PlaintextModulus(), len(m.first)/2
	for name, one := range map[string]struct {
		run  func() (*rlwe.Ciphertext, error)
		want func(i int) uint64
	}{
		"a sum":               {m.sum, func(i int) uint64 { return (m.first[i] + m.last[i]) % t }},
		"a product":           {m.product, func(i int) uint64 { return m.first[i] * m.last[i] % t }},
		"a plaintext product": {m.plainProduct, func(i int) uint64 { return m.first[i] * m.last[i] % t }},
		"a rotation": {m.rotation, func(i int) uint64 {
			return m.first[i/row*row+(i%row+row-1)%row]
		}},
	} {
		made, err := one.run()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found, err := m.decrypt(made)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i, value := range found {
			if value != one.want(i) {
				return fmt.Errorf("%s is wrong: entry %d is %d instead of %d", name, i, value, one.want(i))
			}
		}
	}
	return nil
}

// levels is how many products in a row are right, each rescaled.
func (m *measured) levels() (int, error) {
	x, expected := m.a, slices.Clone(m.first)
	for done := 0; ; done++ {
		if x.Level() == 0 {
			return done, nil
		}
		var err error
		if x, err = m.evaluator.MulRelinNew(x, m.b); err != nil {
			return 0, err
		}
		if err = m.evaluator.Rescale(x, x); err != nil {
			return 0, err
		}
		found, err := m.decrypt(x)
		if err != nil {
			return 0, err
		}
		for i, value := range m.last {
			expected[i] = expected[i] * value % m.params.PlaintextModulus()
		}
		if !slices.Equal(found, expected) {
			return done, nil
		}
	}
}

func (m *measured) facts(asked *shape, levels int) (map[string]any, error) {
	relin, err := m.keys.GetRelinearizationKey()
	if err != nil {
		return nil, err
	}
	rotation, err := m.keys.GetGaloisKey(m.params.GaloisElement(-1))
	if err != nil {
		return nil, err
	}
	version, err := lattigoVersion()
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"library": "Lattigo", "version": version, "scheme": asked.Scheme, "levels": levels,
		"log2_q": m.params.LogQ(), "log2_p": m.params.LogP(),
		"digits":           m.params.BaseRNSDecompositionVectorSize(m.params.MaxLevelQ(), m.params.MaxLevelP()),
		"ciphertext_bytes": m.a.BinarySize(),
		"keys_bytes":       m.public.BinarySize() + relin.BinarySize() + rotation.BinarySize(),
	}, nil
}

// lattigoVersion is that of the module that was built in.
func lattigoVersion() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if strings.HasPrefix(module.Path, "github.com/tuneinsight/lattigo/") {
				return strings.TrimPrefix(module.Version, "v"), nil
			}
		}
	}
	return "", errors.New("the build names no version of Lattigo")
}
