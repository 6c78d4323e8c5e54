// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/fieldpath/access.h"
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

}  // namespace

void CheckFlow(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
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
