// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/explain/sample.h"

namespace loom {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(JsonView, HasEveryMemberInAFixedOrder) {
  std::string compact =
      absl::StrReplaceAll(SampleJson(), {{"\n ", ""}, {"\n", ""}});
  EXPECT_EQ(JsonView(Sample()), compact + "\n");
}

TEST(JsonView, HasNoValueOfASecret) {
  Explanation all;
  all.sources = {
      {"object", "Secret a/b", "data.key", {"\"planted\"", true}, {}}};
  all.steps = {
      {.kind = "patch",
       .outcome = "wrote",
       .from = {{Origin::Kind::kSource, 0}},
       .to = 0,
       .transforms = {
           {"string", {"\"planted\"", true}, {"\"planted\"", true}, {}}}}};
  all.fields = {{"bucket",
                 "spec.key",
                 {"\"planted\"", true},
                 0,
                 {{{"\"planted\"", true}, 0}},
                 "value",
                 {"\"planted\"", true}}};
  std::string json = JsonView(all);
  EXPECT_THAT(json, Not(HasSubstr("planted")));
  for (const char* member : {R"("secret":true)", R"("inSecret":true)",
                             R"("outSecret":true)", R"("beforeSecret":true)"}) {
    EXPECT_THAT(json, HasSubstr(member));
  }
  EXPECT_EQ(JsonView(ReadSample(json)), json);
}

TEST(JsonView, IsReadBackWhateverTheTextsHold) {
  Explanation all = Sample();
  all.name = "</script>\u202e\n\"";
  all.name_space = "apps";
  all.truncated = all.compared = true;
  all.steps[4].patch_set = "tags";
  all.steps[4].patch_set_index = 3;
  all.steps[4].place->position.end_column = 19;
  all.resources[0].ready = true;
  all.resources[0].why = {"because"};
  std::string json = JsonView(all);
  EXPECT_THAT(json, Not(HasSubstr("<")));
  EXPECT_THAT(json, HasSubstr(R"("patchSet":{"name":"tags","index":3})"));
  EXPECT_EQ(JsonView(ReadSample(json)), json);
}

}  // namespace
}  // namespace loom
