// SPDX-License-Identifier: Apache-2.0
// LeavesOf lists the values of an object that have no values in them, with their
// paths: what an explanation calls fields.
//
//   {"a": {"b": 1}, "c": [2], "d": {}}     a.b, c[0], d
#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

struct Leaf {
  std::vector<Segment> path;
  const Value* value;
};

// In the order of the object's members. The object itself is no leaf, unless it
// is no object at all.
std::vector<Leaf> LeavesOf(const Value& object);

// The path as Locate (tools/yaml/position.h) reads it: spec.list[0].a.b/c.
std::string LocatorOf(absl::Span<const Segment> path);

// Whether one path text is the other, or leads to a value inside of it.
bool IsWithin(absl::string_view path, absl::string_view outer);

}  // namespace loom
