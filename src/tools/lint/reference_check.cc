// SPDX-License-Identifier: Apache-2.0
#include "data/value/object.h"
#include "tools/lint/input_walk.h"
#include "tools/lint/rule_table.h"

namespace loom {

void CheckReferences(const Corpus& corpus, LintFindings* findings) {
  constexpr absl::string_view kMember = "referencesFromComposite";
  for (const auto& input : corpus.inputs()) {
    const Value* section = Find(*input->value, kMember);
    if (!input->native() || section == nullptr || !section->IsObject() ||
        Find(*section, "allowPaths") != nullptr) {
      continue;
    }
    findings->Add(
        "references/any-path", *input->document, input->At(kMember),
        "whoever makes a composite may write every field that the templates "
        "leave unset",
        "name the paths in allowPaths, for example [\"spec.forProvider.*\"]");
  }
}

}  // namespace loom
