// SPDX-License-Identifier: Apache-2.0
// The schema of the native input, place by place, and inputs made after it. A
// place is written as in messages; every list is looked at by its first item.
//
//   Schema schema;
//   schema.nodes()            {"resources[0].patches[0].type", {enum: …}}, …
//   schema.Sample({})         an input that has every member there is
//   schema.Sample({{"resources[0].base", "{}"}, {"requirements", ""}})
//                             of the sections that are named here and a patch
//                             set, with this in one place, and nothing in
//                             another
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/object.h"
#include "data/value/value.h"

namespace loom {

// What stands at a place instead, as JSON; "" is nothing.
using Overrides = std::map<std::string, std::string>;

class Schema {
 public:
  struct Node {
    std::string place;
    const Value* schema;
  };

  // Reads the CustomResourceDefinition.
  Schema();

  // The root first, and all that is below a node behind it.
  const std::vector<Node>& nodes() const { return nodes_; }
  // The root is an input of this apiVersion.
  const std::string& api_version() const { return api_version_; }

  std::string Sample(const Overrides& overrides) const;
  // What Sample has at that node's place.
  std::string SampleOf(const Node& node, const Overrides& overrides) const;

 private:
  void AddNodes(const std::string& place, const Value& schema);

  std::string api_version_;
  std::vector<Node> nodes_;
  // By the places of objects of which nothing is reported.
  mutable std::map<std::string, std::string> samples_;
};

inline const Value* Find(const Schema::Node& node, absl::string_view keyword) {
  return Find(*node.schema, keyword);
}
// A keyword of a node, as JSON; "" if there is none.
std::string Keyword(const Schema::Node& node, absl::string_view name);
// Whether it is an expression in CEL.
bool IsExpression(const Schema::Node& node);
// The texts of a keyword that is a list.
std::vector<std::string> Texts(const Schema::Node& node,
                               absl::string_view name);
// One of several ways to write an object: it has these members, and none of the
// others.
struct Alternative {
  std::vector<std::string> members;  // empty: it may have none of any
  std::vector<std::string> excluded;
};
// The groups of alternatives of an object, `oneOf` of it or of its `allOf`. Of each
// group exactly one holds.
const std::vector<std::vector<Alternative>>& AlternativesOf(
    const Schema::Node& node);
std::string MemberPlace(absl::string_view place, absl::string_view member);

}  // namespace loom
