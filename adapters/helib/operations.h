// What HElib is asked to do, by the names that ringassay/sut/helib uses.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <helib/helib.h>

// What an operation answers: a value (a number of an object, or words), and blobs.
struct Answer {
  std::string value;
  std::vector<std::string> blobs;
};

using Words = std::vector<std::string>;
using Blobs = std::vector<std::string>;

// The library with one context and its keys, and the objects that it made.
class Operations {
public:
  Answer call(const std::string& name, const Words& words, const Blobs& blobs);
  void forget(long number) { ciphertexts_.erase(number); }

private:
  Answer set_up(const Words& words);
  Answer make_keys();
  Answer load_keys(const Blobs& blobs);
  Answer encrypt(const Blobs& blobs);
  Answer decrypt(const Blobs& blobs);
  Answer hold(helib::Ctxt ciphertext);
  const helib::Ctxt& at(const std::string& word) const;
  helib::Ptxt<helib::BGV> row(const std::string& blob) const;
  const helib::PubKey& key() const;

  std::unique_ptr<helib::Context> context_;
  std::unique_ptr<helib::SecKey> secret_;
  std::unique_ptr<helib::PubKey> public_;
  std::map<long, helib::Ctxt> ciphertexts_;
  long next_ = 1;
};
