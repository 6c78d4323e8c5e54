// SPDX-License-Identifier: Apache-2.0
#include "language/input/input.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "data/value/object.h"

namespace loom {
namespace {

std::string Below(absl::string_view place, absl::string_view member) {
  if (member.empty()) return std::string(place);
  return place.empty() ? std::string(member) : absl::StrCat(place, ".", member);
}

}  // namespace

std::string Problem::said() const {
  return absl::StrCat(message, DidYouMean(meant));
}

std::string Problem::text() const {
  return absl::StrCat(place, place.empty() ? "" : ": ", said());
}

bool Problems::Look() {
  if (has_stopped()) return false;
  was_stopped_ = stopped_ && stopped_();
  was_too_large_ = !was_stopped_ && too_large_ && too_large_();
  return !has_stopped();
}

void Problems::Add(Problem problem) {
  if (has_stopped()) return;
  if (problems_.size() == limits::kErrors) {
    ++more_;
    // Problems of the object that is being read may be withdrawn.
    constexpr size_t kRecent = 16;
    if (recent_.size() == kRecent) recent_.erase(recent_.begin());
    recent_.push_back(std::move(problem));
    return;
  }
  problems_.push_back(std::move(problem));
}

void Problems::Note(Problem problem) {
  if (notes_.size() < limits::kErrors) notes_.push_back(std::move(problem));
}

void Problems::TakeBackMissing(absl::string_view place,
                               absl::string_view name) {
  const std::string member = Below(place, name);
  auto says = [&](const Problem& problem) {
    if (problem.kind == ProblemKind::kMissing) return problem.place == member;
    return problem.kind == ProblemKind::kIncomplete && problem.place == place &&
           std::find(problem.names.begin(), problem.names.end(), name) !=
               problem.names.end();
  };
  std::erase_if(problems_, says);
  more_ -= std::erase_if(recent_, says);
}

bool Problems::AddPattern(size_t steps, size_t growth) {
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

absl::Status Problems::AsStatus() const {
  if (empty()) return absl::OkStatus();
  return WithPlace(Harmless(absl::InvalidArgumentError(Joined())),
                   problems_.front().place);
}

namespace {

bool IsUnset(const Value& value) {
  return value.IsNull() || (value.IsString() && value.GetStringLength() == 0) ||
         (value.IsArray() && value.Empty()) ||
         (value.IsObject() && value.ObjectEmpty());
}

// The limits apply only to paths that authors write: a path that results from a
// wildcard may be longer.
absl::StatusOr<Path> ParseBounded(absl::string_view text) {
  if (text.size() > limits::kPath) {
    return absl::InvalidArgumentError(
        absl::StrCat("a path has at most ", limits::kPath,
                     " bytes, this one has ", text.size()));
  }
  absl::StatusOr<Path> path = Path::Parse(text);
  if (path.ok() && path->segments().size() > limits::kPathSegments) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot parse path \"", text, "\": more than ",
                     limits::kPathSegments, " segments"));
  }
  return path;
}

}  // namespace

loom::Problem Input::Placed(absl::string_view member, absl::string_view message,
                            ProblemKind kind, absl::string_view meant) const {
  return {.place = Below(place_, member),
          .kind = kind,
          .message = std::string(message),
          .meant = std::string(meant)};
}

void Input::Problem(absl::string_view message, ProblemKind kind) const {
  Problem("", message, kind);
}

void Input::Problem(absl::string_view member, absl::string_view message,
                    ProblemKind kind) const {
  problems_->Add(Placed(member, message, kind, ""));
}

void Input::Problem(loom::Problem problem) const {
  problem.place = Below(place_, problem.place);
  problems_->Add(std::move(problem));
}

void Input::RequireOne(std::vector<std::string> members) const {
  // What is no object lacks more than these, and is reported as such.
  if (!value_->IsObject()) return;
  std::string list = members.front();
  for (size_t i = 1; i < members.size(); ++i) {
    const bool last = i + 1 == members.size();
    absl::StrAppend(&list, last ? " and " : ", ", members[i]);
  }
  Problem({.kind = ProblemKind::kIncomplete,
           .message = absl::StrCat("one of ", list, " is required"),
           .names = std::move(members)});
}

void Input::Missing(absl::string_view member) const {
  Missing(member, absl::StrCat(member, " is required"));
}

void Input::Missing(absl::string_view member, absl::string_view reason) const {
  const Value* there = value_->IsObject() ? Find(*value_, member) : nullptr;
  if (there != nullptr && !IsUnset(*there)) return;
  mistakes_->Add(Placed(member, absl::StrCat("Required value: ", reason),
                        ProblemKind::kMissing, ""));
}

void Input::Invalid(absl::string_view member, absl::string_view message,
                    ProblemKind kind, absl::string_view meant) const {
  mistakes_->Add(
      Placed(member, absl::StrCat("Invalid value: ", message), kind, meant));
}

void Input::Mistake(absl::string_view member, absl::string_view message,
                    ProblemKind kind, absl::string_view meant) const {
  if (rules_->refuses_mistakes) return Invalid(member, message, kind, meant);
  Note(Placed(member, absl::StrCat("Invalid value: ", message), kind, meant));
}

absl::StatusOr<Path> Input::ParsePath(absl::string_view member,
                                      absl::string_view text) const {
  absl::StatusOr<Path> path = ParseBounded(text);
  if (!path.ok()) {
    Mistake(member, path.status().message(), ProblemKind::kPath);
  }
  return path;
}

void Input::AddExpression(absl::string_view member,
                          absl::string_view text) const {
  problems_->AddExpression(
      {Below(place_, member), std::string(member), std::string(text)});
}

Input Input::Deferring(Problems* later) const {
  Input same = *this;
  if (!rules_->refuses_mistakes) same.mistakes_ = later;
  return same;
}

Input Input::At(std::string place) const {
  Input same = *this;
  same.place_ = std::move(place);
  return same;
}

Input Input::WithParams(const Value& value, const Value& params) const {
  Input same = *this;
  same.value_ = &value;
  same.params_ = &params;
  return same;
}

Input Input::Member(absl::string_view name, const Value& value) const {
  Input below = *this;
  below.value_ = &value;
  below.place_ = Below(place_, name);
  return below;
}

Input Input::Element(size_t index, const Value& value) const {
  Input below = *this;
  below.value_ = &value;
  below.place_ = absl::StrCat(place_, "[", index, "]");
  return below;
}

}  // namespace loom
