// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/path.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
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

}  // namespace loom
