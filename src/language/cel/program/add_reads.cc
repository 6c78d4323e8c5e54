// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/add_reads.h"

#include "language/cel/program/expression_reads.h"

namespace loom {
namespace {

using Segments = absl::Span<const Segment>;

bool IsField(Segments path, size_t at, absl::string_view name) {
  return at < path.size() && !path[at].is_index && path[at].field == name;
}

// observed.composite.resource.PATH, observed.resources.NAME.resource.PATH
void AddObserved(Segments path, Reads* reads) {
  if (path.empty()) {
    reads->composite.AddAll();
    return reads->resources.AddAll();
  }
  if (IsField(path, 0, "composite")) {
    if (path.size() == 1) return reads->composite.AddAll();
    if (IsField(path, 1, "resource"))
      AddPath(path.subspan(2), &reads->composite);
    return;
  }
  if (!IsField(path, 0, "resources")) return;
  if (path.size() == 1 || path[1].is_index) return reads->resources.AddAll();
  FieldMask* resource = reads->Resource(path[1].field);
  if (path.size() == 2) return resource->AddAll();
  if (IsField(path, 2, "resource")) AddPath(path.subspan(3), resource);
}

}  // namespace

void AddReads(const InputExpression& expression, Reads* reads,
              FieldMask* object) {
  for (const ExpressionRead& read : ReadsOf(expression.text())) {
    const Segments path = read.path;
    if (read.name == "composite") AddPath(path, &reads->composite);
    if (read.name == "environment") AddPath(path, &reads->environment);
    if (read.name == "observed") AddObserved(path, reads);
    if (read.name == "object" && object != nullptr) AddPath(path, object);
    if (read.name != "required") continue;
    if (path.empty()) reads->required.AddAll();
    if (!path.empty()) AddPath(path.subspan(1), &reads->required);
  }
}

void AddReads(ExpressionNames names, Reads* reads, FieldMask* object) {
  if (names.Has(ExpressionName::kComposite)) reads->composite.AddAll();
  if (names.Has(ExpressionName::kEnvironment)) reads->environment.AddAll();
  if (names.Has(ExpressionName::kRequired)) reads->required.AddAll();
  if (names.Has(ExpressionName::kObserved)) AddObserved({}, reads);
  if (names.Has(ExpressionName::kObject) && object != nullptr) {
    object->AddAll();
  }
}

}  // namespace loom
