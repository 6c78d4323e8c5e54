// SPDX-License-Identifier: Apache-2.0
// InRepository names a file of the repository. The folder a test was started in, or one
// above it, is the repository; compiled in, its path would differ between clones, and
// ccache could not share tests.
//
//   std::string text = InRepository("examples/readiness/xr.yaml");
#pragma once

#include <filesystem>
#include <string>

namespace loom {

// Found before main, as a test may change the folder.
inline const std::filesystem::path kRepository = [] {
  std::filesystem::path at = std::filesystem::current_path();
  while (!std::filesystem::exists(at / "CMakePresets.json") &&
         at != at.parent_path()) {
    at = at.parent_path();
  }
  return at;
}();

inline std::string InRepository(const std::string& path) {
  return (kRepository / path).string();
}

}  // namespace loom
