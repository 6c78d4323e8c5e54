// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Merge, OverlaysEnvironments) {
  struct {
    const char* reason;
    const char* low;
    const char* high;
    const char* want;
  } tests[] = {
      {"Objects are united.", R"({"a": 1})", R"({"b": 2})", R"({"a":1,"b":2})"},
      {"Member by member, at any depth.",
       R"({"a": {"b": {"x": 1, "y": 1}, "l": [1]}})",
       R"({"a": {"b": {"y": 2, "z": 2}}})",
       R"({"a":{"b":{"x":1,"y":2,"z":2},"l":[1]}})"},
      {"The higher value replaces the lower one.", R"({"a": 1})",
       R"({"a": "x"})", R"({"a":"x"})"},
      {"Lists are replaced whole.", R"({"a": [1, 2, 3]})", R"({"a": [4]})",
       R"({"a":[4]})"},
      {"A null replaces, and stays.", R"({"a": {"b": 1}})", R"({"a": null})",
       R"({"a":null})"},
      {"A null is replaced.", R"({"a": null})", R"({"a": {"b": 1}})",
       R"({"a":{"b":1}})"},
      {"An object replaces what is none.", R"({"a": [1]})",
       R"({"a": {"b": 1}})", R"({"a":{"b":1}})"},
      {"What is none replaces an object.", R"({"a": {"b": 1}})",
       R"({"a": false})", R"({"a":false})"},
      {"An empty object clears nothing.", R"({"a": {"b": 1}})", R"({"a": {}})",
       R"({"a":{"b":1}})"},
      {"At the top as well.", R"({"a": 1})", "{}", R"({"a":1})"},
      {"At the top another type replaces.", R"({"a": 1})", "[1]", "[1]"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto low = ParseJson(test.low, &pool), high = ParseJson(test.high, &pool);
    ASSERT_TRUE(low.ok() && high.ok());
    Overlay(*low, *high, &pool);
    EXPECT_EQ(CompactJson(*low).value(), test.want);
    EXPECT_EQ(CompactJson(*high).value(),
              CompactJson(*ParseJson(test.high, &pool)).value());
  }
}

// The policies of a patch, by their names there.
constexpr CombinePolicy kMerge = {.keep_values = true, .append_arrays = false};
constexpr CombinePolicy kMergeAppend = {.keep_values = true,
                                        .append_arrays = true};
constexpr CombinePolicy kForce = {.keep_values = false, .append_arrays = false};
constexpr CombinePolicy kForceAppend = {.keep_values = false,
                                        .append_arrays = true};

TEST(Merge, CombinesByPolicy) {
  struct {
    const char* reason;
    CombinePolicy policy;
    const char* destination;
    const char* source;
    const char* want;
  } tests[] = {
      {"Force: a list replaces a scalar.", kForce, R"("a")", "[1]", "[1]"},
      {"Force: a list replaces a list.", kForce, "[1, 2]", "[3]", "[3]"},
      {"Force: the source's values.", kForce, R"({"a": 1, "b": 1})",
       R"({"b": 2, "c": 2})", R"({"a":1,"b":2,"c":2})"},
      {"Force: a null as well.", kForce, R"({"a": 1})", R"({"a": null})",
       R"({"a":null})"},
      {"Force: empty values as well.", kForce, R"({"a": 1, "b": [1]})",
       R"({"a": 0, "b": []})", R"({"a":0,"b":[]})"},
      {"Force: an empty object clears nothing.", kForce, R"({"a": 1})", "{}",
       R"({"a":1})"},
      {"Merge: the destination's values.", kMerge, R"({"a": 1, "b": 1})",
       R"({"b": 2, "c": 2})", R"({"a":1,"b":1,"c":2})"},
      {"Merge: at any depth.", kMerge, R"({"a": {"b": {"c": 1}}})",
       R"({"a": {"b": {"c": 2, "d": 2}}})", R"({"a":{"b":{"c":1,"d":2}}})"},
      {"Merge: a list keeps as well.", kMerge, R"({"l": [1]})", R"({"l": [2]})",
       R"({"l":[1]})"},
      {"Merge: 0, false and empty texts count as unset.", kMerge,
       R"({"a": 0, "b": false, "c": "", "d": [], "e": null})",
       R"({"a": 1, "b": true, "c": "x", "d": [1], "e": 2})",
       R"({"a":1,"b":true,"c":"x","d":[1],"e":2})"},
      {"Merge: a null is passed over.", kMerge, R"({"a": 1})",
       R"({"a": null, "b": null})", R"({"a":1})"},
      {"Merge: unless nothing else is there.", kMerge, "{}", R"({"a": null})",
       R"({"a":null})"},
      {"Merge: an object gives way to no scalar.", kMerge, R"({"a": {"b": 1}})",
       R"({"a": 5})", R"({"a":{"b":1}})"},
      {"Append: the elements that are new, at the top.", kForceAppend, "[1, 2]",
       "[2, 3]", "[1,2,3]"},
      {"Append: what the source has twice comes twice.", kForceAppend, "[1]",
       "[2, 2, 1]", "[1,2,2]"},
      {"Append: a null is an element like any other.", kForceAppend, "[null]",
       R"([null, "a"])", R"([null,"a"])"},
      {"Append: elements are compared by content.", kForceAppend,
       R"([{"a": 1, "b": [2]}])", R"([{"b": [2], "a": 1}, {"a": 1}])",
       R"([{"a":1,"b":[2]},{"a":1}])"},
      {"Append: nothing to nothing is null.", kForceAppend, "[]", "[]", "null"},
      {"Append: below the top nothing is dropped.", kMergeAppend,
       R"({"l": [1, 2]})", R"({"l": [2, 3]})", R"({"l":[1,2,2,3]})"},
      {"Append: a list over null is the list.", kMergeAppend, R"({"l": null})",
       R"({"l": [1]})", R"({"l":[1]})"},
      {"Append: what is no list goes by the other rule, kept.", kMergeAppend,
       R"({"a": 1})", R"({"a": 2})", R"({"a":1})"},
      {"Append: or replaced.", kForceAppend, R"({"a": 1})", R"({"a": 2})",
       R"({"a":2})"},
      {"Append: a scalar over a list replaces it.", kForceAppend,
       R"({"l": [1]})", R"({"l": 2})", R"({"l":2})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto destination = ParseJson(test.destination, &pool);
    auto source = ParseJson(test.source, &pool);
    ASSERT_TRUE(destination.ok() && source.ok());
    absl::Status status = Combine(*destination, *source, test.policy, &pool);
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_EQ(CompactJson(*destination).value(), test.want);
  }
}

TEST(Merge, AppendsToListsOnly) {
  struct {
    const char* reason;
    const char* destination;
    const char* source;
  } tests[] = {
      {"An object is no list.", R"({"k": 1})", "[1]"},
      {"An empty one neither.", "{}", "[1]"},
      {"Nor is a text, even an empty one.", R"({"l": ""})", R"({"l": [1]})"},
      {"Nor 0.", R"({"l": 0})", R"({"l": [1]})"},
      {"Nor false.", R"({"l": false})", R"({"l": [1]})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    for (CombinePolicy policy : {kMergeAppend, kForceAppend}) {
      Pool pool;
      auto destination = ParseJson(test.destination, &pool);
      auto source = ParseJson(test.source, &pool);
      ASSERT_TRUE(destination.ok() && source.ok());
      absl::Status status = Combine(*destination, *source, policy, &pool);
      EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
      EXPECT_EQ(status.message(),
                "cannot append a list to something that is not a list");
    }
  }
}

// Go takes 1 and 1.0 for different here, which users report as a bug.
TEST(Merge, FindsNumbersOfEitherKind) {
  Pool pool;
  Value destination = Array();
  destination.PushBack(Real(1), pool.allocator());
  Value source = Array();
  source.PushBack(Integer(1), pool.allocator());
  source.PushBack(Integer(2), pool.allocator());
  ASSERT_TRUE(Combine(destination, source, kForceAppend, &pool).ok());
  EXPECT_EQ(CompactJson(destination).value(), "[1,2]");
}

}  // namespace
}  // namespace loom
