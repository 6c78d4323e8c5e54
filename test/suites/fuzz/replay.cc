// SPDX-License-Identifier: Apache-2.0
// Runs a target with files: loom_fuzz_TARGET FILE|FOLDER…, in builds without
// libFuzzer. Prints how many files there were; none is an error.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {
namespace {

namespace fs = std::filesystem;

void Replay(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  // A block of exactly that size: the sanitizer sees a read beyond it.
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::cerr << path.string() << "\n";
  RunTarget({bytes.data(), bytes.size()});
}

int ReplayAll(int count, char** paths) {
  int files = 0;
  for (int i = 1; i < count; ++i) {
    if (!fs::exists(paths[i])) {
      std::cerr << paths[i] << ": there is no such file\n";
      return 1;
    }
    if (!fs::is_directory(paths[i])) {
      Replay(paths[i]);
      ++files;
      continue;
    }
    for (const auto& file : fs::recursive_directory_iterator(paths[i])) {
      if (!file.is_regular_file()) continue;
      Replay(file.path());
      ++files;
    }
  }
  std::cout << files << " files\n";
  return files > 0 ? 0 : 1;
}

}  // namespace
}  // namespace loom::testing

int main(int count, char** paths) {
  return loom::testing::ReplayAll(count, paths);
}
