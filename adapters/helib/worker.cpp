// HElib behind the requests of ringassay/sut/worker.py, on standard input and output.
//
// UNTRIED: written against HElib's documentation and examples (2.0 to 2.3), on machines without HElib.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "build.h"
#include "operations.h"

namespace {

// The words of a part of a line, up to `;` or the end.
Words part(std::istringstream& line) {
  Words words;
  for (std::string word; line >> word && word != ";";) words.push_back(word);
  return words;
}

std::string exactly(std::size_t size) {
  std::string data(size, '\0');
  if (!std::cin.read(data.data(), static_cast<std::streamsize>(size))) std::exit(0);
  return data;
}

void say(const std::string& text) {
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::cout << line << '\n';
}

} // namespace

int main() {
  std::ios::sync_with_stdio(false);
  Operations operations;
  say(std::string("ok ") + helib::version::asString + " " RINGASSAY_HELIB_NAME " ;");
  std::cout.flush();
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    Words words = part(line);
    Blobs blobs;
    try {
      for (const auto& size : part(line)) blobs.push_back(exactly(std::stoul(size)));
      for (const auto& number : part(line)) operations.forget(std::stol(number));
      if (words.empty()) throw std::runtime_error("no operation");
      const std::string name = words.front();
      words.erase(words.begin());
      const Answer answer = operations.call(name, words, blobs);
      std::string head = "ok " + answer.value + " ;";
      for (const auto& blob : answer.blobs) head += " " + std::to_string(blob.size());
      say(head);
      for (const auto& blob : answer.blobs) std::cout << blob;
    } catch (const std::exception& error) {
      say(std::string("error ") + error.what());
    }
    std::cout.flush();
  }
}
