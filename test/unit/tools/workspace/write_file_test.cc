// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "test/testing/temp_folder.h"
#include "test/unit/tools/workspace/full_disk.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

namespace fs = std::filesystem;

std::string Slurp(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

TEST(WriteWholeTest, KeepsTheModeAndLeavesNothingBeside) {
  TempFolder folder;
  const std::string path = folder.Write("a.yaml", "old");
  chmod(path.c_str(), 0640);
  EXPECT_TRUE(WriteWhole(path, "new text").ok());
  EXPECT_EQ(Slurp(path), "new text");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteWholeTest, ReplacesWhatALinkLeadsTo) {
  TempFolder folder;
  const std::string path = folder.Write("below/a.yaml", "old");
  const std::string link = folder.path() + "/link.yaml";
  fs::create_symlink("below/a.yaml", link);
  EXPECT_TRUE(WriteWhole(link, "new").ok());
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(Slurp(path), "new");
}

TEST(WriteWholeTest, LeavesTheFileIfTheDiskIsFull) {
  TempFolder folder;
  const std::string path = folder.Write("a.yaml", "the old text");
  absl::Status status;
  {
    FullDisk full(4);
    status = WriteWhole(path, "the new text");
  }
  EXPECT_EQ(status.message(), "cannot write " + path + ": file too large");
  EXPECT_EQ(Slurp(path), "the old text");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteWholeTest, SaysWhyNot) {
  TempFolder folder;
  const std::string path = folder.path() + "/none.yaml";
  EXPECT_EQ(WriteWhole(path, "x").message(),
            "cannot write " + path + ": no such file or directory");
}

}  // namespace
}  // namespace loom
