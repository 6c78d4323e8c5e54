// SPDX-License-Identifier: Apache-2.0
// TempFolder is a folder for the files of one test. Its destructor deletes the folder.
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

  // Writes a file with this content and returns its path.
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
