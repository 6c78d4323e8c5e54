// SPDX-License-Identifier: Apache-2.0
#include "input/problems.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {
namespace {

std::string At(absl::string_view place, absl::string_view message) {
  return place.empty() ? std::string(message)
                       : absl::StrCat(place, ": ", message);
}

}  // namespace

void Problems::Add(absl::string_view place, absl::string_view message) {
  problems_.push_back(At(place, message));
}

void Problems::Note(absl::string_view place, absl::string_view message) {
  notes_.push_back(At(place, message));
}

bool Problems::AddPattern(size_t steps) {
  if (steps > kMaxPatternSteps - pattern_steps_) return false;
  pattern_steps_ += steps;
  return true;
}

std::string Problems::Joined() const {
  if (problems_.size() <= limits::kErrors)
    return absl::StrJoin(problems_, "; ");
  auto end = problems_.begin() + limits::kErrors;
  return absl::StrCat(absl::StrJoin(problems_.begin(), end, "; "), "; and ",
                      problems_.size() - limits::kErrors, " more");
}

}  // namespace loom
