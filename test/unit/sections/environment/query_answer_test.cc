// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/query_answer.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/objects/object.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

// The names of what is selected, in order; or the code and the error.
std::string Selected(ObjectQuery query, absl::string_view objects,
                     bool optional) {
  query.noun = "config";
  query.optional = optional;
  Value list = Json(objects);
  std::vector<const Value*> pointers;
  for (const Value& object : list.GetArray()) pointers.push_back(&object);
  auto selected = SelectObjects(query, "a", pointers, TestPool());
  if (!selected.ok()) return Plain(selected.status()).ToString();
  return absl::StrJoin(*selected, " ", [](std::string* out, const Value* it) {
    absl::StrAppend(out, Name(*it));
  });
}

ObjectQuery ParseQuery(absl::string_view json, Dialect dialect) {
  AuthorInput input(json, dialect);
  Fields entry(input.root());
  ObjectQuery query =
      ObjectQuery::Parse(entry, {.has_modes = true, .reads_environment = true});
  EXPECT_EQ(input.problems(), "");
  return query;
}

constexpr char kNone[] = "[]";
constexpr char kOneSelection[] = R"([{"metadata": {"name": "a"}}])";
constexpr char kTwoSelection[] =
    R"([{"metadata": {"name": "b"}}, {"metadata": {"name": "a"}}])";

TEST(SelectObjects, WantsExactlyOneOrForgives) {
  constexpr char kReference[] = R"({"ref": {"name": "a"}})";
  constexpr char kSingle[] = R"({"type": "Selector", "selector":
      {"minMatch": 2, "maxMatch": 0}})";
  const struct {
    const char* reason;
    const char* source;
    Dialect dialect;
    bool optional;
    const char* objects;
    const char* want;
  } tests[] = {
      {"A reference finds its object.", kReference, Dialect::kPatchAndTransform,
       false, kOneSelection, "a"},
      {"An optional one may find nothing.", kReference,
       Dialect::kPatchAndTransform, true, kNone, ""},
      {"A single selector finds one; counts are for many.", kSingle,
       Dialect::kPatchAndTransform, false, kOneSelection, "a"},
      {"A native single selector may find nothing if that is optional.",
       kSingle, Dialect::kNative, true, kNone, ""},

      {"A required reference has to be there.", kReference,
       Dialect::kPatchAndTransform, false, kNone,
       "NOT_FOUND: Required config \"a\" not found"},
      {"A reference is to one object.", kReference, Dialect::kPatchAndTransform,
       true, kTwoSelection,
       "FAILED_PRECONDITION: expected exactly one config \"a\", got 2"},
      {"In a drop-in input the policy does not help a selector.", kSingle,
       Dialect::kPatchAndTransform, true, kNone,
       "FAILED_PRECONDITION: expected exactly one config \"a\", got 0"},
      {"A native one that is required finds something.", kSingle,
       Dialect::kNative, false, kNone,
       "FAILED_PRECONDITION: expected exactly one config \"a\", got 0"},
      {"What a type that nobody knows finds passes as it is.",
       R"({"type": "List"})", Dialect::kPatchAndTransform, false, kTwoSelection,
       "b a"},
      {"Two are too many for either.", kSingle, Dialect::kNative, true,
       kTwoSelection,
       "FAILED_PRECONDITION: expected exactly one config \"a\", got 2"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Selected(ParseQuery(test.source, test.dialect), test.objects,
                       test.optional),
              test.want);
  }
}

TEST(SelectObjects, SortsAndCutsMany) {
  constexpr char kTexts[] = R"([
      {"metadata": {"name": "x"}, "data": {"k": "b"}},
      {"metadata": {"name": "y"}, "data": {"k": "B"}},
      {"metadata": {"name": "z"}, "data": {"k": "10"}},
      {"metadata": {"name": "w"}, "data": {"k": "9"}}])";
  constexpr char kNumbers[] = R"([
      {"metadata": {"name": "ten"}, "data": {"k": 10}},
      {"metadata": {"name": "none"}, "data": {"k": null}},
      {"metadata": {"name": "half"}, "data": {"k": 0.5}},
      {"metadata": {"name": "minus"}, "data": {"k": -1}}])";
  constexpr char kTies[] = R"([
      {"metadata": {"name": "c"}, "data": {"k": 1}},
      {"metadata": {"name": "b"}, "data": {"k": 1}},
      {"metadata": {"name": "d"}, "data": {"k": 0}},
      {"metadata": {"name": "a"}, "data": {"k": 1}}])";
  constexpr char kMixed[] = R"([
      {"metadata": {"name": "a"}, "data": {"k": 1}},
      {"metadata": {"name": "b"}, "data": {"k": "1"}}])";
  constexpr char kBooleans[] = R"([
      {"metadata": {"name": "a"}, "data": {"k": true}},
      {"metadata": {"name": "b"}, "data": {"k": false}}])";
  constexpr char kOneBoolean[] =
      R"([{"metadata": {"name": "a"}, "data": {"k": true}}])";
  const struct {
    const char* reason;
    const char* members;
    const char* objects;
    const char* want;
  } tests[] = {
      {"Zero matches are fine where nobody says otherwise.", "", kNone, ""},
      {"By name, unless said otherwise.", "", kTwoSelection, "a b"},
      {"An empty path is the default one.", R"(, "sortByFieldPath": "")",
       kTwoSelection, "a b"},
      {"Texts by their bytes.", R"(, "sortByFieldPath": "data.k")", kTexts,
       "z w y x"},
      {"Numbers by size; a missing one, or null, counts as 0.",
       R"(, "sortByFieldPath": "data.k")", kNumbers, "minus none half ten"},
      {"Equals are in the order of their names.",
       R"(, "sortByFieldPath": "data.k")", kTies, "d a b c"},
      {"Without any value the order stays.",
       R"(, "sortByFieldPath": "data.nope")", kTwoSelection, "b a"},
      {"The first of the order are kept.",
       R"(, "sortByFieldPath": "data.k", "maxMatch": 2)", kTexts, "z w"},
      {"None may be kept.", R"(, "maxMatch": 0)", kTwoSelection, ""},
      {"As many as at least are wanted.", R"(, "minMatch": 2)", kTwoSelection,
       "a b"},
      {"More may be wanted at least than at most.",
       R"(, "minMatch": 2, "maxMatch": 1)", kTwoSelection, "a"},
      {"One value need not be compared, whatever its kind.",
       R"(, "sortByFieldPath": "data.k")", kOneBoolean, "a"},

      {"Too few.", R"(, "minMatch": 3)", kTwoSelection,
       "FAILED_PRECONDITION: expected at least 3 configs \"a\", got 2"},
      {"Values of two kinds.", R"(, "sortByFieldPath": "data.k")", kMixed,
       "FAILED_PRECONDITION: cannot sort values of different types "
       "\"float64\" and \"string\""},
      {"Booleans have no order.", R"(, "sortByFieldPath": "data.k")", kBooleans,
       "FAILED_PRECONDITION: unsupported type \"bool\" for sorting"},
      {"A path of another shape.", R"(, "sortByFieldPath": "data.k[0]")",
       kTexts, "FAILED_PRECONDITION: data.k: not an array"},
      {"A malformed path.", R"(, "sortByFieldPath": "data..k")", kTexts,
       "INVALID_ARGUMENT: cannot parse path \"data..k\": unexpected '.' at "
       "position 5"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ObjectQuery query = ParseQuery(
        absl::StrCat(R"({"type": "Selector", "selector": {"mode": "Multiple")",
                     test.members, "}}"),
        Dialect::kPatchAndTransform);
    EXPECT_EQ(Selected(query, test.objects, false), test.want);
  }
}

}  // namespace
}  // namespace loom
