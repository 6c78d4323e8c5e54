// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/field.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr Resolve kOnce = Resolve::kIfNotPresent;
constexpr Resolve kAlways = Resolve::kAlways;

// The table of the header, and what counts as set.
TEST(Decision, KeepsWhatIsThere) {
  const struct {
    const char* reason;
    Resolve resolve;
    const char* desired;   // "": there is no such field
    const char* observed;  // "": there is no such field
    Keep before;
    Keep without_value;
  } tests[] = {
      {"Desired wins.", kOnce, "1", "2", Keep::kDesired, Keep::kDesired},
      {"Observed is emitted again.", kOnce, "", "2", Keep::kObserved,
       Keep::kObserved},
      {"A list of scalars, too.", kOnce, "", R"(["a", 1])", Keep::kObserved,
       Keep::kObserved},
      {"An object may have defaults in it.", kOnce, "", R"({"a": 1})",
       Keep::kNothing, Keep::kObserved},
      {"And so may a list of objects.", kOnce, "", R"([{"a": 1}])",
       Keep::kNothing, Keep::kObserved},
      {"Neither.", kOnce, "", "", Keep::kNothing, Keep::kNothing},
      {"Always looks.", kAlways, "1", "2", Keep::kNothing, Keep::kDesired},
      {"Observed is what stays.", kAlways, "", "2", Keep::kNothing,
       Keep::kObserved},
      {"Nothing stays.", kAlways, "", "", Keep::kNothing, Keep::kNothing},
      {"false and 0 are set.", kOnce, "false", "0", Keep::kDesired,
       Keep::kDesired},
      {"0 of the observed one, too.", kOnce, "", "0", Keep::kObserved,
       Keep::kObserved},
      {"null, an empty text and an empty list are not.", kOnce, "null", R"("")",
       Keep::kNothing, Keep::kNothing},
      {"An empty list.", kOnce, "[]", "", Keep::kNothing, Keep::kNothing},
      {"An empty object is.", kOnce, "{}", "", Keep::kDesired, Keep::kDesired},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto desired = ParseJson(*test.desired ? test.desired : "0", &pool);
    auto observed = ParseJson(*test.observed ? test.observed : "0", &pool);
    FieldState field{.desired = *test.desired ? &*desired : nullptr,
                     .observed = *test.observed ? &*observed : nullptr};
    EXPECT_EQ(KeptBefore(test.resolve, field), test.before);
    EXPECT_EQ(KeptWithoutValue(field), test.without_value);
    field.deleting = true;
    EXPECT_EQ(KeptBefore(test.resolve, field), test.without_value)
        << "nothing is asked for a resource that is being deleted";
  }
}

}  // namespace
}  // namespace loom
