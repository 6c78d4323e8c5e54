// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "data/fieldpath/access.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

// A patch that writes the status of the composite, and the resource that has it.
struct Writer {
  const Value* resource;
  LintPatch patch;
  const LintInput* input;
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
  Pool pool;
  return patch.to.HasWildcard() || !Get(*resource.base, patch.to, &pool).ok();
}

void CheckFlowOfPatch(const LintInput& input, const LintResource& resource,
                      const LintPatch& patch,
                      const std::vector<Writer>& writers,
                      LintFindings* findings) {
  const std::string place = input.At(patch.place + ".fromFieldPath");
  for (const Writer& writer : writers) {
    if (writer.resource == resource.value ||
        !Meet(writer.patch.to, patch.from)) {
      continue;
    }
    YamlPosition at = Locate(writer.input->document->yaml,
                             writer.input->At(writer.patch.place));
    findings->Add(
        "patch/next-reconcile", *input.document, place,
        absl::StrCat("resource ", ScalarText(Find(*writer.resource, "name")),
                     " writes ", patch.from.text(),
                     " later, so this one is created without ",
                     patch.to.text()),
        "policy: {fromFieldPath: Required} withholds it until then");
    findings->Relate("the patch that writes it", at);
    return;
  }
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

}  // namespace

void CheckFlow(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    if (pipeline.document->kind == DocumentKind::kComposition) {
      for (const LintInput* input : pipeline.inputs) {
        CheckWaitsForItself(pipeline, *input, findings);
      }
    }
    const std::vector<Writer> writers = WritersOf(pipeline);
    for (const LintInput* input : pipeline.inputs) {
      for (const LintResource& resource : ResourcesOf(*input)) {
        for (const LintPatch& patch : resource.patches) {
          if (!Waits(resource, patch)) continue;
          CheckFlowOfPatch(*input, resource, patch, writers, findings);
        }
      }
    }
  }
}

}  // namespace loom
