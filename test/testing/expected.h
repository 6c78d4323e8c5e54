// SPDX-License-Identifier: Apache-2.0
// What a file says that a test expects. With LOOM_UPDATE=1 in the environment, the file
// first becomes what the test has now, and its name is printed: "updated FILE". For
// files that people write or that others recorded, read the file instead.
//
//   EXPECT_EQ(text, Expected(folder + "/wrong.txt", text));
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "absl/strings/string_view.h"
#include "test/testing/paths.h"

namespace loom {

inline bool IsUpdating() {
  const char* update = std::getenv("LOOM_UPDATE");
  return update != nullptr && absl::string_view(update) == "1";
}

// For a test that writes its file itself.
inline void SayUpdated(const std::filesystem::path& path) {
  std::cout << "updated " << path.lexically_relative(kRepository).string()
            << "\n";
}

// "" for a file that does not exist.
inline std::string Expected(const std::filesystem::path& path,
                            const std::string& actual) {
  std::ifstream file(path);
  std::string expected{std::istreambuf_iterator<char>(file),
                       std::istreambuf_iterator<char>()};
  if (!IsUpdating() || actual == expected) return expected;
  std::ofstream(path) << actual;
  SayUpdated(path);
  return actual;
}

}  // namespace loom
