// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_tree.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/common_schema.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// Kinds that no CRD defines.
bool IsCoreGroup(absl::string_view group) {
  return !absl::StrContains(group, '.') || absl::EndsWith(group, ".k8s.io");
}

std::vector<Segment> SegmentsOf(const std::vector<std::string>& path) {
  auto parsed = Path::Parse(PathText(path));
  if (parsed.ok()) return parsed->segments();
  std::vector<Segment> segments;
  segments.reserve(path.size());
  for (const std::string& name : path) segments.push_back(Segment::Field(name));
  return segments;
}

// What the section providerConfig writes.
bool IsOfProviderConfig(const LintInput& input,
                        const std::vector<std::string>& path) {
  return input.native() && Find(*input.value, "providerConfig") != nullptr &&
         path[0] == "spec" &&
         (path.size() == 1 || path[1] == "providerConfigRef");
}

class BaseCheck {
 public:
  BaseCheck(const LintInput& input, const LintResource& resource,
            const LintObject& object, const KindSchema& kind, bool complete,
            const std::vector<RemovedReference>& removed,
            LintFindings* findings)
      : input_(input),
        resource_(resource),
        object_(object),
        kind_(kind),
        complete_(complete),
        removed_(removed),
        findings_(findings) {}

  void Run() {
    Pool pool;
    Value base = Copy(*object_.value, &pool);
    FillDefaults(*kind_.schema, base, &pool);
    for (const Violation& violation :
         ViolationsOf(*kind_.schema, base, &pool)) {
      Report(violation);
    }
    if (Value* metadata = Find(base, "metadata")) {
      for (Violation& violation :
           ViolationsOf(MetadataSchema(), *metadata, &pool)) {
        violation.path.insert(violation.path.begin(), "metadata");
        Report(violation);
      }
    }
    std::vector<std::string> path;
    Slips(*object_.value, &path);
    SlipOfConfigKind();
  }

 private:
  std::string Place(const std::vector<std::string>& path) const {
    std::string text = PathText(path);
    return input_.At(
        absl::StrCat(object_.place, text.empty() ? "" : ".", text));
  }

  // The kinds of provider configs have the same names everywhere.
  void SlipOfConfigKind() {
    const Value* kind =
        Dig(*object_.value, {"spec", "providerConfigRef", "kind"});
    if (kind == nullptr || !kind->IsString()) return;
    for (absl::string_view known :
         {"ClusterProviderConfig", "ProviderConfig"}) {
      if (!IsSlip(View(*kind), known)) continue;
      const std::string path = Place({"spec", "providerConfigRef", "kind"});
      findings_->Add("object/kind", *input_.document, path,
                     absl::StrCat("no provider has a kind ", View(*kind)),
                     MeantHelp(known));
      findings_->Replace(*input_.document, View(*kind), known);
    }
  }

  // Fields that may be there, and are nearly others that are known.
  void Slips(const Value& value, std::vector<std::string>* path) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        path->push_back(absl::StrCat(i));
        Slips(ItemAt(value, i), path);
        path->pop_back();
      }
    }
    if (!value.IsObject()) return;
    for (const Member& each : Members(value)) {
      const std::string name(View(each.name));
      if (IsComputedKey(name)) continue;
      std::vector<Segment> segments = SegmentsOf(*path);
      segments.push_back(Segment::Field(name));
      const SchemaPlace place = FollowPath(kind_, segments);
      if (place.IsSlip()) {
        AddUnknown(*path, name, place);
      } else if (place.answer == SchemaPlace::Answer::kKnown) {
        path->push_back(name);
        Slips(each.value, path);
        path->pop_back();
      }
    }
  }

  void Report(const Violation& violation) {
    std::vector<Segment> segments = SegmentsOf(violation.path);
    if (!violation.unknown_member.empty()) {
      if (IsComputedKey(violation.unknown_member)) return;
      segments.push_back(Segment::Field(violation.unknown_member));
      const SchemaPlace place = FollowPath(kind_, segments);
      if (place.answer != SchemaPlace::Answer::kMissing) return;
      return AddUnknown(violation.path, violation.unknown_member, place);
    }
    std::vector<Segment> in_base = object_.above;
    in_base.insert(in_base.end(), segments.begin(), segments.end());
    if (IsPatched(resource_, in_base)) return;
    if (violation.kind == ViolationKind::kRequired) {
      if (!complete_ || violation.path[0] == "status" ||
          IsOfProviderConfig(input_, violation.path)) {
        return;
      }
      return findings_->Add(
          "schema/required-unset", *input_.document, Place(violation.path),
          absl::StrCat(kind_.kind, " requires ", PathText(violation.path),
                       ", and neither the base nor a patch sets it"));
    }
    // What alternatives and limits ask for, a later step may add.
    if (violation.kind == ViolationKind::kAlternative ||
        violation.kind == ViolationKind::kLimit) {
      return;
    }
    // Without a schema of the place the words would not be about it.
    if (FollowPath(kind_, segments).answer != SchemaPlace::Answer::kKnown) {
      return;
    }
    findings_->Add("schema/type-mismatch", *input_.document,
                   Place(violation.path), violation.message,
                   MeantHelp(violation.meant));
  }

  void AddUnknown(const std::vector<std::string>& above,
                  const std::string& name, const SchemaPlace& place) {
    std::vector<Segment> written = SegmentsOf(above);
    written.push_back(Segment::Field(name));
    if (object_.above.empty() && IsRemoved(removed_, resource_, written)) {
      return;
    }
    const std::string path = Place(above);
    findings_->AddAt("schema/unknown-destination", input_.document->file,
                     Locate(input_.document->yaml,
                            absl::StrCat(path, ".", name), YamlPart::kKey),
                     path,
                     absl::StrCat(kind_.kind, " has no field ", place.missing,
                                  "; the API server refuses it"),
                     MeantHelp(place.nearest));
    findings_->all().back().mild = kind_.common || place.IsSlip();
    // A field of another object takes more than another name.
    const size_t dot = place.nearest.rfind('.') + 1;
    const absl::string_view near = absl::string_view(place.nearest).substr(dot);
    if (!near.empty() && near != name) {
      findings_->Replace(*input_.document, name, near);
    }
  }

  const LintInput& input_;
  const LintResource& resource_;
  const LintObject& object_;
  const KindSchema& kind_;
  bool complete_;
  const std::vector<RemovedReference>& removed_;
  LintFindings* findings_;
};

// Connection details that are not among connectionSecretKeys get lost. `place` is the
// location of the object that has them.
void CheckSecretKeys(const LintInput& input, const Value& object,
                     const std::string& place, const KindSchema& composite,
                     LintFindings* findings) {
  if (composite.definition == nullptr) return;
  const Value* keys =
      Dig(composite.definition->root, {"spec", "connectionSecretKeys"});
  const Value* details = Find(object, "connectionDetails");
  if (keys == nullptr || !keys->IsArray() || keys->Empty() ||
      details == nullptr || !details->IsArray()) {
    return;
  }
  std::vector<std::string> names;
  for (const Value& key : Items(*keys)) names.push_back(ScalarText(&key));
  for (rapidjson::SizeType i = 0; i < details->Size(); ++i) {
    const Value* name = Dig(ItemAt(*details, i), {"name"});
    if (name == nullptr || !name->IsString() ||
        absl::c_linear_search(names, View(*name))) {
      continue;
    }
    std::string nearest = NearestName(View(*name), names);
    findings->Add(
        "connection/unlisted", *input.document,
        input.At(absl::StrCat(place, place.empty() ? "" : ".",
                              "connectionDetails[", i, "].name")),
        absl::StrCat("the connectionSecretKeys of ", composite.kind,
                     " have no ", View(*name), ", so it reaches no secret"),
        MeantHelp(nearest));
    if (!nearest.empty()) {
      findings->Replace(*input.document, View(*name), nearest);
    }
  }
}

class PipelineCheck {
 public:
  PipelineCheck(const Corpus& corpus, const LintPipeline& pipeline,
                std::set<std::string>* missing, LintFindings* findings)
      : corpus_(corpus),
        pipeline_(pipeline),
        types_(corpus, pipeline),
        removed_(RemovedReferencesOf(pipeline)),
        missing_(missing),
        findings_(findings) {}

  void Run() {
    if (pipeline_.document->kind == DocumentKind::kComposition) {
      CheckGiven(*pipeline_.document, types_.composite().api_version,
                 types_.composite().kind, "spec.compositeTypeRef.kind");
    }
    for (const LintInput* input : pipeline_.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        CheckResource(*input, resource);
      }
      if (input->native() && PublishesDetails(*input)) {
        CheckSecretKeys(*input, *input->value, "", *types_.composite().schema,
                        findings_);
      }
    }
  }

 private:
  // Returns whether Crossplane writes the Secret with the connection details. A composed
  // Secret has all of them.
  bool PublishesDetails(const LintInput& input) const {
    return types_.composite().schema != nullptr &&
           (input.dialect() == Dialect::kPatchAndTransform ||
            (input.native() && Find(*input.value, "output") == nullptr));
  }

  void CheckResource(const LintInput& input, const LintResource& resource) {
    if (PublishesDetails(input)) {
      CheckSecretKeys(input, *resource.value, resource.place,
                      *types_.composite().schema, findings_);
    }
    if (resource.base == nullptr || PatchesIdentity(resource)) return;
    CheckGiven(*input.document, std::string(ApiVersion(*resource.base)),
               std::string(Kind(*resource.base)),
               input.At(resource.BasePlace() + ".kind"));
    if (const Value* manifest = ManifestOf(*resource.base)) {
      CheckGiven(
          *input.document, std::string(ApiVersion(*manifest)),
          std::string(Kind(*manifest)),
          input.At(resource.BasePlace() + ".spec.forProvider.manifest.kind"));
    }
    const KindSchema* kind = types_.SchemaOf(resource);
    if (kind == nullptr) return;
    bool complete = !pipeline_.has_other_steps &&
                    pipeline_.inputs.size() == 1 && !HasOtherWriters(input);
    for (const LintObject& object : ObjectsOf(resource)) {
      const KindSchema* own = object.above.empty() ? kind : kind->manifest;
      if (own == nullptr) continue;
      BaseCheck(input, resource, object, *own, complete, removed_, findings_)
          .Run();
    }
  }

  void CheckGiven(const LintDocument& document, const std::string& version,
                  const std::string& kind, const std::string& path) {
    if (!corpus_.has_schemas() || kind.empty() ||
        IsCoreGroup(GroupOf(version)) ||
        corpus_.schemas().Find(version, kind) != nullptr ||
        !missing_->insert(absl::StrCat(version, " ", kind)).second) {
      return;
    }
    Missing missing = WhyMissing(version, kind);
    findings_->Add("schema/kind-missing", document, path,
                   absl::StrCat("the schemas ", missing.what, " ", kind, " of ",
                                version, ", so its fields are not checked"),
                   missing.help);
  }

  struct Missing {
    absl::string_view what;
    std::string help;
  };

  Missing WhyMissing(const std::string& version, const std::string& kind) {
    std::vector<std::string> places;
    std::string other_versions;
    for (const YamlDocument* each :
         corpus_.schemas().Definitions(GroupOf(version), kind)) {
      auto schema = SchemaOf(*each, version, kind);
      if (!schema.ok()) {
        other_versions = std::string(schema.status().message());
      } else if (*schema != nullptr) {
        places.push_back(each->Place({"spec", "names", "kind"}));
      }
    }
    if (places.size() > 1) {
      return {"disagree on",
              absl::StrCat(places[0], " and ", places[1],
                           " define it; pass the one that is installed")};
    }
    if (!other_versions.empty()) return {"have no", other_versions};
    return {"have no", "pass its CRD or XRD with --schemas"};
  }

  const Corpus& corpus_;
  const LintPipeline& pipeline_;
  const TemplateTypes types_;
  const std::vector<RemovedReference> removed_;
  std::set<std::string>* missing_;
  LintFindings* findings_;
};

}  // namespace

void CheckBases(const Corpus& corpus, LintFindings* findings) {
  std::set<std::string> missing;
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    PipelineCheck(corpus, pipeline, &missing, findings).Run();
  }
}

}  // namespace loom
