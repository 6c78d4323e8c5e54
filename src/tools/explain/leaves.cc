// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/leaves.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

void Collect(const Value& value, std::vector<Segment>* path,
             std::vector<Leaf>* leaves) {
  if (value.IsObject() && !value.ObjectEmpty()) {
    for (const Member& member : value.GetObject()) {
      path->push_back(Segment::Field(View(member.name)));
      Collect(member.value, path, leaves);
      path->pop_back();
    }
  } else if (value.IsArray() && !value.Empty()) {
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      path->push_back(Segment::Index(i));
      Collect(value[i], path, leaves);
      path->pop_back();
    }
  } else {
    leaves->push_back({*path, &value});
  }
}

}  // namespace

std::vector<Leaf> LeavesOf(const Value& object) {
  std::vector<Leaf> leaves;
  if (object.IsObject() && object.ObjectEmpty()) return leaves;
  std::vector<Segment> path;
  Collect(object, &path, &leaves);
  return leaves;
}

std::string LocatorOf(absl::Span<const Segment> path) {
  std::string text;
  for (const Segment& segment : path) {
    if (segment.is_index) {
      absl::StrAppend(&text, "[", segment.index, "]");
    } else {
      absl::StrAppend(&text, text.empty() ? "" : ".", segment.field);
    }
  }
  return text;
}

bool IsWithin(absl::string_view path, absl::string_view outer) {
  if (!absl::StartsWith(path, outer)) return false;
  return outer.empty() || path.size() == outer.size() ||
         path[outer.size()] == '.' || path[outer.size()] == '[';
}

}  // namespace loom
