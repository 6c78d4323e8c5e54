// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/path.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "data/value/value.h"

namespace loom {
namespace {

absl::string_view Unquoted(absl::string_view name) {
  constexpr absl::string_view kQuotes = "'\"";
  size_t begin = name.find_first_not_of(kQuotes);
  if (begin == absl::string_view::npos) return "";
  return name.substr(begin, name.find_last_not_of(kQuotes) - begin + 1);
}

Segment Bracketed(absl::string_view content) {
  uint64_t value = 0;
  for (char c : content) {
    if (c < '0' || c > '9') return Segment::Field(Unquoted(content));
    value = std::min<uint64_t>(value * 10 + uint64_t(c - '0'), UINT64_MAX >> 8);
  }
  if (value > UINT32_MAX) return Segment::Field(content);
  return Segment::Index(static_cast<uint32_t>(value));
}

// Reads one segment at a time; `at_` is the offset of the next byte.
class Scanner {
 public:
  explicit Scanner(absl::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<Segment>> Segments() {
    std::vector<Segment> segments;
    while (at_ < text_.size()) {
      if (segments.size() == kMaxDepth) {
        return absl::InvalidArgumentError(
            absl::StrCat("more than ", kMaxDepth, " segments"));
      }
      if (text_[at_] == '[') {
        LOOM_ASSIGN_OR_RETURN(Segment segment, Bracket());
        segments.push_back(std::move(segment));
        continue;
      }
      if (text_[at_] == '.') {
        bool last = at_ + 1 == text_.size();
        if (at_ == 0 || last) return Unexpected(at_);
        ++at_;
        if (text_[at_] == '.' || text_[at_] == '[') return Unexpected(at_);
      }
      if (text_[at_] == ']') return Unexpected(at_);
      size_t end = std::min(text_.find_first_of(".[]", at_), text_.size());
      segments.push_back(
          Segment::Field(Unquoted(text_.substr(at_, end - at_))));
      at_ = end;
    }
    return segments;
  }

 private:
  absl::StatusOr<Segment> Bracket() {
    size_t open = at_;
    size_t close = text_.find(']', open);
    if (close == absl::string_view::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("unterminated '[' at position ", open));
    }
    if (close == open + 1) return Unexpected(close);
    absl::string_view content = text_.substr(open + 1, close - open - 1);
    size_t nested = content.find('[');
    if (nested != absl::string_view::npos) {
      return Unexpected(open + 1 + nested);
    }
    at_ = close + 1;
    return Bracketed(content);
  }

  absl::Status Unexpected(size_t position) const {
    return absl::InvalidArgumentError(absl::StrCat(
        "unexpected '", text_.substr(position, 1), "' at position ", position));
  }

  absl::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Segment Segment::Field(absl::string_view name) {
  Segment segment;
  segment.field = std::string(name);
  return segment;
}

Segment Segment::Index(uint32_t index) {
  Segment segment;
  segment.index = index;
  segment.is_index = true;
  return segment;
}

absl::StatusOr<Path> Path::Parse(absl::string_view text) {
  auto segments = Scanner(text).Segments();
  if (!segments.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot parse path \"", text, "\": ", segments.status().message()));
  }
  Path path;
  path.text_ = std::string(text);
  path.segments_ = *std::move(segments);
  path.has_wildcard_ = text.find("[*]") != absl::string_view::npos;
  return path;
}

void AddPath(absl::Span<const Segment> segments, FieldMask* mask) {
  std::vector<absl::string_view> members;
  for (const Segment& segment : segments) {
    if (segment.IsWildcard()) break;
    if (!segment.is_index) members.push_back(segment.field);
  }
  mask->Add(members);
}

std::string ToString(absl::Span<const Segment> segments) {
  std::string text;
  for (const Segment& segment : segments) {
    if (segment.is_index) {
      absl::StrAppend(&text, "[", segment.index, "]");
    } else if (segment.field == "*" ||
               segment.field.find('.') != std::string::npos) {
      absl::StrAppend(&text, "[", segment.field, "]");
    } else {
      absl::StrAppend(&text, ".", segment.field);
    }
  }
  return std::string(absl::StripPrefix(text, "."));
}

namespace {

class Expansion {
 public:
  Expansion(const Path& path, ExpandOptions options, Pool* pool)
      : pattern_(path.segments()), options_(options), pool_(pool) {}

  // Spends the steps for visiting that many elements and adding a segment for
  // each.
  static uint64_t Walking(size_t elements) { return 1 + 16 * elements; }

  // Appends the matches in `value` of the segments of `pattern_` from `at` on.
  // The path of `value` is `walked_`.
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
      return absl::FailedPreconditionError(
          absl::StrCat("wildcards match more than ", kMaxFanOut, " fields"));
    }
    if (!pool_->account().AddPlace()) {
      return absl::FailedPreconditionError(
          absl::StrCat("the wildcards of this call match more than ",
                       limits::kWildcardPlacesOfACall, " fields"));
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
        LOOM_RETURN_IF_ERROR(Step(Segment::Index(i), ItemAt(value, i), at));
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
    for (auto& member : Members(object)) members.push_back(&member);
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
