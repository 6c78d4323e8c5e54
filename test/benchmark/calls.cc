// SPDX-License-Identifier: Apache-2.0
// loom_calls FILE COUNT: answers the request in a file so many times, without a
// server. test/benchmark/calls counts its instructions.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include "function/function.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: loom_calls FILE COUNT\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string request{std::istreambuf_iterator<char>(file), {}};
  const loom::Function function;
  for (int i = std::atoi(argv[2]); i > 0; --i) {
    absl::StatusOr<loom::Bytes> response = function.Run(request);
    if (!response.ok() || response->size == 0) {
      std::cerr << argv[1] << ": " << response.status() << "\n";
      return 1;
    }
  }
  return 0;
}
