// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "language/cel/program/expression_reads.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

bool IsOfComposite(Endpoint endpoint) {
  return endpoint == Endpoint::kObservedComposite ||
         endpoint == Endpoint::kDesiredComposite;
}

void CheckInput(const LintInput& input, LintFindings* findings) {
  auto report = [&](absl::string_view rule, const std::string& place,
                    absl::string_view message, absl::string_view help) {
    findings->Add(rule, *input.document, input.At(place), message, help);
  };
  constexpr absl::string_view kComposite = "operation/composite";
  constexpr absl::string_view kNone = "an Operation has no composite resource";
  constexpr absl::string_view kHelp =
      "read what the step requires: required.NAME in an expression";
  const std::vector<LintResource>& resources = ResourcesOf(input);
  for (const LintExpression& expression : ExpressionsOf(input, resources)) {
    const bool reads = absl::c_any_of(
        ReadsOf(expression.text),
        [](const ExpressionRead& read) { return read.name == "composite"; });
    if (reads) report(kComposite, expression.place, kNone, kHelp);
  }
  for (const LintPatch& patch : AllPatchesOf(input)) {
    if (IsOfComposite(patch.type->from) || IsOfComposite(patch.type->to)) {
      report(kComposite, patch.place, kNone, kHelp);
    }
  }
  for (const LintResource& resource : resources) {
    if (resource.base == nullptr || !Name(*resource.base).empty()) continue;
    if (IsPatched(resource, std::vector<Segment>{Segment::Field("metadata"),
                                                 Segment::Field("name")})) {
      continue;
    }
    report("operation/name", resource.BasePlace(),
           "an Operation applies objects by name, but this one has no name",
           "write metadata.name, and metadata.namespace of a namespaced kind");
  }
}

}  // namespace

void CheckOperations(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    if (pipeline.document->kind != DocumentKind::kOperation) continue;
    for (const LintInput* input : pipeline.inputs) {
      CheckInput(*input, findings);
    }
  }
}

}  // namespace loom
