// SPDX-License-Identifier: Apache-2.0
#include "tools/crds/crd.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

absl::string_view VersionOf(absl::string_view api_version) {
  size_t slash = api_version.rfind('/');
  return slash == api_version.npos ? api_version
                                   : api_version.substr(slash + 1);
}

absl::Status CheckKind(const YamlDocument& definition, absl::string_view group,
                       absl::string_view kind) {
  std::string own_group = ScalarText(Dig(definition.root, {"spec", "group"}));
  std::string own_kind =
      ScalarText(Dig(definition.root, {"spec", "names", "kind"}));
  if (own_group == group && own_kind == kind) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      definition.Place({"spec", "names", "kind"}), ": this defines ", own_kind,
      " of ", own_group, ", not ", kind, " of ", group));
}

}  // namespace

bool IsDefinition(const Value& document) {
  absl::string_view group = GroupOf(ApiVersion(document));
  return (group == "apiextensions.crossplane.io" &&
          Kind(document) == "CompositeResourceDefinition") ||
         (group == "apiextensions.k8s.io" &&
          Kind(document) == "CustomResourceDefinition");
}

absl::StatusOr<const Value*> SchemaOf(const YamlDocument& definition,
                                      absl::string_view api_version,
                                      absl::string_view kind) {
  if (!IsDefinition(definition.root)) {
    return absl::FailedPreconditionError(absl::StrCat(
        definition.Place({"kind"}), ": this is no definition of a kind"));
  }
  absl::Status status = CheckKind(definition, GroupOf(api_version), kind);
  if (!status.ok()) return status;
  std::vector<std::string> names;
  const Value* versions = Dig(definition.root, {"spec", "versions"});
  if (versions != nullptr && versions->IsArray()) {
    for (const Value& version : versions->GetArray()) {
      if (!version.IsObject()) continue;
      names.push_back(ScalarText(Find(version, "name")));
      if (names.back() != VersionOf(api_version)) continue;
      const Value* schema = Dig(version, {"schema", "openAPIV3Schema"});
      return schema != nullptr && schema->IsObject() ? schema : nullptr;
    }
  }
  return absl::FailedPreconditionError(absl::StrCat(
      definition.Place({"spec", "versions"}), ": ", kind, " has no version ",
      VersionOf(api_version), "; it has ", absl::StrJoin(names, ", ")));
}

}  // namespace loom
