// SPDX-License-Identifier: Apache-2.0
#include "test/unit/sections/dependencies/random_dependencies.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom::testing {
namespace {

class Maker {
 public:
  explicit Maker(std::mt19937& random) : random_(random) {}

  std::string Input() {
    std::vector<std::string> entries;
    for (unsigned i = 1; i < 5; ++i) {
      if (random_() % 4 != 0) entries.push_back(Entry(i));
    }
    std::vector<std::string> details;
    for (unsigned i = 0; i < 4; ++i) {
      if (random_() % 3 != 0) details.push_back(Detail(i));
    }
    std::string input = R"({"apiVersion": "loom.fn.crossplane.io/v1beta1",
        "kind": "Input")";
    if (!entries.empty()) {
      absl::StrAppend(&input, R"(, "dependencies": [)",
                      absl::StrJoin(entries, ", "), "]");
    }
    if (!details.empty()) {
      absl::StrAppend(&input, R"(, "connectionDetails": [)",
                      absl::StrJoin(details, ", "), "]");
    }
    return absl::StrCat(input, R"(, "kinds": [{"group": "example.org",
        "resource": "clusters", "kind": "Cluster", "scope": "Cluster"}]})");
  }

 private:
  std::string OneOf(const std::vector<std::string>& texts) {
    return texts[random_() % texts.size()];
  }
  std::string Before(unsigned i) { return absl::StrCat("n", random_() % i); }

  // Dependents are the resource of that number, and perhaps those behind it.
  std::string Entry(unsigned i) {
    std::vector<std::string> elements;
    for (unsigned n = 1 + random_() % 2; n > 0; --n) {
      elements.push_back(Element(i));
    }
    return absl::StrCat(
        R"({"resource": ")",
        OneOf({absl::StrCat("n", i), absl::StrCat("n[", i, "-4]")}),
        R"(", "dependsOn": [)", absl::StrJoin(elements, ", "), "]",
        OneOf({"", R"(, "whenMissing": "Ignore")"}),
        OneOf({Condition(), R"(, "mode": "Reference")", R"(, "mode": "Both")"}),
        "}");
  }

  // Only of entries that write no references, because those go with a condition that
  // does not hold any more. The last one is not known while there is no host.
  std::string Condition() {
    return OneOf({"", R"(, "when": "'n0' in observed.resources")",
                  absl::StrCat(R"(, "when": "observed.resources[')", Before(5),
                               R"('].resource.status.host == 'h'")")});
  }

  std::string Element(unsigned i) {
    if (random_() % 6 == 0) {
      return R"({"name": "shared", "apiVersion": "example.org/v1",
                 "kind": "Cluster", "condition": "Exists"})";
    }
    return absl::StrCat(
        R"({"resource": ")",
        OneOf({Before(i), absl::StrCat("n[0-", i - 1, "]")}), "\"",
        OneOf({"", R"(, "condition": "Exists")",
               R"(, "condition": {"type": "Ready", "status": "False"})",
               R"(, "condition": {"fieldPath": "status.host",
                                  "nonEmpty": true})"}),
        OneOf({"", R"(, "connectionDetails": ["password"])"}),
        OneOf({"", R"(, "deletion": "Usage")"}), "}");
  }

  std::string Key() {
    return absl::StrCat(R"("fromConnectionSecretKey": {"resource": ")",
                        Before(5), R"(", "key": ")",
                        OneOf({"user", "password"}), "\"}");
  }

  std::string Detail(unsigned i) {
    const std::string name = absl::StrCat(R"({"name": "d)", i, R"(", )");
    return OneOf(
        {absl::StrCat(name, Key(), "}"),
         absl::StrCat(name, R"("fromFieldPath": {"resource": ")", Before(5),
                      R"(", "fieldPath": "status.host"}})"),
         absl::StrCat(name, R"("value": "fixed"})"),
         absl::StrCat(R"({"allFrom": {"resource": ")", Before(5), "\"}}"),
         absl::StrCat(name, R"("combine": {"variables": [{)", Key(), "}, {",
                      Key(), R"(}], "fmt": "%s-%s"}})")});
  }

  std::mt19937& random_;
};

}  // namespace

std::string DesiredJson(const std::string& name) {
  if (name == "n1") {
    return R"({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}})";
  }
  if (name == "n2" || name == "n4") {
    return R"({"apiVersion": "kubernetes.crossplane.io/v1alpha2",
               "kind": "Object", "spec": {"forProvider": {"manifest": {}}}})";
  }
  return R"({"apiVersion": "sql.example.org/v1", "kind": "Database",
             "spec": {"size": 1}})";
}

std::string RandomDependencies(std::mt19937& random) {
  return Maker(random).Input();
}

}  // namespace loom::testing
