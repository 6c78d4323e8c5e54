// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/pod_template.h"

#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"

namespace loom {
namespace {

struct PodKind {
  absl::string_view group;
  absl::string_view kind;
};

constexpr PodKind kWithTemplate[] = {
    {"", "ReplicationController"}, {"apps", "DaemonSet"},
    {"apps", "Deployment"},        {"apps", "ReplicaSet"},
    {"apps", "StatefulSet"},       {"batch", "Job"},
};

}  // namespace

std::optional<std::vector<Segment>> PodTemplateOf(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  const absl::string_view kind = Kind(object);
  if (group.empty() && kind == "Pod") return std::vector<Segment>();
  if (group == "batch" && kind == "CronJob") {
    return PathBelow({}, {"spec", "jobTemplate", "spec", "template"});
  }
  for (const PodKind& each : kWithTemplate) {
    if (each.group == group && each.kind == kind) {
      return PathBelow({}, {"spec", "template"});
    }
  }
  return std::nullopt;
}

const Value* ValueAt(const Value& object, absl::Span<const Segment> path) {
  const Value* value = &object;
  for (const Segment& each : path) {
    if (each.is_index) {
      if (!value->IsArray() || each.index >= value->Size()) return nullptr;
      value = &ItemAt(*value, each.index);
    } else {
      value = value->IsObject() ? Find(*value, each.field) : nullptr;
      if (value == nullptr) return nullptr;
    }
  }
  return value;
}

std::vector<Segment> PathBelow(
    absl::Span<const Segment> path,
    std::initializer_list<absl::string_view> fields) {
  std::vector<Segment> below(path.begin(), path.end());
  for (absl::string_view each : fields) below.push_back(Segment::Field(each));
  return below;
}

std::vector<Segment> PathJoined(absl::Span<const Segment> path,
                                absl::Span<const Segment> more) {
  std::vector<Segment> joined(path.begin(), path.end());
  joined.insert(joined.end(), more.begin(), more.end());
  return joined;
}

}  // namespace loom
