// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "test/testing/temp_folder.h"
#include "tools/render/watched_render.h"

namespace loom {
namespace {

class FileWatchTest : public testing::Test {
 protected:
  FileWatchTest() {
    folder_.Write("a.yaml", "1");
    folder_.Write("other.yaml", "1");
    folder_.Write("dir/b.yaml", "1");
  }

  std::string At(const std::string& name) {
    return folder_.path() + "/" + name;
  }

  TempFolder folder_;
};

TEST_F(FileWatchTest, SeesWhatChanges) {
  struct Case {
    const char* reason;
    std::function<void()> change;
    bool seen;
  };
  const Case kCases[] = {
      {"nothing happens", [] {}, false},
      {"a file is written", [this] { folder_.Write("a.yaml", "2"); }, true},
      {"another file is renamed over it",
       [this] {
         folder_.Write("a.new", "3");
         std::filesystem::rename(At("a.new"), At("a.yaml"));
       },
       true},
      {"a file in a directory", [this] { folder_.Write("dir/b.yaml", "2"); },
       true},
      {"a new file in a directory",
       [this] { folder_.Write("dir/c.yaml", "2"); }, true},
      {"a file beside it that nobody reads",
       [this] { folder_.Write("other.yaml", "2"); }, false},
      {"it is removed", [this] { std::filesystem::remove(At("a.yaml")); },
       true},
  };
  for (const Case& c : kCases) {
    FileWatch watch({At("a.yaml"), At("dir")});
    c.change();
    EXPECT_EQ(watch.Wait(absl::Milliseconds(200)), c.seen) << c.reason;
  }
}

TEST_F(FileWatchTest, SeveralChangesAreOne) {
  FileWatch watch({At("a.yaml")});
  for (int i = 0; i < 5; ++i) folder_.Write("a.yaml", std::string(i, 'x'));
  EXPECT_TRUE(watch.Wait(absl::Seconds(5)));
  EXPECT_FALSE(watch.Wait(absl::Milliseconds(100)));
}

}  // namespace
}  // namespace loom
