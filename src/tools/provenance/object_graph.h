// SPDX-License-Identifier: Apache-2.0
// ProvenanceGraph builds an Explanation (tools/provenance/explanation.h) from sources,
// steps and the fields that they write. It adds each source once, and keeps the former
// values of each field.
// A value that a step makes from a secret is a secret.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "tools/provenance/explanation.h"

namespace loom {

class ProvenanceGraph {
 public:
  // Returns the id of a source, and adds the source if it is new.
  size_t Source(ExplainedSource source);

  // Returns the id of the field if it has a value now.
  std::optional<size_t> Field(const std::string& owner,
                              const std::string& path) const;
  // Returns the fields with a value at a path and inside it, sorted by path.
  std::vector<size_t> FieldsWithin(const std::string& owner,
                                   const std::string& path) const;

  // Records that a step wrote a field, or set it to the same value again.
  void Write(const std::string& owner, const std::string& path,
             ShownValue value, ExplainedStep step);
  // Records that a step would have written a field but did not. Returns the id of the
  // step.
  size_t Miss(const std::string& owner, const std::string& path,
              ExplainedStep step);
  // Records a step that does not concern a field.
  size_t Add(ExplainedStep step);
  // Records that a field no longer has a value.
  void Remove(const std::string& owner, const std::string& path);
  void RemoveAll(const std::string& owner);

  // Returns the owners of fields that have values, sorted.
  std::vector<std::string> Owners() const;

  // Returns the explanation. Omits fields that were written, removed again and never
  // read, such as an empty object into which a patch wrote.
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

// A value of an object that contains no other values, with its path: a.b, c[0] and d of
// {"a": {"b": 1}, "c": [2], "d": {}}. An explanation calls them fields.
struct Leaf {
  std::vector<Segment> path;
  const Value* value;
};

// Returns the leaves in the order of the fields. The object itself is not a leaf,
// unless it is not an object at all.
std::vector<Leaf> LeavesOf(const Value& object);

// Returns the path as Locate (tools/yaml/reader.h) reads it: spec.list[0].a.b/c.
std::string LocatorOf(absl::Span<const Segment> path);

}  // namespace loom
