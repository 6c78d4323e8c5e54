// SPDX-License-Identifier: Apache-2.0
// loom_training FILE…: answers the requests in the files, each as often as it is small,
// so that a compiler learns which code calls pass through (cmake/profile.cmake).
//
// Each file has a function of its own, so that its plan is the only one: which of several
// a table has first depends on random numbers, and the same counts have to come each time.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "function/function.h"

namespace {

// Of each file, so that small and large ones weigh the same.
constexpr size_t kBytes = 20 << 20;

absl::Status Answer(const std::string& request) {
  const loom::Function function;
  for (size_t bytes = 0; bytes < kBytes; bytes += request.size()) {
    absl::StatusOr<loom::Bytes> response = function.Run(request);
    if (!response.ok()) return response.status();
  }
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string request{std::istreambuf_iterator<char>(file), {}};
    const absl::Status status = request.empty()
                                    ? absl::NotFoundError("there is no request")
                                    : Answer(request);
    if (!status.ok()) {
      std::cerr << argv[i] << ": " << status << "\n";
      return 1;
    }
  }
  return 0;
}
