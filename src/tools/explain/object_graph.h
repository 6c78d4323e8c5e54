// SPDX-License-Identifier: Apache-2.0
// ProvenanceGraph grows an Explanation (tools/explain/explanation.h): sources, steps and
// the fields that they write, each source once, and each field with the values that
// it had before.
//
//   ProvenanceGraph graph;
//   size_t region = graph.Source({.kind = "composite", .path = "spec.region"});
//   ExplainedStep step{.kind = "patch", .from = {{Origin::Kind::kSource, region}}};
//   graph.Write("bucket", "spec.region", value, step);
//
// What a step makes of a secret is a secret.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "tools/explain/explanation.h"

namespace loom {

class ProvenanceGraph {
 public:
  // The id of a source, which is added if it is new.
  size_t Source(ExplainedSource source);

  // The id of the field that has a value now.
  std::optional<size_t> Field(const std::string& owner,
                              const std::string& path) const;
  // The fields with a value at a path and inside of it, by path.
  std::vector<size_t> FieldsWithin(const std::string& owner,
                                   const std::string& path) const;

  // A step has written a field, or has set it to the value that it had.
  void Write(const std::string& owner, const std::string& path,
             ShownValue value, ExplainedStep step);
  // A step would have written a field, and has not. Returns the id of the step.
  size_t Miss(const std::string& owner, const std::string& path,
              ExplainedStep step);
  // A step that is about no field.
  size_t Add(ExplainedStep step);
  // A field has no value any more.
  void Remove(const std::string& owner, const std::string& path);
  void RemoveAll(const std::string& owner);

  // The owners of fields that have values, sorted.
  std::vector<std::string> Owners() const;

  // The explanation, without fields that were written and removed again and that
  // nothing was made of: an empty object into which a patch wrote, say.
  Explanation Take();

  Explanation& all() { return all_; }
  const Explanation& all() const { return all_; }

 private:
  bool IsSecret(Origin origin) const;

  Explanation all_;
  std::map<std::string, size_t> sources_;
  std::map<std::string, std::map<std::string, size_t>> fields_;
  // Fields that were missed, by owner and path, until one of them is written.
  std::map<std::pair<std::string, std::string>, size_t> missed_;
};

// LeavesOf lists the values of an object that have no values in them, with their
// paths: what an explanation calls fields.
//
//   {"a": {"b": 1}, "c": [2], "d": {}}     a.b, c[0], d

struct Leaf {
  std::vector<Segment> path;
  const Value* value;
};

// In the order of the object's members. The object itself is no leaf, unless it
// is no object at all.
std::vector<Leaf> LeavesOf(const Value& object);

// The path as Locate (tools/yaml/reader.h) reads it: spec.list[0].a.b/c.
std::string LocatorOf(absl::Span<const Segment> path);

// Whether one path text is the other, or leads to a value inside of it.
bool IsWithin(absl::string_view path, absl::string_view outer);

}  // namespace loom
