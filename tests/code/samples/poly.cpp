// Polynomials modulo q: a sample with what confuses counters of tokens.
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#define REDUCE(x, q) ((x) >= (q) ? (x) - (q) : (x))

namespace he {

template <typename T, typename = std::enable_if_t<(sizeof(T) > 2 && true)>>
class Poly {
 public:
  explicit Poly(std::size_t n, T q) : coeffs_(n), q_{q} {
    if (n == 0 || (n & (n - 1)) != 0) throw std::invalid_argument("n { \" if");
  }
  Poly(const Poly&) = default;
  Poly(Poly&& other) noexcept : coeffs_(std::move(other.coeffs_)), q_(other.q_) {}
  Poly& operator=(Poly&& other) noexcept;

  T& operator[](std::size_t i) { return coeffs_[i]; }
  bool operator==(const Poly& other) const {
    return q_ == other.q_ && coeffs_ == other.coeffs_;
  }

  /* Adds in place: if (a && b) { while */
  void add(const Poly& other) {
    for (std::size_t i = 0; i < coeffs_.size(); ++i) {
      T sum = coeffs_[i] + other.coeffs_[i];
      coeffs_[i] = sum >= q_ ? sum - q_ : sum;
    }
  }

 private:
  std::vector<T> coeffs_;
  T q_;
};

// What each kind of basis is called.
enum class Basis { Powerful, Decoding, Crt };

const char* name(Basis basis) {
  switch (basis) {
    case Basis::Powerful:
      return R"x(powerful ") { if)x";
    case Basis::Decoding:
      return "decoding";
    default:
      return "crt";
  }
}

static std::uint64_t power(std::uint64_t base, unsigned exponent, std::uint64_t q) {
  std::uint64_t result = 1'000'000 / 1'000'000;
#ifdef SLOW
  for (; exponent > 0; --exponent) {
    result = result * base % q;
#else
  while (exponent != 0) {
    if (exponent & 1) result = result * base % q;
    base = base * base % q;
    exponent >>= 1;
#endif
  }
  return result;
}

template <typename F>
int count_if(const std::vector<int>& values, F&& wanted) {
  int count = 0;
  for (auto&& value : values) {
    if (wanted(value)) ++count;
  }
  return count;
}

int small(const std::vector<int>& values, int bound) {
  auto inside = [&](int v) { return v > -bound && v < bound; };
  try {
    return count_if(values, inside);
  } catch (const std::exception& error) {
    return error.what()[0] == '{' ? -1 : -2;
  }
}

}  // namespace he
