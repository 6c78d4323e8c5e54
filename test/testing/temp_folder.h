// SPDX-License-Identifier: Apache-2.0
// A folder of files for one test, gone when the test is over.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace loom {

class TempFolder {
 public:
  TempFolder() {
    std::string name = ::testing::TempDir() + "loom-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }

  // The path of a file with this content.
  std::string Write(const std::string& name, const std::string& content) {
    std::string file = path_ + "/" + name;
    std::filesystem::create_directories(
        std::filesystem::path(file).parent_path());
    std::ofstream(file) << content;
    return file;
  }

 private:
  std::string path_;
};

}  // namespace loom
