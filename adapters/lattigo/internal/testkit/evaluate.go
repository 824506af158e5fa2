package testkit

import "math/big"

// Evaluate computes the output slot by slot, as docs/formats.md defines it.
func (c *Circuit) Evaluate(input [][]uint64) []uint64 {
	t := c.Modulus
	if t == 0 {
		t = 2
	}
	nodes := append([][]uint64{}, input...)
	for _, g := range c.Gates {
		a, out := nodes[g.A], make([]uint64, c.Batch)
		var b []uint64
		if g.Binary() {
			b = nodes[g.B]
		}
		for i := range out {
			switch g.Type {
			case "LADD":
				out[i] = (a[i] + b[i]) % t
			case "LSUB":
				out[i] = (a[i] + t - b[i]) % t
			case "LNEG":
				out[i] = (t - a[i]) % t
			case "LADDconst":
				out[i] = (a[i] + g.Const[i]) % t
			case "LMUL":
				out[i] = product(a[i], b[i], t)
			case "LMULconst":
				out[i] = product(a[i], g.Const[i], t)
			case "LROTATE":
				out[(i+g.Amount)%c.Batch] = a[i]
			case "LSELECT":
				if out[i] = b[i]; g.Const[i] == 1 {
					out[i] = a[i]
				}
			}
		}
		nodes = append(nodes, out)
	}
	return nodes[len(nodes)-1]
}

func product(a, b, t uint64) uint64 {
	x := new(big.Int).SetUint64(a)
	x.Mul(x, new(big.Int).SetUint64(b))
	return x.Mod(x, new(big.Int).SetUint64(t)).Uint64()
}
