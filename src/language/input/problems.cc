// SPDX-License-Identifier: Apache-2.0
#include "language/input/problems.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {

std::string Problem::text() const {
  return place.empty() ? message : absl::StrCat(place, ": ", message);
}

void Problems::Add(absl::string_view place, absl::string_view message) {
  if (problems_.size() == limits::kErrors) {
    ++more_;
    return;
  }
  problems_.push_back({std::string(place), std::string(message)});
}

void Problems::Note(absl::string_view place, absl::string_view message) {
  if (notes_.size() == limits::kErrors) return;
  notes_.push_back({std::string(place), std::string(message)});
}

bool Problems::AddPattern(size_t steps, size_t growth) {
  compiled_ += steps;
  if (steps > kMaxPatternSteps - pattern_steps_) return false;
  pattern_steps_ += steps;
  pattern_growth_ += growth;
  return true;
}

std::string Problems::Joined() const {
  std::string joined = absl::StrJoin(
      problems_, "; ", [](std::string* out, const Problem& problem) {
        absl::StrAppend(out, problem.text());
      });
  return more_ == 0 ? joined : absl::StrCat(joined, "; and ", more_, " more");
}

}  // namespace loom
