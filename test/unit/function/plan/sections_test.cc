// SPDX-License-Identifier: Apache-2.0
#include "function/plan/sections.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "test/testing/json.h"

namespace loom {
namespace {

// Some members are read early and late in a call, so they have two rows, each with a
// parser of its own.
TEST(SectionTypes, HaveOneRowForAParserOfANameOfAnInput) {
  std::set<std::tuple<Dialect, std::string, decltype(SectionType::parse)>> seen;
  std::map<std::pair<Dialect, std::string>, int> rows;
  for (const SectionType& row : SectionTypes()) {
    EXPECT_TRUE(seen.emplace(row.dialect, row.name, row.parse).second)
        << row.name;
    if (row.always) continue;
    const std::set<std::string> twice = {"environment", "references",
                                         "validations"};
    EXPECT_LE(++rows[std::pair(row.dialect, std::string(row.name))],
              twice.count(std::string(row.name)) == 1 ? 2 : 1)
        << row.name;
    EXPECT_NE(row.parse, nullptr) << row.name;
  }
}

// The second row of a member may leave it to the first one.
TEST(SectionTypes, RefuseANativeSectionThatIsNull) {
  std::map<std::string, bool> refused;
  for (const SectionType& row : SectionTypes()) {
    if (row.dialect != Dialect::kNative || row.always) continue;
    AuthorInput input(absl::StrCat("{\"", row.name, "\": null}"),
                      Dialect::kNative);
    Fields fields(input.root());
    row.parse(fields);
    refused[std::string(row.name)] |=
        input.problems().find("null: write ") != std::string::npos;
  }
  for (const auto& [name, is_refused] : refused)
    EXPECT_TRUE(is_refused) << name;
}

TEST(SectionTypes, TakeNullForAbsentInADropInInput) {
  AuthorInput input(R"({"spec": null})", Dialect::kEnvironmentConfigs);
  for (const SectionType& row : SectionTypes()) {
    if (row.dialect != Dialect::kEnvironmentConfigs) continue;
    Fields fields(input.root());
    EXPECT_EQ(row.parse(fields), nullptr);
  }
  EXPECT_EQ(input.problems(), "");
}

}  // namespace
}  // namespace loom
