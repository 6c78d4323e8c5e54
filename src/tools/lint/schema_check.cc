// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/crds/kind_schemas.h"
#include "tools/lint/input_walk.h"
#include "tools/lint/rule_table.h"
#include "tools/lint/template_types.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

using Answer = SchemaPlace::Answer;

// A field that a patch reads.
struct SchemaSource {
  std::string place;  // in the input
  Path path;
};

std::vector<SchemaSource> SourcesOf(const LintPatch& patch) {
  if (patch.type->form == PatchForm::kCopy) {
    return {{patch.place + ".fromFieldPath", patch.from}};
  }
  std::vector<SchemaSource> sources;
  const Value* variables = Dig(*patch.value, {"combine", "variables"});
  if (variables == nullptr || !variables->IsArray()) return sources;
  for (rapidjson::SizeType i = 0; i < variables->Size(); ++i) {
    auto path =
        Path::Parse(ScalarText(Dig((*variables)[i], {"fromFieldPath"})));
    if (!path.ok()) continue;
    sources.push_back(
        {absl::StrCat(patch.place, ".combine.variables[", i, "].fromFieldPath"),
         *std::move(path)});
  }
  return sources;
}

// A number may be whole, so it may go where an integer is wanted.
bool Fits(absl::string_view type, absl::string_view wanted) {
  bool numbers = (type == "integer" || type == "number") &&
                 (wanted == "integer" || wanted == "number");
  return type.empty() || wanted.empty() || type == wanted || numbers;
}

bool IsScalar(absl::string_view type) {
  return type != "object" && type != "array";
}

// What `convert` calls a type.
absl::string_view ConvertName(absl::string_view type) {
  return type == "integer"   ? "int64"
         : type == "number"  ? "float64"
         : type == "boolean" ? "bool"
                             : "string";
}

bool HasTransforms(const LintPatch& patch) {
  const Value* list = Find(*patch.value, "transforms");
  return list != nullptr && list->IsArray() && !list->Empty();
}

// The patches of one resource, or those of the environment.
class PatchCheck {
 public:
  PatchCheck(const LintInput& input, const KindSchema* composite,
             LintFindings* findings)
      : input_(input), composite_(composite), findings_(findings) {}

  // `composed` is the schema of the resource, or nullptr.
  void Run(const LintPatch& patch, const KindSchema* composed) {
    // A set is for several kinds, of which some may lack a field.
    composed_ =
        absl::StartsWith(patch.place, "patchSets[") ? nullptr : composed;
    bool sound = true;
    if (const KindSchema* kind = KindAt(patch.type->from)) {
      for (const SchemaSource& source : SourcesOf(patch)) {
        sound = CheckSource(source, *kind) && sound;
      }
    }
    const KindSchema* kind = KindAt(patch.type->to);
    if (kind != nullptr && CheckDestination(patch, *kind) && sound) {
      CheckType(patch, *kind);
    }
  }

 private:
  const KindSchema* KindAt(Endpoint endpoint) const {
    switch (endpoint) {
      case Endpoint::kObservedComposite:
      case Endpoint::kDesiredComposite:
        return composite_;
      case Endpoint::kObservedComposed:
      case Endpoint::kDesiredComposed:
        return composed_;
      case Endpoint::kEnvironment:
      case Endpoint::kSecretLocation:
      case Endpoint::kItem:
      case Endpoint::kNothing:
        break;
    }
    return nullptr;
  }

  std::string ToPlace(const LintPatch& patch) const {
    return input_.At(absl::StrCat(patch.place, ".", patch.to_member));
  }

  // Without a first segment the whole path says more.
  static std::string Named(const SchemaPlace& place, const Path& path) {
    return path.segments()[0].field == place.missing ? path.text()
                                                     : place.missing;
  }

  void AddMissing(absl::string_view rule, const std::string& path,
                  const SchemaPlace& place, absl::string_view message,
                  absl::string_view help) {
    findings_->Add(rule, *input_.document, path, message, help);
    if (!place.nearest.empty()) {
      findings_->Replace(*input_.document, place.missing, place.nearest);
    }
  }

  bool CheckSource(const SchemaSource& source, const KindSchema& kind) {
    if (source.path.HasWildcard()) return false;
    SchemaPlace place = FollowPath(kind, source.path.segments());
    if (place.answer != Answer::kMissing) return true;
    AddMissing(
        "schema/unknown-source", input_.At(source.place), place,
        absl::StrCat(kind.kind, " has no field ", Named(place, source.path)),
        MeantHelp(place.nearest));
    return false;
  }

  bool CheckDestination(const LintPatch& patch, const KindSchema& kind) {
    SchemaPlace place = FollowPath(kind, patch.to.segments());
    if (place.answer != Answer::kMissing) return true;
    if (patch.type->to == Endpoint::kDesiredComposed) {
      AddMissing(
          "schema/unknown-destination", ToPlace(patch), place,
          absl::StrCat(kind.kind, " has no field ", Named(place, patch.to),
                       "; the API server drops or refuses it"),
          MeantHelp(place.nearest));
    } else if (patch.to.segments()[0].field == "status") {
      AddMissing(
          "schema/status-undeclared", ToPlace(patch), place,
          absl::StrCat(kind.kind, " declares no ", Named(place, patch.to),
                       "; the API server drops the value silently"),
          place.nearest.empty() ? Declaration(kind) : MeantHelp(place.nearest));
    }
    return false;
  }

  static std::string Declaration(const KindSchema& kind) {
    if (kind.definition == nullptr) return "";
    return absl::StrCat(
        "declare it in ",
        kind.definition->KeyPlace(
            {"spec", "versions", absl::StrCat(kind.version), "schema"}),
        ", under properties.status");
  }

  // The type of what a patch reads or computes.
  std::string TypeRead(const LintPatch& patch) const {
    if (patch.type->form == PatchForm::kCombine) return "string";
    if (patch.type->form == PatchForm::kExpression) {
      return StaticTypeOf(ScalarText(Find(*patch.value, "expression"))).name;
    }
    const KindSchema* kind = KindAt(patch.type->from);
    return kind == nullptr ? "" : TypeAt(kind, patch.from.segments());
  }

  void CheckType(const LintPatch& patch, const KindSchema& kind) {
    // What is merged may be a list of what is there.
    if (patch.merges) return;
    const std::string wanted = TypeAt(&kind, patch.to.segments());
    const std::string made = TypeAfterTransforms(patch, TypeRead(patch));
    if (Fits(made, wanted)) return;
    const PatchForm form = patch.type->form;
    std::string subject = HasTransforms(patch) ? "what the transforms make"
                          : form == PatchForm::kCombine ? "what combine makes"
                          : form == PatchForm::kExpression
                              ? "what the expression makes"
                              : patch.from.text();
    std::string help;
    if (IsScalar(made) && IsScalar(wanted)) {
      std::string convert = absl::StrCat(
          "{type: convert, convert: {toType: ", ConvertName(wanted), "}}");
      help = HasTransforms(patch)
                 ? absl::StrCat("add ", convert, " to the transforms")
                 : absl::StrCat("add transforms: [", convert, "]");
    }
    findings_->Add(
        "schema/type-mismatch", *input_.document, ToPlace(patch),
        absl::StrCat(subject, " is ", TypeWords(made), ", ", kind.kind,
                     " wants ", TypeWords(wanted), " at ", patch.to.text()),
        help);
  }

  const LintInput& input_;
  const KindSchema* composite_;
  const KindSchema* composed_ = nullptr;
  LintFindings* findings_;
};

}  // namespace

void CheckPatchSchemas(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      PatchCheck check(*input, types.composite().schema, findings);
      for (const LintPatch& patch : AllPatchesOf(*input)) {
        if (absl::StartsWith(patch.place, "environment.")) {
          check.Run(patch, nullptr);
        }
      }
      for (const LintResource& resource : ResourcesOf(*input)) {
        const KindSchema* composed = types.SchemaOf(resource);
        for (const LintPatch& patch : resource.patches) {
          check.Run(patch, composed);
        }
      }
    }
  }
}

}  // namespace loom
