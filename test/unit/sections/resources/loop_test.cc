// SPDX-License-Identifier: Apache-2.0
// What a list of a loop does to the resources that exist.
#include "sections/resources/loop.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

constexpr char kLoop[] = R"([{"name": "net", "base": {"kind": "N"},
    "forEach": {"items": "composite.spec.l", "key": "item.n"},
    "patches": [{"type": "FromItemFieldPath", "fromFieldPath": "v",
                 "toFieldPath": "spec.v"}]}])";

// Observed items of the template `net`.
std::string Observed(std::initializer_list<absl::string_view> keys) {
  std::string resources;
  for (absl::string_view key : keys) {
    absl::StrAppend(&resources, resources.empty() ? "" : ", ", "\"net-", key,
                    R"(": {"resource": {"kind": "N", "metadata": {"name": "n-)",
                    key, R"(", "annotations": {
        "loom.fn.crossplane.io/for-each": "net"}}}})");
  }
  return absl::StrCat("{", resources, "}");
}

TEST(RenderLoop, DeletesWhatTheAuthorSaid) {
  const struct {
    const char* reason;
    std::string observed;
    const char* spec;
    const char* want;
  } tests[] = {
      {"From nothing.", "{}", R"({"l": [{"n": "a"}, {"n": "b"}]})",
       "net-a net-b"},
      {"One is added.", Observed({"a"}), R"({"l": [{"n": "a"}, {"n": "b"}]})",
       "net-a net-b"},
      {"One is taken out: it is not desired any more.", Observed({"a", "b"}),
       R"({"l": [{"n": "b"}]})", "net-b"},
      {"Another order is the same.", Observed({"a", "b"}),
       R"({"l": [{"n": "b"}, {"n": "a"}]})", "net-a net-b"},
      {"An empty list says that all go.", Observed({"a", "b"}), R"({"l": []})",
       ""},
      {"A list that vanishes takes nothing with it.", Observed({"a", "b"}),
       "{}",
       "FATAL: the items of net are unknown, which would delete 2 resources; "
       "to delete them, write an empty list: resources[0].forEach.items: 1:15: "
       "composite.spec.l: no such key"},
      {"Nor does a key.", Observed({"a"}), R"({"l": [{}]})",
       "FATAL: the items of net are unknown, which would delete 1 resource; to "
       "delete it, write an empty list: resources[0].forEach.key: 1:5: item.n: "
       "no such key"},
      {"Nor does a key that is doubled.", Observed({"a", "b"}),
       R"({"l": [{"n": "a"}, {"n": "a"}]})",
       "FATAL: resources[0].forEach.key: items 0 and 1 have the key \"a\""},
      {"A list that was never there is waited for.", "{}", "{}",
       " not ready; FieldMissing: net: resources[0].forEach.items: 1:15: "
       "composite.spec.l: no such key"},
      {"Items of another template do not count.",
       R"({"net-a": {"resource": {"kind": "N", "metadata": {"annotations": {
            "loom.fn.crossplane.io/for-each": "other"}}}}})",
       "{}",
       " not ready; FieldMissing: net: resources[0].forEach.items: 1:15: "
       "composite.spec.l: no such key"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = test.spec;
    call.observed = test.observed;
    call.resources = kLoop;
    EXPECT_EQ(call.Made(), test.want);
  }
}

TEST(RenderLoop, LosesNothingThatAnEarlierStepDesires) {
  NativeCall call;
  call.observed = Observed({"a", "b"});
  call.desired = R"({"net-a": {"resource": {"kind": "N"}},
                     "net-b": {"resource": {"kind": "N"}}})";
  call.resources = R"([{"name": "net",
      "forEach": {"items": "composite.spec.l"}}])";
  EXPECT_EQ(call.Made(),
            "net-a net-b not ready; FieldMissing: net: "
            "resources[0].forEach.items: 1:15: composite.spec.l: no such key");
  call.desired = R"({"net-a": {"resource": {"kind": "N"}}})";
  EXPECT_EQ(call.Made(),
            "FATAL: the items of net are unknown, which would delete 1 "
            "resource; to delete it, write an empty list: "
            "resources[0].forEach.items: 1:15: composite.spec.l: no such key");
}

TEST(RenderLoop, MarksItsItems) {
  NativeCall call;
  call.spec = R"({"l": [{"n": "a", "v": 7}]})";
  call.resources = kLoop;
  EXPECT_EQ(call.At("desired.resources[net-a].resource"),
            R"({"kind":"N","metadata":{"annotations":{)"
            R"("loom.fn.crossplane.io/for-each":"net"}},"spec":{"v":7}})");
}

TEST(RenderLoop, AsksItsConditionForEachItem) {
  NativeCall call;
  call.spec = R"({"l": [{"n": "a", "on": true}, {"n": "b", "on": false}]})";
  call.resources = R"([{"name": "net", "base": {"kind": "N"},
      "forEach": {"items": "composite.spec.l", "key": "item.n"},
      "condition": "item.on"}])";
  EXPECT_EQ(call.Made(), "net-a");
  call.spec = R"({"l": [{"n": "a", "on": true}, {"n": "b"}]})";
  EXPECT_EQ(call.Made(),
            "net-a not ready; FieldMissing: net-b: resources[0].condition: "
            "1:5: item.on: no such key");
}

TEST(RenderLoop, IsBoundedOverAllTemplates) {
  NativeCall call;
  call.resources = R"x([
      {"name": "a", "base": {"kind": "N"},
       "forEach": {"items": "lists.range(600)"}},
      {"name": "b", "base": {"kind": "N"},
       "forEach": {"items": "lists.range(401)"}}])x";
  EXPECT_EQ(call.Made(),
            "FATAL: resources[1].forEach: expected at most 1000 resources in "
            "total, got 1001");
}

TEST(RenderLoop, IsNamedByItsTemplate) {
  const struct {
    const char* reason;
    const char* spec;
    const char* more;
    std::string observed;
    const char* want;
  } tests[] = {
      {"What depends on a template waits for all items.",
       R"({"l": [{"n": "a"}]})",
       R"("dependencies": [{"resource": "app", "dependsOn": [{"resource": "net"}]}])",
       "{}", "net-a not ready"},
      {"All items wait for what the template depends on.",
       R"({"l": [{"n": "a"}]})",
       R"("dependencies": [{"resource": "net", "dependsOn": [{"resource": "app"}]}])",
       "{}", "app not ready"},
      {"An empty list is not waited for.", R"({"l": []})",
       R"("dependencies": [{"resource": "app", "dependsOn": [{"resource": "net"}]}])",
       "{}", "app"},
      {"Nor is an item that is on its way out.", R"({"l": [{"n": "a"}]})",
       R"("dependencies": [{"resource": "app", "dependsOn": [
            {"resource": "net", "condition": "Exists"}]}])",
       Observed({"a", "b"}), "app net-a"},
      {"A list that is not there yet is.", "{}",
       R"("dependencies": [{"resource": "app", "dependsOn": [{"resource": "net"}]}])",
       "{}",
       " not ready; FieldMissing: net: resources[0].forEach.items: 1:15: "
       "composite.spec.l: no such key"},
      {"A pattern means the items, and never the template.", R"({"l": []})",
       R"("dependencies": [{"resource": "app", "dependsOn": [
            {"resource": "ne.*"}], "whenMissing": "Ignore"}])",
       "{}", "app"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = test.spec;
    call.observed = test.observed;
    call.resources = R"([{"name": "net", "base": {"kind": "N"},
        "forEach": {"items": "composite.spec.l", "key": "item.n"}},
        {"name": "app", "base": {"kind": "A"}}])";
    call.more = test.more;
    EXPECT_EQ(call.Made(), test.want);
  }
}

TEST(RenderLoop, IsATargetOfReferencesAndHasIdentities) {
  NativeCall call;
  call.spec = R"({"l": [{"n": "a"}, {"n": "b"}], "region": "eu"})";
  call.resources = kLoop;
  call.more = R"("references": [{"target": {"resource": "net"},
      "fromComposite": {"fieldPath": "spec.region"},
      "toFieldPath": "spec.region"}],
    "identities": [{"resource": "net",
      "formats": [{"host": "net.example.org", "template": "nets/{net}"}],
      "from": {"net": {"fieldPath": "spec.v"}},
      "publishTo": "status.ids"}])";
  call.observed = R"({"net-a": {"resource": {"kind": "N",
      "metadata": {"name": "n-a"},
      "status": {"externalRef": "//net.example.org/nets/x7"}}}})";
  EXPECT_EQ(call.Made(), "net-a net-b");
  EXPECT_EQ(call.At("desired.resources[net-b].resource.spec"),
            R"({"region":"eu"})");
  EXPECT_EQ(call.At("desired.composite.resource.status.ids"),
            R"({"a":"nets/x7"})");
}

}  // namespace
}  // namespace loom
