// SPDX-License-Identifier: Apache-2.0
#include "tools/render/watched_render.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "re2/re2.h"
#include "test/testing/temp_folder.h"

namespace loom {
namespace {

TEST(WatchRender, GoesOnAfterErrors) {
  TempFolder folder;
  RenderOptions options;
  options.composite = folder.Write("xr.yaml", "a: 1\n");
  options.composition = folder.Write("composition.yaml", "b: 1\n");
  std::ostringstream out, err;
  int runs = 0;
  // The text of each run; the third fails.
  auto render = [&]() -> std::optional<std::string> {
    const char* const texts[] = {"kind: A\na: 1\n", "kind: A\na: 2\n", nullptr,
                                 "kind: A\na: 3\n"};
    const char* text = texts[runs++];
    if (text == nullptr) {
      err << "function-loom: error: wrong\n";
      return std::nullopt;
    }
    return text;
  };
  // Each run is followed by a change of a file, by writing or by renaming.
  auto again = [&] {
    folder.Write("new.yaml", std::to_string(runs));
    if (runs % 2 == 0) folder.Write("xr.yaml", std::to_string(runs));
    std::filesystem::rename(folder.path() + "/new.yaml",
                            folder.path() + "/composition.yaml");
    return runs < 4;
  };
  WatchRender(options, render, again, /*terminal=*/false, out, err);
  EXPECT_EQ(out.str(), "kind: A\na: 1\nkind: A\na: 2\nkind: A\na: 3\n");
  std::string reported = err.str();
  RE2::GlobalReplace(&reported, R"(\d\d:\d\d:\d\d rendered in \d+ ms)", "TIME");
  EXPECT_EQ(reported,
            "TIME\n"
            "TIME\n"
            "A: a\n  - 1\n  + 2\n1 difference in 1 of 1 document\n"
            "function-loom: error: wrong\n"
            "TIME\n"
            "A: a\n  - 2\n  + 3\n1 difference in 1 of 1 document\n");
}

TEST(WatchRender, ClearsATerminal) {
  TempFolder folder;
  RenderOptions options;
  options.composite = folder.Write("xr.yaml", "a: 1\n");
  options.composition = options.composite;
  std::ostringstream out, err;
  WatchRender(
      options, [] { return "text\n"; }, [] { return false; },
      /*terminal=*/true, out, err);
  EXPECT_EQ(out.str(), "\x1b[H\x1b[2J\x1b[3Jtext\n");
}

}  // namespace
}  // namespace loom
