// SPDX-License-Identifier: Apache-2.0
// Whole calls: dependencies on and of what templates with forEach make.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

constexpr char kType[] = "DependenciesReady";

// The template net, with one resource for each element of `items`, and app.
std::string Templates(absl::string_view items) {
  return absl::StrCat(
      R"("resources": [{"name": "net", "forEach": {"items": ")", items,
      R"(", "key": "item.name"}, "base": {"apiVersion": "example.org/v1",
          "kind": "Net"}, "patches": [{"type": "FromExpression",
          "expression": "item.cidr", "toFieldPath": "spec.cidr"}]},
         {"name": "app", "base": {"apiVersion": "example.org/v1",
          "kind": "App"}}])");
}

constexpr char kItems[] = "[{'name': 'a'}, {'name': 'b', 'cidr': 'x'}]";
constexpr char kPending[] = "composite.spec.zones";

std::string Item(absl::string_view ready) {
  return Managed(ready).replace(Managed(ready).find(R"("metadata": {)"), 13,
                                R"("metadata": {"annotations":
          {"loom.fn.crossplane.io/for-each": "net"}, )");
}

std::string On(absl::string_view prerequisite, absl::string_view more = "") {
  return absl::StrCat(
      R"(, "dependencies": [{"resource": "app", "dependsOn": [{"resource": ")",
      prerequisite, "\"}]", more, "}]");
}

TEST(Loops, AreWaitedForWhileTheyWaitForAValue) {
  const std::string ignore = R"(, "whenMissing": "Ignore")";
  const struct {
    const char* reason;
    const char* items;
    std::string dependencies;
    const char* condition;
  } tests[] = {
      {"The name of the template.", kItems, On("net"),
       "FALSE WaitingForDependencies app: waiting for net (1 of 2 ready)"},
      {"A pattern for its items.", kItems, On("net-.*"),
       "FALSE WaitingForDependencies app: waiting for net-.* (1 of 2 ready)"},
      {"A pattern that names them.", kItems, On("net-a|net-b"),
       "FALSE WaitingForDependencies app: waiting for net-a|net-b (1 of 2 "
       "ready)"},
      {"The item that waits.", kItems, On("net-a"),
       "FALSE WaitingForDependencies app: waiting for net-a (0 of 1 ready)"},
      {"It is not missing.", kItems, On("net-a", ignore),
       "FALSE WaitingForDependencies app: waiting for net-a (0 of 1 ready)"},
      {"The item that does not wait.", kItems, On("net-b"), "TRUE Satisfied"},
      {"An item that there is not.", kItems, On("net-c", ignore),
       "TRUE Satisfied"},
      {"The list waits, and the pattern may match its items.", kPending,
       On("net-.*", ignore),
       "FALSE WaitingForDependencies app: waiting for net-.* (0 of 1 ready)"},
      {"The same without Ignore: nothing is missing yet.", kPending,
       On("net-.*"),
       "FALSE WaitingForDependencies app: waiting for net-.* (0 of 1 ready)"},
      {"The list waits, and an item is named.", kPending, On("net-a", ignore),
       "FALSE WaitingForDependencies app: waiting for net-a (0 of 1 ready)"},
      {"The list waits, and the pattern is about other resources.", kPending,
       On("vpc-.*", ignore), "TRUE Satisfied"},
      {"The list waits, and the name is no item.", kPending,
       On("network", ignore), "TRUE Satisfied"},
      {"The list is empty.", "[]", On("net-.*", ignore), "TRUE Satisfied"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionRequest request{
        .input = absl::StrCat(Templates(test.items), test.dependencies)};
    if (test.items == kItems) request.observed["net-b"] = Item("True");
    SectionCall call(request);
    EXPECT_EQ(call.Condition(kType), test.condition);
    const bool made = absl::StrContains(call.Desired(), "app");
    EXPECT_EQ(made, absl::StartsWith(test.condition, "TRUE"));
  }
}

// What another template makes is not taken for an item of the one that waits.
TEST(Loops, DoNotMakeWhatAnotherTemplateMakes) {
  SectionCall call({.input = absl::StrCat(Templates(kPending), On("net-x")),
                    .desired = {{"net-x", Managed()}},
                    .observed = {{"net-x", Managed("True")}}});
  EXPECT_EQ(call.Condition(kType), "TRUE Satisfied");
  EXPECT_EQ(call.Desired(), "app net-x");
}

constexpr char kBoth[] =
    "[{'name': 'a', 'cidr': 'x'}, {'name': 'b', 'cidr': 'x'}]";

TEST(Loops, TakePartInCycles) {
  const struct {
    const char* reason;
    const char* dependencies;
    const char* results;
  } tests[] = {
      {"An item by its name, and all by the name of the template.",
       R"({"resource": "net-a", "dependsOn": [{"resource": "app"}]},
          {"resource": "app", "dependsOn": [{"resource": "net"}]})",
       "FATAL dependencies: cycle app -> net-a -> app (DependencyCycle)"},
      {"Two items by their names are reported when the input is read.",
       R"({"resource": "net-a", "dependsOn": [{"resource": "net-b"}]},
          {"resource": "net-b", "dependsOn": [{"resource": "net-a"}]})",
       "FATAL invalid Function input: dependencies: cycle net-a -> net-b -> "
       "net-a"},
      {"Everything depends on two things, so each item on the other one.",
       R"({"resource": ".*", "dependsOn": [{"resource": "net"},
                                           {"resource": "vpc.*"}]})",
       "FATAL dependencies: cycle net-a -> vpc-1 -> net-a; dependencies: cycle "
       "net-b -> vpc-1 -> net-b (DependencyCycle)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(
        {.input = absl::StrCat(Templates(kBoth), R"(, "dependencies": [)",
                               test.dependencies, "]"),
         .desired = {{"vpc-1", Managed()}}});
    EXPECT_EQ(call.Results(), test.results);
  }
}

TEST(Loops, HaveItemsThatDoNotDependOnTheirTemplate) {
  const std::string all = R"(, "dependencies": [{"resource": ".*",
      "dependsOn": [{"resource": "net"}], "deletion": "Usage"}])";
  SectionCall first({.input = absl::StrCat(Templates(kBoth), all)});
  EXPECT_EQ(first.Desired(), "net-a net-b");
  EXPECT_EQ(first.Condition(kType),
            "FALSE WaitingForDependencies app: waiting for net (0 of 2 ready)");
  // Neither do they use each other, nor one that is not desired any more.
  SectionCall later({.input = absl::StrCat(Templates(kBoth), all),
                     .observed = {{"net-a", Item("True")},
                                  {"net-b", Item("True")},
                                  {"net-c", Item("True")}}});
  EXPECT_EQ(later.Desired(), "app net-a net-b");
  EXPECT_EQ(later.Condition(kType), "TRUE Satisfied");
}

}  // namespace
}  // namespace loom
