// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/definition.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

constexpr absl::string_view kKind = "CustomResourceDefinition";

bool IsServed(const Value& version) {
  const Value* served = Dig(version, {"served"});
  return served != nullptr && served->IsTrue();
}

}  // namespace

absl::StatusOr<Definition> Definition::Read(const Value& object, Pool* pool) {
  Definition definition;
  if (Kind(object) != kKind) return definition;
  definition.kind = std::string(TextAt(object, {"spec", "names", "kind"}));
  definition.scope = TextAt(object, {"spec", "scope"}) == "Namespaced"
                         ? Scope::kNamespaced
                         : Scope::kCluster;
  definition.installed =
      Dig(object, {"metadata", "deletionTimestamp"}) == nullptr &&
      (Dig(object, {"status"}) == nullptr ||
       StatusOfCondition(object, "Established", pool) == "True");
  const Value* versions = Dig(object, {"spec", "versions"});
  if (versions == nullptr || !versions->IsArray()) return definition;
  LOOM_RETURN_IF_ERROR(Spend(Sorting(versions->Size()), pool));
  for (const Value& version : Items(*versions)) {
    if (IsServed(version)) {
      definition.served.emplace_back(TextAt(version, {"name"}));
    }
  }
  std::sort(definition.served.begin(), definition.served.end());
  return definition;
}

bool Definition::Serves(absl::string_view version) const {
  return std::binary_search(served.begin(), served.end(), version);
}

Requirement DefinitionRequirement(absl::string_view name) {
  Requirement requirement;
  requirement.api_version = "apiextensions.k8s.io/v1";
  requirement.kind = std::string(kKind);
  requirement.name = std::string(name);
  return requirement;
}

std::string DefinitionKey(absl::string_view name) {
  return absl::StrCat("crd:", name);
}

namespace {

// A rule for kinds with this ending. The last `dropped` letters are replaced by
// each of `endings`. The first rule that matches applies.
struct Rule {
  absl::string_view ending;
  size_t dropped;
  absl::string_view endings[2];  // the second may be empty
};

constexpr absl::string_view kSame = "=";
constexpr Rule kRules[] = {
    {"endpoints", 0, {kSame}},
    {"metadata", 0, {kSame, "es"}},
    {"data", 0, {kSame, "es"}},
    {"dns", 0, {kSame, "es"}},
    {"redis", 0, {kSame, "es"}},
    {"is", 2, {"es"}},
    {"ex", 2, {"ices", "exes"}},
    {"ix", 2, {"ices", "ixes"}},
    {"s", 0, {"es"}},
    {"x", 0, {"es"}},
    {"z", 0, {"es"}},
    {"ch", 0, {"es"}},
    {"sh", 0, {"es"}},
    {"ay", 0, {"s"}},
    {"ey", 0, {"s"}},
    {"iy", 0, {"s"}},
    {"oy", 0, {"s"}},
    {"uy", 0, {"s"}},
    {"y", 1, {"ies"}},
    {"", 0, {"s"}},
};

}  // namespace

std::vector<std::string> PluralCandidates(absl::string_view kind) {
  const std::string name = absl::AsciiStrToLower(kind);
  std::vector<std::string> candidates;
  for (const Rule& rule : kRules) {
    if (!absl::EndsWith(name, rule.ending)) continue;
    absl::string_view stem(name.data(), name.size() - rule.dropped);
    for (absl::string_view ending : rule.endings) {
      if (ending.empty()) continue;
      candidates.push_back(ending == kSame ? name : absl::StrCat(stem, ending));
    }
    return candidates;
  }
  return candidates;
}

}  // namespace loom
