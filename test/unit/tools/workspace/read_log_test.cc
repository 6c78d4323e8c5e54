// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/read_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <sstream>
#include <string>

#include "test/testing/temp_folder.h"
#include "tools/workspace/files.h"

namespace loom {
namespace {

TEST(ReadLog, SeesWhatChanges) {
  TempFolder folder;
  auto at = [&](const std::string& name) { return folder.path() + "/" + name; };
  const struct {
    const char* reason;
    std::function<void()> change;
    std::string changed;
  } kRows[] = {
      {"nothing happens", [] {}, ""},
      {"a file is written", [&] { folder.Write("a.yaml", "22"); },
       at("a.yaml")},
      {"a file that nobody reads", [&] { folder.Write("b.yaml", "22"); }, ""},
      {"a file that is missing appears in a folder that was searched for it",
       [&] { folder.Write("missing.yaml", "1"); }, at("")},
      {"a manifest appears in a folder",
       [&] { folder.Write("dir/new.yaml", "a: 1"); }, at("dir")},
      {"another file appears in a folder",
       [&] { folder.Write("dir/new.txt", "1"); }, ""},
      {"a file in a folder is removed",
       [&] { std::filesystem::remove(at("dir/c.yaml")); }, at("dir")},
      {"a folder appears", [&] { folder.Write("dir/sub/d.yaml", "a: 1"); },
       at("dir")},
  };
  for (const auto& row : kRows) {
    std::filesystem::remove_all(at("dir"));
    std::filesystem::remove(at("missing.yaml"));
    folder.Write("a.yaml", "1");
    folder.Write("b.yaml", "1");
    folder.Write("dir/c.yaml", "a: 1");
    ReadLog log;
    std::istringstream in;
    Pool pool;
    Files files(in, &pool);
    ASSERT_TRUE(files.Read(at("a.yaml")).ok());
    EXPECT_FALSE(files.Read(at("missing.yaml")).ok());
    ASSERT_TRUE(ReadTexts(at("dir"), Depth::kAll, in).ok());
    row.change();
    EXPECT_EQ(log.Changed(), row.changed) << row.reason;
  }
}

TEST(ReadLog, AnInnerOneHasItsOwnPaths) {
  TempFolder folder;
  const std::string path = folder.Write("a.yaml", "1");
  ReadLog outer;
  {
    ReadLog inner;
    ReadLog::Note(path);
    folder.Write("a.yaml", "22");
    EXPECT_EQ(inner.Changed(), path);
  }
  EXPECT_EQ(outer.Changed(), "");
  ReadLog::Note(path);
  folder.Write("a.yaml", "333");
  EXPECT_EQ(outer.Changed(), path);
}

}  // namespace
}  // namespace loom
