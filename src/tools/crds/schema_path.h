// SPDX-License-Identifier: Apache-2.0
// FollowPath follows a field path through the schema of a kind, to say what the
// schema knows of the place.
//
//   properties: {spec: {properties: {size: {type: integer}, tags: {type: object,
//   additionalProperties: {type: string}}, zones: {type: array, items: {…}}}}}
//
//   spec.size         known, an integer
//   spec.sise         missing: an object of this kind never has it; size is near
//   spec.tags.a       known, a string, as of every key of a map
//   spec.size.a       missing, since a number has no members
//   spec.zones.name   missing: a list has elements; spec.zones[0].name is near
//   metadata.name     free: the schema does not say
//
// Free is also what is below x-kubernetes-preserve-unknown-fields, what may be an
// integer or a string, the members that Crossplane adds to composites, and what
// alternatives (anyOf and the like) say more of. What is missing is missing for
// certain: the API server drops or refuses it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "tools/crds/kind_schemas.h"

namespace loom {

struct SchemaPlace {
  enum class Answer { kKnown, kFree, kMissing };
  Answer answer = Answer::kFree;
  const Value* schema = nullptr;  // of a place that is known
  // Of a place that is missing: the segments up to the first one that is, and the
  // path that may be meant in their place; "" if none is near.
  std::string missing;
  std::string nearest;
};

SchemaPlace FollowPath(const KindSchema& kind, absl::Span<const Segment> path);

// Of what type values are: "string", "integer", "number", "boolean", "object" or
// "array"; "" if the schema leaves it open.
absl::string_view TypeIn(const Value& schema);

// The type of the value at a path. What every object has is known without a
// schema: metadata.name is a string. `kind` may be nullptr.
std::string TypeAt(const KindSchema* kind, absl::Span<const Segment> path);

// `an integer`, `a list`
absl::string_view TypeWords(absl::string_view type);

}  // namespace loom
