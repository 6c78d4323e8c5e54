// SPDX-License-Identifier: Apache-2.0
// Objects that are named by a field of the object before: how many calls a
// reconcile takes. Each object that is not known yet costs a call, and one more
// call answers. Crossplane makes six calls at most.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/unit/sections/references/cluster.h"

namespace loom::testing {
namespace {

struct Link {
  const char* api_version;
  const char* kind;
};

constexpr Link kCore = {"v1", "ConfigMap"};
// Its definition is asked for in the first call, whatever its object is called.
constexpr Link kCustom = {"net.example.org/v1", "Link"};

std::string ObjectOf(const Link& link, size_t i) {
  return absl::StrCat(R"({"apiVersion": ")", link.api_version,
                      R"(", "kind": ")", link.kind,
                      R"(", "metadata": {"namespace": "infra", "name": "o)", i,
                      R"("}, "data": {"next": "o)", i + 1, R"("}})");
}

// The name of each object is found where the entry before it wrote it.
std::string EntryOf(const Link& link, size_t i, bool in_environment) {
  const std::string place =
      in_environment ? R"("environment": true)" : R"("resource": "a")";
  const char* below = in_environment ? "" : "spec.";
  return absl::StrCat(
      R"({"target": {)", place, R"(}, "toFieldPath": ")", below, "n", i + 1,
      R"(", "fromObject": {"apiVersion": ")", link.api_version,
      R"(", "kind": ")", link.kind, R"(", "namespace": "infra", )",
      i == 0 ? std::string(R"("name": "o0")")
             : absl::StrCat(R"("nameFrom": {)", place, R"(, "fieldPath": ")",
                            below, "n", i, "\"}"),
      R"(, "fieldPath": "data.next"}, "policy": {"resolve": "Always"}})");
}

std::string InputOf(const std::vector<Link>& links, bool in_environment) {
  std::vector<std::string> entries;
  entries.reserve(links.size());
  for (size_t i = 0; i < links.size(); ++i) {
    entries.push_back(EntryOf(links[i], i, in_environment));
  }
  return absl::StrCat(
      R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
          "resources": [{"name": "a", "base": {"apiVersion": "example.org/v1",
          "kind": "A"}}], "references": [)",
      absl::StrJoin(entries, ","), "]}");
}

TEST(Chain, TakesACallForEachObjectAndOneThatAnswers) {
  const struct {
    const char* reason;
    std::vector<Link> links;
    size_t calls;
    const char* error;
  } tests[] = {
      {"One object.", {kCore}, 2, ""},
      {"Three objects.", {kCore, kCore, kCore}, 4, ""},
      {"A definition costs a call, too.", {kCustom}, 3, ""},
      {"The definition of the second is asked for with the first.",
       {kCore, kCustom},
       3,
       ""},
      {"A look-up, its object, and one that this names: three growth steps.",
       {kCustom, kCore},
       4,
       ""},
      {"Three objects of a kind that is looked up.",
       {kCustom, kCustom, kCustom},
       5,
       ""},
      {"Five objects are as many as Crossplane allows.",
       {kCore, kCore, kCore, kCore, kCore},
       6,
       ""},
      {"Six are too many.",
       {kCore, kCore, kCore, kCore, kCore, kCore},
       1,
       "invalid Function input: references[5]: needs 6 rounds of requirements, "
       "but Crossplane makes at most 5"},
      {"The look-up goes on meanwhile, so these are as many.",
       {kCore, kCustom, kCore, kCore, kCore},
       6,
       ""},
  };
  const Function function;
  for (const auto& test : tests) {
    for (bool in_environment : {false, true}) {
      SCOPED_TRACE(absl::StrCat(
          test.reason, in_environment ? " (environment)" : " (resource)"));
      Cluster cluster(&function, InputOf(test.links, in_environment),
                      R"({"apiVersion": "example.org/v1", "kind": "X",
                          "metadata": {"name": "x"}})");
      cluster.Put(DefinitionOf("links", "Link", "Namespaced"));
      for (size_t i = 0; i < test.links.size(); ++i) {
        cluster.Put(ObjectOf(test.links[i], i));
      }
      const Reconciled first = cluster.Reconcile();
      EXPECT_EQ(first.calls, test.calls);
      EXPECT_EQ(first.error, test.error);
      if (!first.error.empty()) continue;
      for (size_t i = 1; i + 1 < first.requirements.size(); ++i) {
        EXPECT_GT(first.requirements[i].size(),
                  first.requirements[i - 1].size());
      }
      // What is observed tells the names at once, behind the definition; the
      // environment is empty again.
      const Reconciled second = cluster.Reconcile();
      const bool looks_up = std::any_of(
          test.links.begin(), test.links.end(), [](const Link& link) {
            return std::string(link.kind) == kCustom.kind;
          });
      const size_t at_once = looks_up ? 3 : 2;
      EXPECT_EQ(second.calls, in_environment ? test.calls : at_once);
      EXPECT_EQ(second.requirements.back(), first.requirements.back());
    }
  }
}

}  // namespace
}  // namespace loom::testing
