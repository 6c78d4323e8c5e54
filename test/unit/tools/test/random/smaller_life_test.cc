// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/smaller_life.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "data/value/json.h"
#include "data/value/object.h"
#include "test/testing/json.h"

namespace loom {
namespace {

TEST(SmallerLife, IsALocalMinimum) {
  // A life fails if its JSON has all of these.
  const struct {
    const char* reason;
    const char* life;
    std::vector<const char*> needs;
    const char* want;
  } kRows[] = {
      {"steps that do not matter go",
       R"({"composite": {}, "steps": [{"delete": ["a"]}, {"become": "ready"},
                                      {"set": {"b": {"status": null}}}]})",
       {R"("become")"},
       R"({"composite":{},"steps":[{"become":"a"}]})"},
      {"fields go, and what is left becomes simple",
       R"({"composite": {"kind": "Shop", "spec": {"size": 7, "on": true, "l": [4, 5]}},
           "steps": []})",
       {R"("size")", R"("on")"},
       R"({"composite":{"kind":"Shop","spec":{"on":false,"size":0}},"steps":[]})"},
      {"the composite begins as it was edited",
       R"({"composite": {"spec": {}}, "steps": [{"edit": {"spec": {"size": 3}}}]})",
       {R"("size")"},
       R"({"composite":{"spec":{"size":0}},"steps":[]})"},
      {"a string is the same everywhere",
       R"({"composite": {"spec": {"zones": ["xyz", "q"]}},
           "steps": [{"edit": {"spec": {"zones": ["q"]}}}, {"delete": ["q"]}]})",
       {R"("zones")", R"("delete":[")"},
       R"({"composite":{"spec":{"zones":[]}},"steps":[{"delete":["a"]}]})"},
  };
  for (const auto& row : kRows) {
    Pool pool;
    const Value life = Json(row.life);
    const Value small = SmallerLife(
        life,
        [&](const Value& candidate) {
          const std::string json = ToJson(candidate);
          return std::all_of(
              row.needs.begin(), row.needs.end(),
              [&](const char* need) { return json.find(need) != json.npos; });
        },
        &pool);
    EXPECT_EQ(ToJson(small), row.want) << row.reason;
  }
}

}  // namespace
}  // namespace loom
