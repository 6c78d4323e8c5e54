// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
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
    composed_ = composed;
    bool sound = CheckSources(SourcesOf(patch), KindAt(patch.type->from));
    const KindSchema* kind = KindAt(patch.type->to);
    if (kind != nullptr && CheckDestination(patch, *kind) && sound) {
      CheckType(patch, *kind);
    }
  }

  // A set is for several kinds, of which some may lack a field. What all lack is missing.
  void RunInSet(const LintPatch& patch,
                const std::vector<const KindSchema*>& users) {
    auto all_lack = [&](Endpoint endpoint, const Path& path) {
      const bool composed = endpoint == Endpoint::kObservedComposed ||
                            endpoint == Endpoint::kDesiredComposed;
      return composed && absl::c_all_of(users, [&](const KindSchema* kind) {
               return kind != nullptr &&
                      IsLacking(FollowPath(*kind, path.segments()));
             });
    };
    bool lacking = all_lack(patch.type->to, patch.to);
    for (const LintSource& source : SourcesOf(patch)) {
      lacking = lacking || all_lack(patch.type->from, source.path);
    }
    Run(patch, lacking && !users.empty() ? users[0] : nullptr);
  }

  // What connection details read. Readiness checks have a rule of their own.
  void CheckDetails(const LintResource& resource, const KindSchema& kind) {
    for (const LintSource& source : SourcesOfChecks(resource)) {
      if (absl::StrContains(source.place, ".connectionDetails[")) {
        CheckSource(source, kind);
      }
    }
  }

  bool CheckSources(const std::vector<LintSource>& sources,
                    const KindSchema* kind) {
    bool sound = true;
    for (const LintSource& source : sources) {
      sound = (kind == nullptr || CheckSource(source, *kind)) && sound;
    }
    return sound;
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

  static bool IsLacking(const SchemaPlace& place) {
    return place.answer == Answer::kMissing || place.IsSlip();
  }

  bool CheckSource(const LintSource& source, const KindSchema& kind) {
    if (source.path.HasWildcard()) return false;
    SchemaPlace place = FollowPath(kind, source.path.segments());
    if (!IsLacking(place)) return true;
    AddMissing("schema/unknown-source", input_.At(source.place), place,
               Lacking(kind, place, source.path), MeantHelp(place.nearest));
    findings_->all().back().mild = !IsCertain(kind, place);
    return false;
  }

  static bool IsCertain(const KindSchema& kind, const SchemaPlace& place) {
    return !kind.common && place.answer == Answer::kMissing;
  }

  static std::string Lacking(const KindSchema& kind, const SchemaPlace& place,
                             const Path& path) {
    return absl::StrCat(kind.kind, " has no field ", Named(place, path));
  }

  bool CheckDestination(const LintPatch& patch, const KindSchema& kind) {
    SchemaPlace place = FollowPath(kind, patch.to.segments());
    if (!IsLacking(place)) return true;
    if (patch.type->to == Endpoint::kDesiredComposed) {
      AddMissing("schema/unknown-destination", ToPlace(patch), place,
                 absl::StrCat(Lacking(kind, place, patch.to),
                              "; the API server drops or refuses it"),
                 MeantHelp(place.nearest));
      findings_->all().back().mild = !IsCertain(kind, place);
    } else if (patch.to.segments()[0].field == "status" && !place.IsSlip()) {
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
    // What is merged may be a list of what is there. Of labels and annotations the rule
    // object/metadata tells.
    const auto& to = patch.to.segments();
    if (patch.merges || (to.size() > 2 && to[0].field == "metadata")) return;
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
      // By the place of a patch of a set.
      std::map<std::string, std::vector<const KindSchema*>> users;
      for (const LintResource& resource : ResourcesOf(*input)) {
        const KindSchema* composed = types.SchemaOf(resource);
        if (composed != nullptr) {
          check.CheckDetails(resource, *composed);
        }
        for (const LintPatch& patch : resource.patches) {
          if (absl::StartsWith(patch.place, "resources[")) {
            check.Run(patch, composed);
          } else {
            users[patch.place].push_back(composed);
          }
        }
      }
      for (const LintPatch& patch : AllPatchesOf(*input)) {
        if (!absl::StartsWith(patch.place, "resources[")) {
          check.RunInSet(patch, users[patch.place]);
        }
      }
    }
  }
}

}  // namespace loom
