// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "base/strings.h"
#include "data/fieldpath/access.h"
#include "data/go/regexp.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/workspace/template_names.h"

namespace loom {
namespace {

// A patch that writes the status of the composite, and the resource that has it.
struct Writer {
  const Value* resource;
  LintPatch patch;
  const LintInput* input;

  std::string name() const { return std::string(IdOfTemplate(*resource)); }
};

std::vector<Writer> WritersOf(const LintPipeline& pipeline) {
  std::vector<Writer> writers;
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& resource : ResourcesOf(*input)) {
      for (const LintPatch& patch : resource.patches) {
        if (patch.type->to == Endpoint::kDesiredComposite &&
            !patch.to.HasWildcard()) {
          writers.push_back({resource.value, patch, input});
        }
      }
    }
  }
  return writers;
}

bool IsStatus(const Path& path) {
  const auto& segments = path.segments();
  return segments.size() > 1 && segments[0].field == "status";
}

// Whether one of the paths leads through the other.
bool Meet(const Path& a, const Path& b) {
  size_t length = std::min(a.segments().size(), b.segments().size());
  return std::equal(a.segments().begin(), a.segments().begin() + length,
                    b.segments().begin());
}

// What the resources of a pipeline wait for: their Required patches for what the patches of
// another one write, and the rules of sequences and dependencies.
class Waiting {
 public:
  Waiting(const LintPipeline& pipeline, const std::vector<Writer>& writers) {
    for (const LintInput* input : pipeline.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        const std::string name(IdOfTemplate(*resource.value));
        names_.insert(name);
        AddRequired(name, resource, writers);
      }
    }
    for (const LintInput* input : pipeline.inputs) {
      AddSequences(*input);
      if (input->native()) AddDependencies(*input);
    }
  }

  // Whether a resource is only made after another one, or after what waits for it.
  bool Waits(const std::string& name, const std::string& other) const {
    std::set<std::string> seen = {name};
    std::vector<std::string> next = {name};
    while (!next.empty()) {
      auto found = before_.find(next.back());
      next.pop_back();
      if (found == before_.end()) continue;
      for (const std::string& each : found->second) {
        if (each == other) return true;
        if (seen.insert(each).second) next.push_back(each);
      }
    }
    return false;
  }

 private:
  void AddRequired(const std::string& name, const LintResource& resource,
                   const std::vector<Writer>& writers) {
    for (const LintPatch& patch : resource.patches) {
      if (!patch.required || patch.type->from != Endpoint::kObservedComposite) {
        continue;
      }
      for (const Writer& writer : writers) {
        const bool reads =
            absl::c_any_of(SourcesOf(patch), [&](const LintSource& source) {
              return Meet(writer.patch.to, source.path);
            });
        if (reads && writer.name() != name) before_[name].insert(writer.name());
      }
    }
  }

  std::vector<std::string> Matching(const Value* pattern) const {
    const std::string text = ScalarText(pattern);
    const bool anchored =
        absl::StartsWith(text, "^") || absl::EndsWith(text, "$");
    auto regexp = Regexp::Compile(text);
    std::vector<std::string> matching;
    for (const std::string& name : names_) {
      Pool pool;
      const bool fits =
          regexp.ok() && (anchored ? regexp->Matches(name, &pool)
                                   : regexp->MatchesWhole(name, &pool))
                             .value_or(false);
      if (fits || name == text) matching.push_back(name);
    }
    return matching;
  }

  void AddRule(const std::vector<std::string>& later,
               const std::vector<std::string>& earlier) {
    for (const std::string& name : later) {
      before_[name].insert(earlier.begin(), earlier.end());
    }
  }

  void AddSequences(const LintInput& input) {
    if (input.dialect() != Dialect::kSequencer) return;
    for (const Value& rule : ItemsAt(*input.value, {"rules"})) {
      std::vector<std::string> earlier;
      for (const Value& each : ItemsAt(rule, {"sequence"})) {
        const std::vector<std::string> names = Matching(&each);
        AddRule(names, earlier);
        earlier.insert(earlier.end(), names.begin(), names.end());
      }
    }
  }

  void AddDependencies(const LintInput& input) {
    for (const Value& rule : ItemsAt(*input.value, {"dependencies"})) {
      const std::vector<std::string> later = Matching(Dig(rule, {"resource"}));
      for (const Value& each : ItemsAt(rule, {"dependsOn"})) {
        AddRule(later, Matching(Dig(each, {"resource"})));
      }
    }
  }

  std::set<std::string> names_;
  std::map<std::string, std::set<std::string>> before_;
};

// Whether a step of an unknown function, which may write the status, is before the input.
bool HasForeignStepBefore(const LintPipeline& pipeline,
                          const LintInput& input) {
  if (pipeline.document->kind != DocumentKind::kComposition) return false;
  std::set<size_t> known;
  for (const LintInput* each : pipeline.inputs) known.insert(each->step);
  for (size_t step = 0; step < input.step; ++step) {
    if (!known.contains(step)) return true;
  }
  return false;
}

// A patch into the spec of a resource that does nothing while the status of the
// composite lacks the field. A base that has the field gives it a value until then.
bool Waits(const LintResource& resource, const LintPatch& patch) {
  if (patch.type->from != Endpoint::kObservedComposite || patch.required ||
      patch.type->to != Endpoint::kDesiredComposed ||
      patch.type->form != PatchForm::kCopy || !IsStatus(patch.from) ||
      patch.to.segments().empty() || patch.to.segments()[0].field != "spec" ||
      patch.merges || resource.base == nullptr) {
    return false;
  }
  // With the default in writing, it is the author's decision.
  if (Dig(*patch.value, {"policy", "fromFieldPath"}) != nullptr) return false;
  Pool pool;
  return patch.to.HasWildcard() || !Get(*resource.base, patch.to, &pool).ok();
}

void CheckFlowOfPatch(const LintPipeline& pipeline, const LintInput& input,
                      const LintResource& resource, const LintPatch& patch,
                      const std::vector<Writer>& writers,
                      const Waiting& waiting, LintFindings* findings) {
  const std::string place = input.At(patch.place + ".fromFieldPath");
  const std::string name(IdOfTemplate(*resource.value));
  for (const Writer& writer : writers) {
    if (writer.resource == resource.value ||
        !Meet(writer.patch.to, patch.from)) {
      continue;
    }
    // If the writer waits for this one, neither could be the first with Required.
    if (waiting.Waits(name, writer.name()) ||
        waiting.Waits(writer.name(), name)) {
      return;
    }
    YamlPosition at = Locate(writer.input->document->yaml,
                             writer.input->At(writer.patch.place));
    findings->Add(
        "patch/next-reconcile", *input.document, place,
        absl::StrCat("resource ", writer.name(), " writes ", patch.from.text(),
                     " later, so this one is created without ",
                     patch.to.text()),
        "policy: {fromFieldPath: Required} withholds it until then");
    findings->Relate("the patch that writes it", at);
    return;
  }
  if (HasForeignStepBefore(pipeline, input)) return;
  findings->Add("patch/vanishing", *input.document, place,
                absl::StrCat("when ", patch.from.text(), " is removed, ",
                             patch.to.text(), " is also removed"),
                "fromFieldPath: Required withholds new resources; a reference "
                "with resolve: IfNotPresent keeps the value");
}

// A label that a selector reads from the composite. Without it, the step fails.
struct NeededLabel {
  std::string place;  // in the input
  Path path;
};

void AddLabels(const std::string& place, const absl::Span<const Value> entries,
               std::vector<NeededLabel>* needed) {
  for (size_t i = 0; i < entries.size(); ++i) {
    const absl::Span<const Value> labels =
        ItemsAt(entries[i], {"selector", "matchLabels"});
    if (ScalarText(Dig(entries[i], {"type"})) == "Reference") continue;
    for (size_t k = 0; k < labels.size(); ++k) {
      const std::string type = ScalarText(Dig(labels[k], {"type"}));
      auto path =
          Path::Parse(ScalarText(Dig(labels[k], {"valueFromFieldPath"})));
      if (!path.ok() || !IsStatus(*path) ||
          (!type.empty() && type != "FromCompositeFieldPath") ||
          ScalarText(Dig(labels[k], {"fromFieldPathPolicy"})) == "Optional") {
        continue;
      }
      needed->push_back({absl::StrCat(place, "[", i, "].selector.matchLabels[",
                                      k, "].valueFromFieldPath"),
                         *std::move(path)});
    }
  }
}

std::vector<NeededLabel> NeededLabelsOf(const LintInput& input) {
  std::vector<NeededLabel> needed;
  const Value& value = *input.value;
  if (input.native()) {
    AddLabels("environment.configs", ItemsAt(value, {"environment", "configs"}),
              &needed);
    AddLabels("extraResources", ItemsAt(value, {"extraResources"}), &needed);
  } else if (input.dialect() == Dialect::kEnvironmentConfigs) {
    AddLabels("spec.environmentConfigs",
              ItemsAt(value, {"spec", "environmentConfigs"}), &needed);
  } else if (input.dialect() == Dialect::kExtraResources) {
    AddLabels("spec.extraResources", ItemsAt(value, {"spec", "extraResources"}),
              &needed);
  }
  return needed;
}

// A step that fails without a status discards what the pipeline writes there, so the
// status never gets a value.
void CheckWaitsForItself(const LintPipeline& pipeline, const LintInput& input,
                         LintFindings* findings) {
  for (const NeededLabel& label : NeededLabelsOf(input)) {
    for (const LintInput* other : pipeline.inputs) {
      const auto& patches = AllPatchesOf(*other);
      auto writer = absl::c_find_if(patches, [&](const LintPatch& patch) {
        return patch.type->to == Endpoint::kDesiredComposite &&
               Meet(patch.to, label.path);
      });
      if (writer == patches.end()) continue;
      const absl::Span<const Value> steps =
          ItemsAt(pipeline.document->yaml.root, {"spec", "pipeline"});
      const std::string step = ScalarText(Dig(steps[other->step], {"step"}));
      const bool copies = writer->type->from == Endpoint::kEnvironment &&
                          writer->type->form == PatchForm::kCopy;
      const std::string ways =
          input.dialect() == Dialect::kExtraResources ? ""
          : copies ? absl::StrCat(", or type: FromEnvironmentFieldPath reads ",
                                  writer->from.text(), " from the environment")
                   : ", or type: FromEnvironmentFieldPath reads what an "
                     "earlier step has set in the environment";
      findings->Add(
          "env/waits-for-itself", *input.document, input.At(label.place),
          absl::StrCat("only step ", step, " writes ", label.path.text(),
                       ", and this step fails without it, which discards what "
                       "was written"),
          absl::StrCat("fromFieldPathPolicy: Optional leaves the label out "
                       "until then",
                       ways));
      findings->Relate("the patch that writes it",
                       Locate(other->document->yaml, other->At(writer->place)));
      break;
    }
  }
}

// Everything that the steps of a pipeline write to the composite; nullopt if something else
// may also write there.
std::optional<std::vector<Path>> AllWrittenBy(const LintPipeline& pipeline) {
  if (pipeline.document->kind != DocumentKind::kComposition)
    return std::nullopt;
  for (const Value& step :
       ItemsAt(pipeline.document->yaml.root, {"spec", "pipeline"})) {
    if (!step.IsObject() || MayMakeResources(step)) return std::nullopt;
  }
  std::vector<Path> written;
  for (const LintInput* input : pipeline.inputs) {
    for (absl::string_view section :
         {"externalReferences", "externalValues", "identities", "references",
          "referencesFromComposite", "typedReferences"}) {
      if (Find(*input->value, section) != nullptr) return std::nullopt;
    }
    for (const LintPatch& patch : AllPatchesOf(*input)) {
      if (patch.type->to != Endpoint::kDesiredComposite) continue;
      if (patch.to.HasWildcard()) return std::nullopt;
      written.push_back(patch.to);
    }
  }
  return written;
}

// Fields of the status that Crossplane writes.
bool IsOfCrossplane(const Path& path) {
  constexpr absl::string_view kFields[] = {"claimConditionTypes", "conditions",
                                           "connectionDetails", "crossplane"};
  return absl::c_linear_search(kFields, path.segments()[1].field);
}

std::string HelpForUnwritten(const Path& path,
                             const std::vector<Path>& written) {
  std::vector<std::string> names;
  for (const Path& each : written) {
    if (IsStatus(each) && !absl::c_linear_search(names, each.text())) {
      names.push_back(each.text());
    }
  }
  const std::string nearest = NearestName(path.text(), names);
  if (!nearest.empty()) return MeantHelp(nearest);
  if (names.empty() || names.size() > 5) {
    return absl::StrCat("write it with a patch of type ToCompositeFieldPath");
  }
  return absl::StrCat("the pipeline writes ", absl::StrJoin(names, ", "));
}

void CheckNeverWritten(const LintPipeline& pipeline, LintFindings* findings) {
  const std::optional<std::vector<Path>> written = AllWrittenBy(pipeline);
  if (!written.has_value()) return;
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& resource : ResourcesOf(*input)) {
      for (const LintPatch& patch : resource.patches) {
        if (!patch.required || patch.type->form != PatchForm::kCopy ||
            patch.type->from != Endpoint::kObservedComposite ||
            !IsStatus(patch.from) || patch.from.HasWildcard() ||
            IsOfCrossplane(patch.from) ||
            absl::c_any_of(*written, [&](const Path& path) {
              return Meet(path, patch.from);
            })) {
          continue;
        }
        findings->Add("patch/never-written", *input->document,
                      input->At(patch.place + ".fromFieldPath"),
                      absl::StrCat("nothing writes ", patch.from.text(),
                                   ", so the resource is never created"),
                      HelpForUnwritten(patch.from, *written));
      }
    }
  }
}

// Whether a resource is always there, and once.
bool IsOnce(const Value& resource) {
  return Find(resource, "condition") == nullptr &&
         Find(resource, "forEach") == nullptr;
}

// The same field of two resources, copied to one field of the composite.
void CheckCopiedTwice(const std::vector<Writer>& writers,
                      LintFindings* findings) {
  std::map<std::string, const Writer*> first;
  for (const Writer& writer : writers) {
    const LintPatch& patch = writer.patch;
    if (patch.type->form != PatchForm::kCopy ||
        patch.type->from != Endpoint::kObservedComposed || patch.merges ||
        !absl::StartsWith(patch.place, "resources[") ||
        Find(*patch.value, "transforms") != nullptr ||
        !IsOnce(*writer.resource)) {
      continue;
    }
    auto [other, added] = first.try_emplace(
        absl::StrCat(patch.from.text(), " ", patch.to.text()), &writer);
    if (added || other->second->resource == writer.resource) continue;
    const Writer& before = *other->second;
    findings->Add("patch/overwritten", *writer.input->document,
                  writer.input->At(patch.ToPlace()),
                  absl::StrCat("this patch replaces what resource ",
                               before.name(), " writes to ", patch.to.text()),
                  "write one of the two to another field");
    findings->Relate("the patch of the other resource",
                     Locate(before.input->document->yaml,
                            before.input->At(before.patch.place)));
  }
}

}  // namespace

void CheckFlow(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    if (pipeline.document->kind == DocumentKind::kComposition) {
      for (const LintInput* input : pipeline.inputs) {
        CheckWaitsForItself(pipeline, *input, findings);
      }
    }
    const std::vector<Writer> writers = WritersOf(pipeline);
    const Waiting waiting(pipeline, writers);
    CheckNeverWritten(pipeline, findings);
    CheckCopiedTwice(writers, findings);
    for (const LintInput* input : pipeline.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        for (const LintPatch& patch : resource.patches) {
          if (!Waits(resource, patch)) continue;
          CheckFlowOfPatch(pipeline, *input, resource, patch, writers, waiting,
                           findings);
        }
      }
    }
  }
}

}  // namespace loom
