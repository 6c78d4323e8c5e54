// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/input_member.h"

#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

// The element of a list that has the index, or the name.
const Value* Element(const Value& list, const Segment& segment) {
  if (segment.is_index) {
    return segment.index < list.Size() ? &list[segment.index] : nullptr;
  }
  for (const Value& each : list.GetArray()) {
    if (each.IsObject() && ScalarText(Find(each, "name")) == segment.field) {
      return &each;
    }
  }
  return nullptr;
}

}  // namespace

const Value* InputMember(const PipelineStep& step, absl::string_view place) {
  absl::StatusOr<Path> path = Path::Parse(place);
  if (!path.ok()) return nullptr;
  const Value* value = step.input;
  for (const Segment& segment : path->segments()) {
    if (value == nullptr) return nullptr;
    if (value->IsArray()) {
      value = Element(*value, segment);
    } else if (value->IsObject() && !segment.is_index) {
      value = Find(*value, segment.field);
    } else {
      return nullptr;
    }
  }
  return value;
}

}  // namespace loom
