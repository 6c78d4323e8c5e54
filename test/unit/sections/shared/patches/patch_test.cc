// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/patch.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"

namespace loom {
namespace {

constexpr char kFrom[] = R"({
    "spec": {"region": "eu", "size": 3, "none": null, "tags": {"a": 1},
             "list": [1, 2], "stage": "test", "huge": 1e308}})";

// The destination after the patch; or the code and the error.
std::string PatchedPatch(absl::string_view json, absl::string_view to_json,
                         Dialect dialect = Dialect::kPatchAndTransform,
                         PatchScope scope = PatchScope::kResource) {
  AuthorInput input(json, dialect);
  std::shared_ptr<const Patch> patch = Patch::Parse(input.root(), scope);
  EXPECT_EQ(input.problems(), "");
  if (patch == nullptr) return "no patch";
  Value from = Json(kFrom);
  Value to = Json(to_json);
  absl::Status status = patch->Apply(from, to, nullptr, TestPool());
  EXPECT_EQ(ToJson(from), ToJson(Json(kFrom))) << "the source is only read";
  return status.ok() ? ToJson(to) : Plain(status).ToString();
}

TEST(Patch, CopiesAValue) {
  const struct {
    const char* reason;
    const char* patch;
    const char* to;
    const char* want;
  } tests[] = {
      {"To another place, which is made.",
       R"({"fromFieldPath": "spec.region", "toFieldPath": "a[0].b"})",
       R"({"kind": "K"})", R"({"a":[{"b":"eu"}],"kind":"K"})"},
      {"To the same place, if none is named.",
       R"({"fromFieldPath": "spec.size"})", R"({"kind": "K"})",
       R"({"kind":"K","spec":{"size":3}})"},
      {"What is there is replaced, whatever it is.",
       R"({"fromFieldPath": "spec.tags", "toFieldPath": "a"})",
       R"({"kind": "K", "a": [1]})", R"({"a":{"a":1},"kind":"K"})"},
      {"A null that is found is a value.",
       R"({"fromFieldPath": "spec.none", "toFieldPath": "a"})",
       R"({"kind": "K", "a": 1})", R"({"a":null,"kind":"K"})"},
      {"Through transforms, in order.",
       R"({"fromFieldPath": "spec.size", "toFieldPath": "a", "transforms": [
           {"type": "math", "math": {"type": "Multiply", "multiply": 2}},
           {"type": "string", "string": {"type": "Format", "fmt": "n-%d"}}]})",
       R"({"kind": "K"})", R"({"a":"n-6","kind":"K"})"},
      {"An explicit place that is empty writes nothing.",
       R"({"fromFieldPath": "spec.size", "toFieldPath": ""})",
       R"({"kind": "K"})", R"({"kind":"K"})"},
      {"A merge unites objects.",
       R"({"fromFieldPath": "spec.tags", "toFieldPath": "a",
           "policy": {"toFieldPath": "MergeObjects"}})",
       R"({"kind": "K", "a": {"b": 2}})", R"({"a":{"a":1,"b":2},"kind":"K"})"},
      {"A merge into nothing writes the value.",
       R"({"fromFieldPath": "spec.list", "toFieldPath": "a",
           "policy": {"toFieldPath": "AppendArray"}})",
       R"({"kind": "K"})", R"({"a":[1,2],"kind":"K"})"},
      {"A merge into null, too.",
       R"({"fromFieldPath": "spec.list", "toFieldPath": "a",
           "policy": {"toFieldPath": "AppendArray"}})",
       R"({"kind": "K", "a": null})", R"({"a":[1,2],"kind":"K"})"},
      {"A null is not merged, it replaces.",
       R"({"fromFieldPath": "spec.none", "toFieldPath": "a",
           "policy": {"toFieldPath": "MergeObjects"}})",
       R"({"kind": "K", "a": {"b": 2}})", R"({"a":null,"kind":"K"})"},
      {"To every place a wildcard stands for.",
       R"({"fromFieldPath": "spec.size", "toFieldPath": "l[*].n"})",
       R"({"kind": "K", "l": [{"n": 0}, {}, {"n": 1}]})",
       R"({"kind":"K","l":[{"n":3},{},{"n":3}]})"},

      {"A source that is missing.", R"({"fromFieldPath": "spec.nope"})",
       R"({"kind": "K"})", "NOT_FOUND: spec.nope: no such field"},
      {"A source of another shape.", R"({"fromFieldPath": "spec.region.x"})",
       R"({"kind": "K"})", "FAILED_PRECONDITION: spec.region: not an object"},
      {"A destination of another shape.",
       R"({"fromFieldPath": "spec.size", "toFieldPath": "a.b"})",
       R"({"kind": "K", "a": "text"})",
       "FAILED_PRECONDITION: cannot patch to object: a is not an object"},
      {"A merge reads it first, and words the same mistake as a reader.",
       R"({"fromFieldPath": "spec.tags", "toFieldPath": "a.b",
           "policy": {"toFieldPath": "MergeObjects"}})",
       R"({"kind": "K", "a": "text"})",
       "FAILED_PRECONDITION: cannot patch to object: a: not an object"},
      {"To a reader a null is only missing; the write fails.",
       R"({"fromFieldPath": "spec.tags", "toFieldPath": "a.b",
           "policy": {"toFieldPath": "MergeObjects"}})",
       R"({"kind": "K", "a": null})",
       "FAILED_PRECONDITION: cannot patch to object: a is not an object"},
      {"A product that is no number any more.",
       R"({"fromFieldPath": "spec.huge", "toFieldPath": "a", "transforms": [
           {"type": "math", "math": {"type": "Multiply", "multiply": 100}}]})",
       R"({"kind": "K"})",
       "FAILED_PRECONDITION: the value is inf, not a number"},
      {"A list is not appended to a text.",
       R"({"fromFieldPath": "spec.list", "toFieldPath": "a",
           "policy": {"toFieldPath": "AppendArray"}})",
       R"({"kind": "K", "a": "text"})",
       "FAILED_PRECONDITION: cannot patch to object: failed to merge values"},
      {"A wildcard without any place.",
       R"({"fromFieldPath": "spec.size", "toFieldPath": "l[*].n"})",
       R"({"kind": "K", "l": [{}]})",
       "FAILED_PRECONDITION: cannot expand ToFieldPath l[*].n"},
      {"A transform that fails.",
       R"({"fromFieldPath": "spec.region", "transforms": [
           {"type": "math", "math": {"type": "Multiply", "multiply": 2}}]})",
       R"({"kind": "K"})", "FAILED_PRECONDITION: transforms[0] (math): "},
      {"A destination without a kind is no object of Kubernetes.",
       R"({"fromFieldPath": "spec.size"})", R"({"apiVersion": "v1"})",
       "FAILED_PRECONDITION: cannot patch to object: Object 'Kind' is missing "
       "in '{\"apiVersion\":\"v1\"}'"},
      {"A malformed path of a drop-in input is reported when it is walked.",
       R"({"fromFieldPath": "spec..x"})", R"({"kind": "K"})",
       "INVALID_ARGUMENT: cannot parse path \"spec..x\": unexpected '.' at "
       "position 5"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string got = PatchedPatch(test.patch, test.to);
    // The rest of a transform's message is its own.
    if (got[0] != '{') got = got.substr(0, std::string(test.want).size());
    EXPECT_EQ(got, test.want);
  }
}

TEST(Patch, CombinesValues) {
  const struct {
    const char* reason;
    Dialect dialect;
    const char* patch;
    const char* to;
    const char* want;
  } tests[] = {
      {"Variables are formatted in order.", Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s-%d"},
           "variables": [{"fromFieldPath": "spec.region"},
                         {"fromFieldPath": "spec.size"}]},
           "toFieldPath": "a"})",
       "{}", R"({"a":"eu-3","kind":"K"})"},
      {"A format that is absent is empty, and Go tells of what is left over.",
       Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {},
           "variables": [{"fromFieldPath": "spec.region"}]},
           "toFieldPath": "a"})",
       "{}", R"-({"a":"%!(EXTRA string=eu)","kind":"K"})-"},
      {"Through transforms.", Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s"},
           "variables": [{"fromFieldPath": "spec.region"}]},
           "toFieldPath": "a", "transforms": [{"type": "string",
           "string": {"type": "Convert", "convert": "ToUpper"}}]})",
       "{}", R"({"a":"EU","kind":"K"})"},
      {"The source's path stands for a place that is absent.",
       Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s"},
           "variables": [{"fromFieldPath": "spec.region"}]},
           "fromFieldPath": "a"})",
       "{}", R"({"a":"eu","kind":"K"})"},
      {"A wildcard is an ordinary key in a drop-in input.",
       Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s"},
           "variables": [{"fromFieldPath": "spec.region"}]},
           "toFieldPath": "m[*]"})",
       R"({"m": {"x": 1}})", R"({"kind":"K","m":{"*":"eu","x":1}})"},
      {"In a native one it is expanded.", Dialect::kNative,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s"},
           "variables": [{"fromFieldPath": "spec.region"}]},
           "toFieldPath": "m[*]"})",
       R"({"m": {"x": 1, "y": 2}})", R"({"kind":"K","m":{"x":"eu","y":"eu"}})"},

      {"One variable that is missing is as if all were.",
       Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s%s"},
           "variables": [{"fromFieldPath": "spec.region"},
                         {"fromFieldPath": "spec.nope"}]},
           "toFieldPath": "a"})",
       "{}", "NOT_FOUND: spec.nope: no such field"},
      {"Mistakes in transforms wait in a drop-in input.",
       Dialect::kPatchAndTransform,
       R"({"combine": {"strategy": "string", "string": {"fmt": "%s"},
           "variables": [{"fromFieldPath": "spec.region"}]},
           "toFieldPath": "a", "transforms": [{"type": "math"}]})",
       "{}",
       "INVALID_ARGUMENT: transforms[0].math: Required value: given transform "
       "type math requires configuration"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string patch = absl::StrCat(R"({"type": "CombineFromComposite", )",
                                     absl::string_view(test.patch).substr(1));
    Value to = Json(test.to);
    Value kind = Json(R"("K")");
    to.AddMember("kind", kind, TestPool()->allocator());
    EXPECT_EQ(PatchedPatch(patch, ToJson(to), test.dialect), test.want);
  }
}

TEST(Patch, OfANativeInputMayMakeTheLastMember) {
  constexpr char kPatch[] =
      R"({"fromFieldPath": "spec.size", "toFieldPath": "l[*].n"})";
  EXPECT_EQ(PatchedPatch(kPatch, R"({"kind": "K", "l": [{}, {"n": 0}]})",
                         Dialect::kNative),
            R"({"kind":"K","l":[{"n":3},{"n":3}]})");
  EXPECT_EQ(PatchedPatch(kPatch, R"({"kind": "K", "l": []})", Dialect::kNative),
            R"({"kind":"K","l":[]})");
}

TEST(Patch, OfASecretsPlaceNeedsNoKind) {
  EXPECT_EQ(PatchedPatch(
                R"({"fromFieldPath": "spec.region", "toFieldPath": "name"})",
                "{}", Dialect::kPatchAndTransform, PatchScope::kSecretLocation),
            R"({"name":"eu"})");
}

TEST(Patch, ReportsMistakes) {
  constexpr Dialect kNative = Dialect::kNative;
  constexpr Dialect kDropIn = Dialect::kPatchAndTransform;
  const struct {
    const char* reason;
    Dialect dialect;
    const char* patch;
    const char* want;
  } tests[] = {
      {"A source is enough.", kNative, R"({"fromFieldPath": "a"})", ""},
      {"A stray combine does no harm to a copy.", kNative,
       R"({"fromFieldPath": "a", "combine": {"strategy": "none"}})", ""},
      {"Malformed paths wait in a drop-in input.", kDropIn,
       R"({"fromFieldPath": "a.", "toFieldPath": "b["})", ""},

      {"… and are mistakes of a native one.", kNative,
       R"({"fromFieldPath": "a.", "toFieldPath": "b["})",
       "fromFieldPath: Invalid value: cannot parse path \"a.\": unexpected '.' "
       "at position 1; toFieldPath: Invalid value: cannot parse path \"b[\": "
       "unterminated '[' at position 1"},
      {"A patch that writes nothing is a mistake of a native input.", kNative,
       R"({"fromFieldPath": "a", "toFieldPath": ""})",
       "toFieldPath: Invalid value: \"\": the patch writes nothing"},
      {"A copy needs a source.", kDropIn, R"({"toFieldPath": "a"})",
       "fromFieldPath: Required value: fromFieldPath is required"},
      {"A type of another place.", kDropIn, R"({"type": "FromSecret"})",
       "type: Invalid value: \"FromSecret\": expected one of "
       "FromCompositeFieldPath, ToCompositeFieldPath, "
       "FromEnvironmentFieldPath, ToEnvironmentFieldPath, "
       "CombineFromComposite, CombineToComposite, CombineFromEnvironment, "
       "CombineToEnvironment, PatchSet"},
      {"A combine needs its block and its place.", kDropIn,
       R"({"type": "CombineFromComposite"})",
       "combine: Required value: combine is required; toFieldPath: Required "
       "value: toFieldPath is required"},
      {"The block needs strategy, variables and string.", kDropIn,
       R"({"type": "CombineFromComposite", "combine": {},
           "toFieldPath": "a"})",
       "combine.strategy: Required value: strategy is required; "
       "combine.variables: Required value: variables is required; "
       "combine.string: Required value: string is required"},
      {"There is one strategy, and each variable has a path.", kDropIn,
       R"({"type": "CombineFromComposite", "toFieldPath": "a", "combine":
           {"strategy": "join", "variables": [{"fromFieldPath": "a"}, {}],
            "string": {"fmt": "%s"}}})",
       "combine.strategy: Invalid value: \"join\": expected string; "
       "combine.variables[1].fromFieldPath: Required value: fromFieldPath is "
       "required"},
      {"Mistakes in transforms do not wait in a native input.", kNative,
       R"({"type": "CombineFromComposite", "toFieldPath": "a", "combine":
           {"strategy": "string", "variables": [{"fromFieldPath": "a"}],
            "string": {"fmt": "%s"}}, "transforms": [{"type": "math"}]})",
       "transforms[0].math: Required value: given transform type math requires "
       "configuration"},
      {"Unknown members, of the patch and of its parts.", kDropIn,
       R"({"fromFieldPath": "a", "toFieldpath": "b",
           "policy": {"resolve": "Always"}})",
       "policy: unknown resolve; unknown toFieldpath (toFieldPath?)"},
      {"The name of a set is a text, in every patch.", kDropIn,
       R"({"fromFieldPath": "a", "patchSetName": 1})",
       "patchSetName: Invalid value: expected a string, got a number"},
      {"Mistakes of transforms have their place.", kDropIn,
       R"({"fromFieldPath": "a", "transforms": [{"type": "math"}]})",
       "transforms[0].math: Required value: given transform type math requires "
       "configuration"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.patch, test.dialect);
    Patch::Parse(input.root(), PatchScope::kResource);
    EXPECT_EQ(Brief(input.problems()), test.want);
  }
}

// What would make gigabytes is an error before it is made.
TEST(Patch, WritesABoundedAmount) {
  std::string list = "[0";
  for (int i = 1; i < 5000; ++i) list += ",0";
  list += "]";
  const std::string text(40000, 'x');
  const struct {
    const char* reason;
    const char* patch;
    std::string from;
    std::string to;
    int times;  // that it can be applied
  } tests[] = {
      {"A long text in many places, though its characters are shared.",
       R"({"fromFieldPath": "v", "toFieldPath": "l[*]"})",
       absl::StrCat(R"({"v": ")", text, "\"}"),
       absl::StrCat(R"({"kind": "K", "l": )", list, "}"), 0},
      {"A list that replaces every element.",
       R"({"fromFieldPath": "v", "toFieldPath": "l[*]"})",
       absl::StrCat(R"({"v": )", list, "}"),
       absl::StrCat(R"({"kind": "K", "l": )", list, "}"), 0},
      {"A list within an object that grows by itself each time.",
       R"({"fromFieldPath": "v", "toFieldPath": "v",
           "policy": {"toFieldPath": "ForceMergeObjectsAppendArrays"}})",
       absl::StrCat(R"({"v": {"l": )", list, "}}"),
       absl::StrCat(R"({"kind": "K", "v": {"l": )", list, "}}"), 419},
      {"Texts that are formatted.",
       R"({"type": "CombineFromComposite", "toFieldPath": "v", "combine": {
           "strategy": "string", "variables": [{"fromFieldPath": "v"}],
           "string": {"fmt": "%[1]s%[1]s%[1]s%[1]s%[1]s"}}})",
       absl::StrCat(R"({"v": ")", text, "\"}"), R"({"kind": "K"})", 167},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.patch, Dialect::kPatchAndTransform);
    auto patch = Patch::Parse(input.root(), PatchScope::kResource);
    ASSERT_NE(patch, nullptr);
    Pool pool;
    Value from = *ParseJson(test.from, &pool);
    Value to = *ParseJson(test.to, &pool);
    int times = 0;
    absl::Status status = patch->Apply(from, to, nullptr, &pool);
    for (; status.ok() && times < 1000; ++times) {
      status = patch->Apply(from, to, nullptr, &pool);
    }
    EXPECT_EQ(Plain(status),
              absl::FailedPreconditionError(
                  "patches make more than 33554432 bytes in this call"));
    EXPECT_EQ(times, test.times);
    EXPECT_LT(pool.Size(), 256u << 20);
  }
}

}  // namespace
}  // namespace loom
