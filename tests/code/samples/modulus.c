/* Residues in C, with headers of functions in several styles. */
#include <stdint.h>
#include <stddef.h>

struct modulus {
    uint64_t q;     /* below 2^62 */
    uint64_t barrett;
};

uint64_t add_mod(uint64_t a, uint64_t b, const struct modulus *m);

static inline __attribute__((always_inline)) uint64_t
correct(uint64_t a, uint64_t q)
{
    return a >= q ? a - q : a;
}

uint64_t add_mod(uint64_t a, uint64_t b, const struct modulus *m)
{
    return correct(a + b, m->q);    // lazily: if (a) { }
}

int ntt_supported(size_t n, uint64_t q)
{
    if (n < 2)
        return 0;
    if ((n & (n - 1)) || (q - 1) % (2 * n))
        return 0;

    return 1;
}

void scale(uint64_t *v, size_t n, uint64_t c, const struct modulus *m)
{
    size_t i;

    for (i = 0; i < n; i++) {
        do {
            v[i] = v[i] * c % m->q;
        } while (v[i] >= m->q && i);
    }
}

const char *backend(int level)
{
    switch (level) {
    case 0:
        return "scalar";
    case 1:
    case 2:
        return "avx2 }";
    default:
        return "avx512";
    }
}
