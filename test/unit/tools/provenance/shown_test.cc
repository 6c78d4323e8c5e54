// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

struct RowShown {
  const char* reason;
  ShownValue value;
  std::string want;
};

const std::string kLong(61, 'a');

TEST(ShownText, IsAYamlScalarOnOneLine) {
  const RowShown kRows[] = {
      {"a text", {R"("eu-west-1")"}, "eu-west-1"},
      {"a text that looks like a number", {R"("111")"}, R"("111")"},
      {"a text that looks like a boolean", {R"("yes")"}, R"("yes")"},
      {"no text at all", {R"("")"}, R"("")"},
      {"a colon", {R"("a: b")"}, "'a: b'"},
      {"several lines", {R"("a\nb")"}, R"("a\nb")"},
      {"a terminal would follow it", {"\"\\u001b[2J\""}, "\"\\e[2J\""},
      {"the other direction", {"\"a\\u202eb\""}, "\"a\\u202Eb\""},
      {"a number", {"1.5"}, "1.5"},
      {"a boolean", {"false"}, "false"},
      {"null", {"null"}, "null"},
      {"an object", {R"({"a":[1]})"}, R"({"a":[1]})"},
      {"a secret", {"\"planted\"", true}, "(secret)"},
      {"nothing", {}, "(none)"},
      {"60 characters are whole",
       {absl::StrCat("\"", kLong.substr(1), "\"")},
       kLong.substr(1)},
      {"61 are cut",
       {absl::StrCat("\"", kLong, "\"")},
       kLong.substr(1) + "… (61 characters)"},
      {"a long text in quotes",
       {absl::StrCat("\": ", kLong, "\"")},
       absl::StrCat("': ", kLong.substr(3), "… (63 characters)")},
      {"a long list",
       {absl::StrCat("[\"", kLong, "\"]")},
       absl::StrCat("[\"", kLong.substr(3), "… (65 characters)")},
  };
  for (const RowShown& row : kRows) {
    EXPECT_EQ(ShownText(row.value), row.want) << row.reason;
  }
  EXPECT_EQ(ShownText({absl::StrCat("\"", kLong, "\"")}, true), kLong);
}

TEST(ShownText, CountsCharactersAndNotBytes) {
  std::string text;
  for (int i = 0; i < 61; ++i) text += "ü";
  EXPECT_EQ(ShownText({absl::StrCat("\"", text, "\"")}),
            absl::StrCat(text.substr(2), "… (61 characters)"));
}

std::string LeavesShown(const std::string& path, const ShownValue& value) {
  return absl::StrJoin(
      LeavesOf(path, value), " ", [](std::string* out, const auto& leaf) {
        absl::StrAppend(out, leaf.first, "=", ShownText(leaf.second));
      });
}

TEST(LeavesOf, HaveTheirPaths) {
  EXPECT_EQ(LeavesShown("spec", {R"({"a":{"b.c":1},"d":[true,{}]})"}),
            "spec.a[b.c]=1 spec.d[0]=true spec.d[1]={}");
  EXPECT_EQ(LeavesShown("", {R"({"a":1})"}), "a=1");
  EXPECT_EQ(LeavesShown("spec", {"{}"}), "spec={}");
  EXPECT_EQ(LeavesShown("spec", {"5"}), "spec=5");
  EXPECT_EQ(LeavesShown("spec", {R"({"a":1})", true}), "spec=(secret)");
  EXPECT_EQ(LeavesShown("spec", {}), "spec=(none)");
}

}  // namespace
}  // namespace loom
