// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/chain.h"

#include <algorithm>
#include <cstddef>

namespace loom {
namespace {

// Whether one path leads to the other, or to a part of it.
bool Touch(const Path& a, const Path& b) {
  const auto& left = a.segments();
  const auto& right = b.segments();
  const size_t both = std::min(left.size(), right.size());
  return std::equal(left.begin(), left.begin() + std::ptrdiff_t(both),
                    right.begin());
}

bool Writes(const Reference& reference, const FieldSource& field) {
  const Target& target = reference.target;
  const bool same = field.is_environment()
                        ? target.kind() == TargetKind::kEnvironment
                        : target.kind() == TargetKind::kResource &&
                              !field.resource().empty() &&
                              target.name() == field.resource();
  return same && Touch(reference.to, field.path());
}

// The fields in which the name, the namespace and the labels of an object stand.
std::vector<const FieldSource*> FieldsOf(const ObjectSource& object) {
  std::vector<const FieldSource*> fields;
  auto add = [&](const TextOrField& text) {
    if (text.field.has_value()) fields.push_back(&*text.field);
  };
  add(object.name);
  add(object.ns);
  for (const LabelSource& label : object.labels) add(label.value);
  return fields;
}

}  // namespace

std::vector<int> RoundsOf(const std::vector<Reference>& references) {
  std::vector<int> rounds;
  for (const Reference& reference : references) {
    int most = 0;
    for (const auto& source : reference.recipe.sources()) {
      const ObjectSource* object = source->object();
      if (object == nullptr) continue;
      int before = object->known.has_value() ? 0 : 1;
      for (const FieldSource* field : FieldsOf(*object)) {
        for (size_t i = 0; i < rounds.size(); ++i) {
          if (Writes(references[i], *field)) {
            before = std::max(before, rounds[i]);
          }
        }
      }
      most = std::max(most, before + 1);
    }
    rounds.push_back(most);
  }
  return rounds;
}

}  // namespace loom
