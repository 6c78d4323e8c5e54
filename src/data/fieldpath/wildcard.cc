// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/wildcard.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

class Expansion {
 public:
  Expansion(const Path& path, ExpandOptions options, Pool* pool)
      : pattern_(path.segments()), options_(options), pool_(pool) {}

  // The steps of so many elements, each of which makes a segment of a path.
  static uint64_t Walking(size_t elements) { return 1 + 16 * elements; }

  // Appends the matches of the segments of `pattern_` from `at` on in `value`,
  // whose own path is `walked_`.
  absl::Status Below(const Value& value, size_t at) {
    if (at == pattern_.size()) return Found();
    if (pattern_[at].IsWildcard()) return Every(value, at);
    absl::StatusOr<const Value*> next =
        Get(value, absl::MakeConstSpan(&pattern_[at], 1), pool_);
    if (next.ok()) return Step(pattern_[at], **next, at);
    if (!absl::IsNotFound(next.status())) {
      absl::string_view kind = pattern_[at].is_index ? "array" : "object";
      return absl::FailedPreconditionError(
          absl::StrCat(ToString(walked_), ": not an ", kind));
    }
    bool missing_last = options_.create_last && at + 1 == pattern_.size() &&
                        value.IsObject() && !pattern_[at].is_index;
    if (!missing_last) return absl::OkStatus();
    walked_.push_back(pattern_[at]);
    absl::Status status = Found();
    walked_.pop_back();
    return status;
  }

  std::vector<Path> Take() { return std::move(found_); }

 private:
  absl::Status Found() {
    if (found_.size() >= kMaxFanOut) {
      return absl::FailedPreconditionError(absl::StrCat(
          "wildcards stand for more than ", kMaxFanOut, " places"));
    }
    if (!pool_->account().AddPlace()) {
      return absl::FailedPreconditionError(
          absl::StrCat("the wildcards of this call stand for more than ",
                       limits::kWildcardPlacesOfACall, " places"));
    }
    LOOM_ASSIGN_OR_RETURN(Path path, Path::Parse(ToString(walked_)));
    LOOM_RETURN_IF_ERROR(Charge(
        2 * path.text().size() + path.segments().size() * sizeof(Segment),
        pool_));
    found_.push_back(std::move(path));
    return absl::OkStatus();
  }

  absl::Status Step(Segment segment, const Value& value, size_t at) {
    walked_.push_back(std::move(segment));
    absl::Status status = Below(value, at + 1);
    walked_.pop_back();
    return status;
  }

  absl::Status Every(const Value& value, size_t at) {
    if (value.IsArray()) {
      LOOM_RETURN_IF_ERROR(Spend(Walking(value.Size()), pool_));
      for (uint32_t i = 0; i < value.Size(); ++i) {
        LOOM_RETURN_IF_ERROR(Step(Segment::Index(i), value[i], at));
      }
      return absl::OkStatus();
    }
    if (value.IsObject()) return EveryMember(value, at);
    if (value.IsNull()) {
      return absl::NotFoundError(absl::StrCat(
          "wildcard field \"", ToString(walked_), "\" is not found"));
    }
    return absl::FailedPreconditionError(
        absl::StrCat("\"", ToString(walked_), "\": unexpected wildcard usage"));
  }

  absl::Status EveryMember(const Value& object, size_t at) {
    LOOM_RETURN_IF_ERROR(Spend(Sorting(object.MemberCount()), pool_));
    std::vector<const Member*> members;
    for (auto& member : object.GetObject()) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](auto* a, auto* b) { return View(a->name) < View(b->name); });
    for (const Member* member : members) {
      LOOM_RETURN_IF_ERROR(
          Step(Segment::Field(View(member->name)), member->value, at));
    }
    return absl::OkStatus();
  }

  const std::vector<Segment>& pattern_;
  ExpandOptions options_;
  Pool* pool_;
  std::vector<Segment> walked_;
  std::vector<Path> found_;
};

}  // namespace

absl::StatusOr<std::vector<Path>> Expand(const Value& root, const Path& path,
                                         ExpandOptions options, Pool* pool) {
  Expansion expansion(path, options, pool);
  absl::Status status = expansion.Below(root, 0);
  if (!status.ok()) {
    return Annotate(status, absl::StrCat("cannot expand wildcards of \"",
                                         path.text(), "\""));
  }
  return expansion.Take();
}

}  // namespace loom
