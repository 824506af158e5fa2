#include "operations.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>

namespace {

// HElib's default number of columns of key-switching matrices.
constexpr long COLUMNS = 3;

long number(const std::string& word) {
  std::size_t end = 0;
  const long found = std::stol(word, &end);
  if (end != word.size()) throw std::runtime_error(word + " is no number");
  return found;
}

void expect(const std::vector<std::string>& given, std::size_t count) {
  if (given.size() != count) {
    throw std::runtime_error(std::to_string(count) + " arguments expected, got " +
                             std::to_string(given.size()));
  }
}

template <typename T> std::string written(const T& object) {
  std::ostringstream stream;
  object.writeTo(stream);
  return stream.str();
}

} // namespace

Answer Operations::call(const std::string& name, const Words& words, const Blobs& blobs) {
  if (name == "set_up") return set_up(words);
  if (name == "make_keys") return make_keys();
  if (name == "load_keys") return load_keys(blobs);
  if (name == "encrypt") return encrypt(blobs);
  if (name == "decrypt") return decrypt(blobs);
  if (name == "load") {
    expect(blobs, 1);
    std::istringstream stream(blobs[0]);
    return hold(helib::Ctxt::readFrom(stream, key()));
  }
  if (name == "save") {
    expect(words, 1);
    return {"", {written(at(words[0]))}};
  }
  if (name == "rotate") {
    // Slot i goes to slot i + k, cyclically over all slots.
    expect(words, 2);
    helib::Ctxt result = at(words[0]);
    context_->getEA().rotate(result, number(words[1]));
    return hold(std::move(result));
  }
  if (name == "negate") {
    expect(words, 1);
    helib::Ctxt result = at(words[0]);
    result.negate();
    return hold(std::move(result));
  }
  if (name == "add_plain" || name == "multiply_plain") {
    expect(words, 1);
    expect(blobs, 1);
    helib::Ctxt result = at(words[0]);
    const auto plain = row(blobs[0]);
    if (name == "add_plain") {
      result += plain;
    } else {
      result *= plain;
    }
    return hold(std::move(result));
  }
  if (name == "add" || name == "sub" || name == "multiply") {
    expect(words, 2);
    helib::Ctxt result = at(words[0]);
    const helib::Ctxt& other = at(words[1]);
    if (name == "add") {
      result += other;
    } else if (name == "sub") {
      result -= other;
    } else {
      result.multiplyBy(other); // relinearised
    }
    return hold(std::move(result));
  }
  throw std::runtime_error("no operation " + name);
}

// p, the bits of the modulus, the least security in bits, the least number of slots; then m, or 0 for the
// smallest that HElib finds. Answers m, phi(m), slots, log2 Q, log2 of the special primes, HElib's security.
Answer Operations::set_up(const Words& words) {
  expect(words, 5);
  const long p = number(words[0]), bits = number(words[1]);
  const long security = number(words[2]), slots = number(words[3]);
  long m = number(words[4]);
  if (m == 0) m = helib::FindM(security, bits, COLUMNS, p, 0, slots, 0);
  public_.reset();
  secret_.reset();
  ciphertexts_.clear();
  context_.reset(
      helib::ContextBuilder<helib::BGV>().m(m).p(p).r(1).bits(bits).c(COLUMNS).buildPtr());
  const double in_bits = 1 / std::log(2.0);
  std::ostringstream said;
  said << m << ' ' << context_->getPhiM() << ' ' << context_->getNSlots() << ' '
       << context_->logOfProduct(context_->getCtxtPrimes()) * in_bits << ' '
       << context_->logOfProduct(context_->getSpecialPrimes()) * in_bits << ' '
       << context_->securityLevel();
  return {said.str(), {}};
}

Answer Operations::make_keys() {
  if (!context_) throw std::runtime_error("no parameters yet");
  secret_ = std::make_unique<helib::SecKey>(*context_);
  secret_->GenSecKey();
  helib::addSome1DMatrices(*secret_);
  const helib::PubKey& published = *secret_;
  return {"", {written(*context_), written(published)}};
}

Answer Operations::load_keys(const Blobs& blobs) {
  expect(blobs, 2);
  public_.reset();
  secret_.reset();
  ciphertexts_.clear();
  std::istringstream context(blobs[0]), published(blobs[1]);
  context_.reset(helib::Context::readPtrFrom(context));
  public_ = std::make_unique<helib::PubKey>(helib::PubKey::readFrom(published, *context_));
  return {std::to_string(context_->getNSlots()), {}};
}

Answer Operations::encrypt(const Blobs& blobs) {
  expect(blobs, 1);
  helib::Ctxt result(key());
  key().Encrypt(result, row(blobs[0]));
  return hold(std::move(result));
}

Answer Operations::decrypt(const Blobs& blobs) {
  expect(blobs, 1);
  if (!secret_) throw std::runtime_error("no secret key here");
  std::istringstream stream(blobs[0]);
  const helib::Ctxt ciphertext = helib::Ctxt::readFrom(stream, *secret_);
  if (!ciphertext.isCorrect()) throw std::runtime_error("the noise is too large to decrypt");
  helib::Ptxt<helib::BGV> plain(*context_);
  secret_->Decrypt(plain, ciphertext);
  std::string bytes(8 * plain.size(), '\0');
  for (long i = 0; i < plain.size(); ++i) {
    const std::uint64_t value = static_cast<long>(plain[i]);
    std::memcpy(&bytes[8 * i], &value, 8);
  }
  return {"", {bytes}};
}

Answer Operations::hold(helib::Ctxt ciphertext) {
  ciphertexts_.emplace(next_, std::move(ciphertext));
  return {std::to_string(next_++), {}};
}

const helib::Ctxt& Operations::at(const std::string& word) const {
  const auto found = ciphertexts_.find(number(word));
  if (found == ciphertexts_.end()) throw std::runtime_error("nothing is held under " + word);
  return found->second;
}

// A row of 64-bit words, one for each slot.
helib::Ptxt<helib::BGV> Operations::row(const std::string& blob) const {
  if (!context_) throw std::runtime_error("no parameters yet");
  helib::Ptxt<helib::BGV> plain(*context_);
  if (blob.size() != 8 * static_cast<std::size_t>(plain.size())) {
    throw std::runtime_error("a row of other slots");
  }
  for (long i = 0; i < plain.size(); ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, &blob[8 * i], 8);
    plain[i] = static_cast<long>(value);
  }
  return plain;
}

const helib::PubKey& Operations::key() const {
  if (secret_) return *secret_;
  if (public_) return *public_;
  throw std::runtime_error("no key yet");
}
