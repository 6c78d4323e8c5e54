// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/transform_names.h"

#include "absl/strings/str_cat.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// Returns the transforms of the patch at that path.
std::vector<const Value*> TransformsOf(const PipelineStep& step,
                                       absl::string_view patch) {
  std::vector<const Value*> transforms;
  const Value* list = InputMember(step, absl::StrCat(patch, ".transforms"));
  if (list == nullptr || !list->IsArray()) return transforms;
  for (const Value& each : Items(*list)) transforms.push_back(&each);
  return transforms;
}

// Returns the first field that is a string, a number or a boolean, except the
// type.
std::string Operand(const Value& operands) {
  for (const Member& member : Members(operands)) {
    if (View(member.name) == "type" || member.value.IsObject() ||
        member.value.IsArray()) {
      continue;
    }
    return ScalarText(&member.value);
  }
  return "";
}

std::string NameOf(const Value& transform) {
  std::string name = ScalarText(Find(transform, "type"));
  const Value* operands = Find(transform, name);
  if (operands != nullptr && operands->IsString()) {
    return absl::StrCat(name, " ", View(*operands));
  }
  if (operands == nullptr || !operands->IsObject() || name == "map" ||
      name == "match") {
    return name;
  }
  for (const std::string& word :
       {ScalarText(Find(*operands, "type")), Operand(*operands)}) {
    if (!word.empty()) absl::StrAppend(&name, " ", word);
  }
  return name;
}

}  // namespace

std::vector<std::string> TransformNames(const PipelineStep& step,
                                        absl::string_view patch) {
  std::vector<std::string> names;
  for (const Value* each : TransformsOf(step, patch)) {
    names.push_back(each->IsObject() ? NameOf(*each) : "");
  }
  return names;
}

std::vector<std::string> TransformExpressions(const PipelineStep& step,
                                              absl::string_view patch) {
  std::vector<std::string> texts;
  for (const Value* each : TransformsOf(step, patch)) {
    if (!each->IsObject()) continue;
    if (ScalarText(Find(*each, "type")) != "expression") continue;
    texts.push_back(ScalarText(Find(*each, "expression")));
  }
  return texts;
}

}  // namespace loom
