// SPDX-License-Identifier: Apache-2.0
// Where the schema lets an author choose between members (oneOf), the parser
// takes each of them, refuses two of them together, and asks for one if the
// schema does.
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "test/suites/package/parsed_sample.h"

namespace loom {
namespace {

using Node = Schema::Node;

// The sample of an object without these members.
std::string Without(const Node& node, const std::vector<std::string>& members) {
  Overrides overrides;
  for (const std::string& member : members) {
    overrides[MemberPlace(node.place, member)] = "";
  }
  return TheSchema().SampleOf(node, overrides);
}

// The sample of an object, which has the first of some alternatives, with the
// members of another one.
std::string WithBoth(const Node& node, const Alternative& other) {
  std::string json = TheSchema().SampleOf(node, {});
  json.pop_back();
  for (const std::string& member : other.members) {
    Node below{MemberPlace(node.place, member),
               Dig(*node.schema, {"properties", member})};
    absl::StrAppend(&json, ",\"", member,
                    "\":", TheSchema().SampleOf(below, {}));
  }
  return json + "}";
}

TEST(InputSchema, HasTheAlternativesThatTheParserHas) {
  for (const Node& node : TheSchema().nodes()) {
    for (const std::vector<Alternative>& group : AlternativesOf(node)) {
      if (IsRepeated(node)) continue;
      SCOPED_TRACE(node.place);
      bool optional = false;
      for (const Alternative& alternative : group) {
        optional |= alternative.members.empty();
        Overrides one;
        for (const std::string& member : alternative.members) {
          Node below{MemberPlace(node.place, member),
                     Dig(*node.schema, {"properties", member})};
          one[below.place] = TheSchema().SampleOf(below, {});
        }
        if (!one.empty()) {
          EXPECT_EQ(ProblemsOf(one), "");
        }
        if (&alternative == &group.front() || one.empty()) continue;
        EXPECT_NE(ProblemsOf({{node.place, WithBoth(node, alternative)}}), "")
            << alternative.members.front() << " beside another";
      }
      if (optional) continue;
      EXPECT_NE(
          ProblemsOf({{node.place, Without(node, group.front().members)}}), "")
          << "one of them is required";
    }
  }
}

}  // namespace
}  // namespace loom
