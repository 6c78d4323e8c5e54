// SPDX-License-Identifier: Apache-2.0
// Connection details that reach nobody: those of a resource that writes no Secret, and
// those of a composite that has none.
#include <map>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

constexpr absl::string_view kFromKey = "fromConnectionSecretKey";

// The fields of a managed resource that name the Secret of its details.
constexpr absl::string_view kSecretFields[] = {"writeConnectionSecretToRef",
                                               "publishConnectionDetailsTo"};

// Whether a section may write such a field of any resource.
bool MayWriteField(const LintInput& input) {
  constexpr absl::string_view kWriters[] = {"externalReferences",
                                            "externalValues", "overlays",
                                            "references", "typedReferences"};
  if (!input.native()) return false;
  if (Find(*input.value, "referencesFromComposite") != nullptr ||
      Find(*input.value, "objectConnectionDetails") != nullptr) {
    return true;
  }
  return absl::c_any_of(kWriters, [&](absl::string_view section) {
    const Value* value = Find(*input.value, section);
    if (value == nullptr) return false;
    const auto json = CompactJson(*value);
    return !json.ok() || absl::c_any_of(kSecretFields, [&](auto field) {
      return absl::StrContains(*json, field);
    });
  });
}

// Whether a managed resource has no Secret, and no patch gives it one.
bool HasNoSecret(const LintResource& resource) {
  if (resource.base == nullptr || PatchesIdentity(resource) ||
      Dig(*resource.base, {"spec", "forProvider"}) == nullptr) {
    return false;
  }
  return absl::c_none_of(kSecretFields, [&](absl::string_view field) {
    return Dig(*resource.base, {"spec", field}) != nullptr ||
           IsPatched(resource, std::vector<Segment>{Segment::Field("spec"),
                                                    Segment::Field(field)});
  });
}

class ConnectionCheck {
 public:
  ConnectionCheck(const Corpus& corpus, const LintPipeline& pipeline,
                  LintFindings* findings)
      : pipeline_(pipeline), types_(corpus, pipeline), findings_(findings) {}

  void Run() {
    if (pipeline_.has_other_steps) return;
    CheckMode();
    if (absl::c_any_of(pipeline_.inputs, [](const LintInput* input) {
          return MayWriteField(*input);
        })) {
      return;
    }
    for (const LintInput* input : pipeline_.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        AddResource(*input, resource);
      }
    }
    for (const LintInput* input : pipeline_.inputs) {
      if (!input->native()) continue;
      const Value* section = Find(*input->value, "connectionDetails");
      if (section != nullptr) Walk(*input, "connectionDetails", "", *section);
    }
  }

 private:
  // The composite of a modern definition has no connection details. A later step may
  // still compose a Secret of them, so only the last section is looked at.
  void CheckMode() {
    const LintInput* last = nullptr;
    for (const LintInput* input : pipeline_.inputs) {
      if (input->native() &&
          Find(*input->value, "connectionDetails") != nullptr) {
        last = input;
      }
    }
    if (last == nullptr) return;
    const LintInput& input = *last;
    const KindSchema* composite = types_.composite().schema;
    if (ScalarText(Dig(*input.value, {"output", "mode"})) != "Composite" ||
        composite == nullptr || composite->definition == nullptr) {
      return;
    }
    const Value& definition = composite->definition->root;
    if (ApiVersion(definition) != "apiextensions.crossplane.io/v2" ||
        ScalarText(Dig(definition, {"spec", "scope"})) == "LegacyCluster") {
      return;
    }
    findings_->Add(
        "connection/no-secret", *input.document, input.At("output.mode"),
        absl::StrCat("no Secret has the details, because ", composite->kind,
                     " is a composite of Crossplane 2"),
        "write mode: Secret, or leave it out");
  }

  void AddResource(const LintInput& input, const LintResource& resource) {
    const std::string name(IdOfTemplate(*resource.value));
    ++makers_[name];
    if (!HasNoSecret(resource)) return;
    without_secret_[name] = std::string(Kind(*resource.base));
    const absl::Span<const Value> details =
        ItemsAt(*resource.value, {"connectionDetails"});
    for (size_t i = 0; i < details.size(); ++i) {
      const std::string type = ScalarText(Dig(details[i], {"type"}));
      if (Dig(details[i], {kFromKey}) == nullptr ||
          (!type.empty() && type != "FromConnectionSecretKey")) {
        continue;
      }
      Report(input,
             absl::StrCat(resource.place, ".connectionDetails[", i, "].",
                          kFromKey),
             name);
    }
  }

  // The resources of which entries of the section read the details.
  void Walk(const LintInput& input, const std::string& place,
            absl::string_view key, const Value& value) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        Walk(input, absl::StrCat(place, "[", i, "]"), "", ItemAt(value, i));
      }
    }
    if (!value.IsObject()) return;
    const std::string name = ScalarText(Find(value, "resource"));
    if ((key == kFromKey || key == "allFrom") && makers_[name] == 1 &&
        without_secret_.contains(name)) {
      Report(input, place + ".resource", name);
    }
    for (const Member& each : Members(value)) {
      Walk(input, absl::StrCat(place, ".", View(each.name)), View(each.name),
           each.value);
    }
  }

  void Report(const LintInput& input, const std::string& place,
              const std::string& name) {
    findings_->Add(
        "connection/no-secret", *input.document, input.At(place),
        absl::StrCat(name, " never has connection details, because this ",
                     without_secret_[name],
                     " has no spec.writeConnectionSecretToRef"),
        "set spec.writeConnectionSecretToRef in its base");
  }

  const LintPipeline& pipeline_;
  const TemplateTypes types_;
  LintFindings* findings_;
  std::map<std::string, size_t> makers_;  // how many templates have the name
  std::map<std::string, std::string> without_secret_;  // their kinds
};

}  // namespace

void CheckConnections(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    ConnectionCheck(corpus, pipeline, findings).Run();
  }
}

}  // namespace loom
