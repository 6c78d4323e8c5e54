// SPDX-License-Identifier: Apache-2.0
#include "tools/render/composite_schema.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "tools/crds/crd.h"
#include "tools/crds/defaults.h"
#include "tools/crds/violations.h"
#include "tools/yaml/node_path.h"

namespace loom {
namespace {

// Members of spec and of status that Crossplane adds to the definition: 2 adds the
// first of each, 1 the others.
bool IsAddedByCrossplane(const Violation& violation) {
  static const auto* const kAdded =
      new std::set<std::pair<std::string, std::string>>{
          {"spec", "crossplane"},
          {"spec", "claimRef"},
          {"spec", "compositionRef"},
          {"spec", "compositionRevisionRef"},
          {"spec", "compositionRevisionSelector"},
          {"spec", "compositionSelector"},
          {"spec", "compositionUpdatePolicy"},
          {"spec", "environmentConfigRefs"},
          {"spec", "publishConnectionDetailsTo"},
          {"spec", "resourceRefs"},
          {"spec", "writeConnectionSecretToRef"},
          {"status", "crossplane"},
          {"status", "claimConditionTypes"},
          {"status", "conditions"},
          {"status", "connectionDetails"}};
  return violation.path.size() == 1 &&
         kAdded->count({violation.path[0], violation.unknown_member}) > 0;
}

std::string PlaceOf(const Violation& violation, const YamlDocument& document) {
  std::vector<absl::string_view> path(violation.path.begin(),
                                      violation.path.end());
  if (violation.unknown_member.empty()) return document.Place(path);
  path.push_back(violation.unknown_member);
  return document.KeyPlace(path);
}

}  // namespace

absl::Status ApplyDefinition(const YamlDocument& definition,
                             YamlDocument* composite, Pool* pool) {
  Value& root = composite->root;
  LOOM_ASSIGN_OR_RETURN(const Value* schema,
                        SchemaOf(definition, ApiVersion(root), Kind(root)));
  if (schema == nullptr) return absl::OkStatus();
  FillDefaults(*schema, root, pool);
  std::vector<std::string> mistakes;
  for (const Violation& violation : ViolationsOf(*schema, root, pool)) {
    // A definition may have no status at all, which Crossplane adds, too.
    if (IsAddedByCrossplane(violation) ||
        (violation.path.empty() && violation.unknown_member == "status")) {
      continue;
    }
    std::string path = PathText(violation.path);
    mistakes.push_back(absl::StrCat(PlaceOf(violation, *composite), ": ", path,
                                    path.empty() ? "" : ": ",
                                    violation.message));
  }
  if (mistakes.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(mistakes, "\n"));
}

}  // namespace loom
