// SPDX-License-Identifier: Apache-2.0
// PodTemplateOf finds where an object of Kubernetes' own kinds has its pods: the path of
// the object with the metadata and the spec of a pod. nullopt: the kind makes no pods.
//
//   Pod                        (the empty path)
//   Deployment, Job, …         spec.template
//   CronJob                    spec.jobTemplate.spec.template
#pragma once

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"

namespace loom {

std::optional<std::vector<Segment>> PodTemplateOf(const Value& object);

// Returns the value at a path; nullptr if there is none.
const Value* ValueAt(const Value& object, absl::Span<const Segment> path);

// Returns the path with more fields at its end.
std::vector<Segment> PathBelow(absl::Span<const Segment> path,
                               std::initializer_list<absl::string_view> fields);
std::vector<Segment> PathJoined(absl::Span<const Segment> path,
                                absl::Span<const Segment> more);

}  // namespace loom
