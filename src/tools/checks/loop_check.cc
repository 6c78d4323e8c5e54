// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/inline_text.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"

namespace loom {
namespace {

bool ReadsItem(absl::string_view expression) {
  return absl::c_any_of(ReadsOf(expression), [](const ExpressionRead& read) {
    // A value with a name may read them.
    return read.name == "item" || read.name == "key" || read.name == "index" ||
           read.name == "values";
  });
}

// Whether what a patch writes may differ from item to item.
bool MayDiffer(const LintPatch& patch) {
  if (patch.type->from == Endpoint::kItem ||
      patch.type->from == Endpoint::kEnvironment ||
      patch.type->from == Endpoint::kObservedComposed) {
    return true;
  }
  if (absl::c_any_of(patch.inlined, ReadsItem)) return true;
  if (ReadsItem(ScalarText(Find(*patch.value, "expression")))) return true;
  return absl::c_any_of(
      ItemsAt(*patch.value, {"transforms"}), [](const Value& transform) {
        return ReadsItem(ScalarText(Dig(transform, {"expression"})));
      });
}

// Whether the items of a list may make objects of different kinds, namespaces or names.
bool MakesSeveral(const LintResource& resource) {
  return absl::c_any_of(resource.patches, [](const LintPatch& patch) {
    const auto& to = patch.to.segments();
    const bool names_it =
        patch.type->to == Endpoint::kDesiredComposed &&
        (to.empty() || to[0].IsWildcard() || to[0].field == "apiVersion" ||
         to[0].field == "kind" ||
         (to[0].field == "metadata" &&
          (to.size() == 1 || to[1].IsWildcard() || to[1].field == "name" ||
           to[1].field == "namespace")));
    return names_it && (to.size() < 2 || MayDiffer(patch));
  });
}

// Whether the list is a field that may have several items.
bool HasSeveralItems(const LintResource& resource, const TemplateTypes& types) {
  const std::optional<ExpressionRead> list = ListOf(resource);
  if (!list.has_value() || list->is_open) return false;
  if (list->name != "composite" || types.composite().schema == nullptr) {
    return true;
  }
  const SchemaPlace place = FollowPath(*types.composite().schema, list->path);
  const Value* most =
      place.schema == nullptr ? nullptr : Find(*place.schema, "maxItems");
  return most == nullptr || !most->IsInt() || most->GetInt() > 1;
}

// The place of the name in the input, and the patch that writes it last.
std::string PlaceOfName(const LintResource& resource) {
  std::string place;
  const Value* name = Dig(*resource.base, {"metadata", "name"});
  if (name != nullptr && name->IsString()) {
    place = resource.BasePlace() + ".metadata.name";
  }
  for (const LintPatch& patch : resource.patches) {
    const auto& to = patch.to.segments();
    if (patch.type->to == Endpoint::kDesiredComposed && to.size() == 2 &&
        to[0].field == "metadata" && to[1].field == "name") {
      place = patch.ToPlace();
    }
  }
  return place;
}

void CheckLoop(const LintInput& input, const LintResource& resource,
               const TemplateTypes& types, LintFindings* findings) {
  if (resource.base == nullptr || !HasSeveralItems(resource, types) ||
      MakesSeveral(resource)) {
    return;
  }
  const std::string place = PlaceOfName(resource);
  if (place.empty()) return;
  const Value* key = Dig(*resource.value, {"forEach", "key"});
  const std::string of_item = key == nullptr ? "key" : ScalarText(key);
  findings->Add("object/same-name", *input.document, input.At(place),
                "the name is the same for every item, so all items are one "
                "object",
                absl::StrCat("add the key of the item to the name, ",
                             Find(*resource.value, "template") == nullptr
                                 ? "with a patch of type FromExpression"
                                 : absl::StrCat("as in …-${", of_item, "}")));
}

}  // namespace

void CheckLoops(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      if (!input->native()) continue;
      for (const LintResource& resource : ResourcesOf(*input)) {
        CheckLoop(*input, resource, types, findings);
      }
    }
  }
}

}  // namespace loom
