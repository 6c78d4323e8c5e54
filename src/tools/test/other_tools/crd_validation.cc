// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/crd_validation.h"

#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/validation_rules.h"
#include "tools/test/other_tools/render_once.h"
#include "tools/workspace/files.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom {

absl::Status CrdValidation::Add(const std::string& path) {
  std::istringstream nothing;
  LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> texts,
                        ReadTexts(path, Depth::kAll, nothing));
  for (TextFile& text : texts) {
    LOOM_RETURN_IF_ERROR(AddPackages(text.path, text.text));
    schemas_.Add(std::move(text.path), std::move(text.text));
  }
  return absl::OkStatus();
}

absl::Status CrdValidation::AddPackages(const std::string& path,
                                        const std::string& text) {
  if (!absl::StrContains(text, "pkg.crossplane.io")) return absl::OkStatus();
  Pool pool;
  std::istringstream nothing;
  Files files(nothing, &pool);
  files.Provide(path, text);
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, files.Read(path));
  auto add = [this](const Value* package) {
    if (const std::string name = ScalarText(package); !name.empty()) {
      packages_.push_back(name);
    }
  };
  for (const YamlDocument& document : documents) {
    if (!document.root.IsObject() ||
        !absl::EndsWith(GroupOf(ApiVersion(document.root)),
                        "pkg.crossplane.io")) {
      continue;
    }
    add(Dig(document.root, {"spec", "package"}));
    for (const Value& each : ItemsAt(document.root, {"spec", "dependsOn"})) {
      if (!each.IsObject()) continue;
      for (const char* name : {"package", "provider", "configuration"}) {
        add(Find(each, name));
      }
    }
  }
  return absl::OkStatus();
}

void CrdValidation::Check(const Value& document, Pool* pool) {
  const KindSchema* kind = schemas_.Find(ApiVersion(document), Kind(document));
  if (kind == nullptr || kind->schema == nullptr) {
    std::string name = absl::StrCat(Kind(document), " (apiVersion ",
                                    ApiVersion(document), ")");
    if (!absl::c_linear_search(unknown_, name)) {
      unknown_.push_back(std::move(name));
    }
    return;
  }
  Value stored = Copy(document, pool);
  FillDefaults(*kind->schema, stored, pool);
  std::vector<Violation> violations = ViolationsOf(*kind->schema, stored, pool);
  if (violations.empty()) {
    violations = CheckRules(*kind->schema, stored, pool).violations;
  }
  for (const Violation& each : violations) {
    const std::string path = PathText(each.path);
    violations_.push_back(absl::StrCat(KindAndName(document), ": ", path,
                                       path.empty() ? "" : ": ", each.said()));
  }
}

}  // namespace loom
