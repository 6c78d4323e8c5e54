// SPDX-License-Identifier: Apache-2.0
// A call for which there is no memory fails alone: whichever of its allocations
// is refused, it throws std::bad_alloc, which the server answers with INTERNAL,
// nothing leaks (the leak checker of the sanitizer looks), and the next call is
// answered as the first.
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "function/function.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/call.h"
#include "test/testing/plain_status.h"
#include "test/testing/wire_text.h"
#include "test/unit/function/granted_allocations.h"

namespace loom {
namespace {

using ::testing::HasSubstr;

struct Row {
  const char* reason;
  const char* answer;  // has these letters
  std::string request;
};

// An object that has so many members that they are found by a table.
std::string LargeObject() {
  std::string members;
  for (int i = 0; i < 60; ++i) absl::StrAppend(&members, ",\"m", i, "\":", i);
  return absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x"}, "spec": {"zone": "b")",
                      members, "}}");
}

std::string CallAllocation(absl::string_view composite,
                           absl::string_view rest) {
  return absl::StrCat(R"({"meta": {"tag": "t"}, "desired": {"resources": {
      "earlier": {}}}, "observed": {"composite": {"resource": )",
                      composite, R"(}, "resources": {"a": {"resource": {
      "apiVersion": "v1", "kind": "ConfigMap", "metadata": {
      "name": "x-a"}}}}}, "requiredResources": {)",
                      rest, "}");
}

constexpr char kSmall[] = R"({"apiVersion": "example.org/v1", "kind": "X",
    "metadata": {"name": "x"}, "spec": {"zone": "b"}})";

const Row kRows[] = {
    {"patches and transforms", "zone", CallAllocation(kSmall, R"(}, "input": {
        "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
        "resources": [{"name": "a", "base": {"apiVersion": "v1",
            "kind": "ConfigMap"}, "patches": [{
            "type": "FromCompositeFieldPath", "fromFieldPath": "spec.zone",
            "toFieldPath": "data.zone", "transforms": [
                {"type": "string", "string": {"type": "Format",
                    "fmt": "zone-%s"}},
                {"type": "map", "map": {"zone-b": "c", "zone-d": "e"}}]}, {
            "type": "ToCompositeFieldPath", "fromFieldPath": "metadata.name",
            "toFieldPath": "status.name"}]}]})")},
    {"tables of names", "m59", CallAllocation(LargeObject(), R"(}, "input": {
        "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
        "resources": [{"name": "a", "base": {"apiVersion": "v1",
            "kind": "ConfigMap"}, "patches": [{
            "type": "FromCompositeFieldPath", "fromFieldPath": "spec",
            "toFieldPath": "spec"}, {
            "type": "FromCompositeFieldPath", "fromFieldPath": "spec.m7",
            "toFieldPath": "spec.m8"}]}]})")},
    {"an environment", "region",
     CallAllocation(
         kSmall,
         R"("obj:apiextensions.crossplane.io/v1beta1/EnvironmentConfig//e": {"items": [{
        "resource": {"apiVersion": "apiextensions.crossplane.io/v1beta1",
            "kind": "EnvironmentConfig", "metadata": {"name": "e"},
            "data": {"region": {"b": 1}}}}]}}, "input": {
        "apiVersion": "environmentconfigs.fn.crossplane.io/v1beta1",
        "kind": "Input", "spec": {"environmentConfigs": [{
            "type": "Reference", "ref": {"name": "e"}}]}})")},
    {"an input with mistakes", "Nothing",
     CallAllocation(kSmall, R"(}, "input": {
        "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
        "resources": [{"name": "a"}, {"name": "a", "patches": [{
            "type": "Nothing"}]}]})")},
};

std::string Answer(const Function& function, const std::string& request) {
  auto answer = function.Run(request);
  return answer.ok() ? std::string(answer->view())
                     : Plain(answer.status()).ToString();
}

// Whether the call was answered although only so many allocations were granted.
bool AnsweredWith(long allocations, const Function& function,
                  const std::string& request, const std::string& want) {
  try {
    granted_allocations = allocations;
    auto answer = function.Run(request);
    granted_allocations = -1;
    EXPECT_TRUE(answer.ok()) << answer.status();
    EXPECT_TRUE(answer.ok() && answer->view() == want) << "a wrong answer";
    return true;
  } catch (const std::bad_alloc&) {
    granted_allocations = -1;
    return false;
  }
}

TEST(Allocation, OfACallMayFailAnywhere) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.reason);
    const std::string request = RequestBytes(row.request);
    const std::string want = Answer(Function(), request);
    EXPECT_THAT(want, HasSubstr(row.answer));
    long refused = 0;
    for (bool read_before : {false, true}) {
      for (long allocations = 0;; ++allocations) {
        Function function;
        if (read_before) Answer(function, request);
        bool answered = AnsweredWith(allocations, function, request, want);
        EXPECT_EQ(Answer(function, request), want) << "after " << allocations;
        if (answered) break;
        ++refused;
      }
    }
    EXPECT_GT(refused, 40);
  }
}

// 1,000 resources share the characters of one base, of which a response has a copy
// each.
TEST(Allocation, OfAResponseThatIsTooLargeEndsAtTheLimit) {
  std::string items;
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&items, i == 0 ? "" : ",", "\"z", i, "\"");
  }
  const std::string request = RequestBytes(CallAllocation(
      absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "X",
          "metadata": {"name": "x"}, "spec": {"zones": [)",
                   items, "]}}"),
      absl::StrCat(R"(}, "input": {
          "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
          "resources": [{"name": "loop",
              "forEach": {"items": "composite.spec.zones"},
              "base": {"apiVersion": "v1", "kind": "ConfigMap",
                  "data": {"script": ")",
                   std::string(100'000, 'x'), R"("}}}]})")));
  largest_allocation = 0;
  const std::string answer = Answer(Function(), request);
  EXPECT_LE(largest_allocation, limits::kResponse);
  EXPECT_THAT(answer, HasSubstr("the response is 10017"));
  EXPECT_THAT(answer, HasSubstr("The largest: resource \"loop-z100\": 1001"));
}

// An entry of eight bytes would take thirty times as much in the index of a request.
TEST(Allocation, OfTheIndexOfARequestEndsAtTheLimit) {
  const struct {
    const char* reason;
    int field;   // of the map
    int around;  // the field of the message that the map is in; 0: the request
    const char* want;
  } tests[] = {
      {"Composed resources.", 2, 2, "more than 10000 resources"},
      {"Required resources.", 8, 0, "more than 10000 required resources"},
      {"Keys of the context.", 1, 5, "the context has more than 10000 keys"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string entries;
    for (int i = 0; i < 100'000; ++i) {
      entries += MapEntryWire(test.field, absl::StrCat(i), "");
    }
    const std::string request =
        test.around == 0 ? entries : FieldWire(test.around, entries);
    largest_allocation = 0;
    const std::string answer = Answer(Function(), request);
    EXPECT_LE(largest_allocation, 3 * limits::kMiB);
    EXPECT_THAT(answer, HasSubstr(test.want));
  }
}

}  // namespace
}  // namespace loom
