// SPDX-License-Identifier: Apache-2.0
#include "data/value/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/utf8.h"
#include "rapidjson/error/en.h"
#include "rapidjson/memorystream.h"
#include "rapidjson/reader.h"

namespace loom {
namespace {

// Builds the tree from the events of the reader. Each field is looked up by name when
// it arrives, because a name may be repeated.
class Builder {
 public:
  explicit Builder(Pool* pool) : pool_(pool) {}

  bool Null() { return Add(Value()); }
  bool Bool(bool value) { return Add(Value(value)); }
  // The reader sends numbers as strings, because its own conversion has undefined
  // behavior for a zero of many digits.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    double value = 0;
    auto result = absl::from_chars(text, text + size, value);
    found_large_number_ =
        result.ec == std::errc::result_out_of_range && std::fabs(value) > 1;
    return !found_large_number_ && Add(Real(value));
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return IsText({text, size}) && Add(Text({text, size}, pool_));
  }
  bool StartObject() { return Open(loom::Object()); }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    open_.back().name = pool_->Keep({text, size});
    return IsText({text, size});
  }
  bool EndObject(rapidjson::SizeType) { return Close(); }
  bool StartArray() { return Open(loom::Array()); }
  bool EndArray(rapidjson::SizeType) { return Close(); }

  Value Take() { return std::move(root_); }
  // Whether it stopped at a string with only the second half of a surrogate pair.
  // RapidJSON turns it into bytes that are not UTF-8.
  bool found_lone_surrogate() const { return found_lone_surrogate_; }
  // Whether it stopped at a number that is too large for a double.
  bool found_large_number() const { return found_large_number_; }

 private:
  struct Container {
    Value value;
    absl::string_view name;
  };
  bool IsText(absl::string_view text) {
    found_lone_surrogate_ = !IsUtf8(text);
    return !found_lone_surrogate_;
  }
  bool Open(Value container) {
    if (open_.size() >= kMaxDepth) return false;
    open_.push_back({std::move(container), {}});
    return true;
  }
  bool Close() {
    Value done = std::move(open_.back().value);
    open_.pop_back();
    return Add(std::move(done));
  }
  bool Add(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (Container& parent = open_.back(); parent.value.IsArray()) {
      parent.value.PushBack(value, pool_->allocator());
    } else {
      Set(parent.value, parent.name, std::move(value), pool_);
    }
    return true;
  }

  Pool* pool_;
  std::vector<Container> open_;
  Value root_;
  bool found_lone_surrogate_ = false;
  bool found_large_number_ = false;
};

absl::Status Append(const Value& value, std::string* out);

absl::Status AppendObject(const Value& value, std::string* out) {
  std::vector<const Member*> members;
  for (auto& member : Members(value)) members.push_back(&member);
  std::sort(members.begin(), members.end(),
            [](auto* a, auto* b) { return View(a->name) < View(b->name); });
  out->push_back('{');
  for (const Member* member : members) {
    if (member != members.front()) out->push_back(',');
    LOOM_RETURN_IF_ERROR(CheckText(out->size()));
    AppendJsonString(View(member->name), out);
    out->push_back(':');
    LOOM_RETURN_IF_ERROR(Append(member->value, out));
  }
  out->push_back('}');
  return absl::OkStatus();
}

absl::Status Append(const Value& value, std::string* out) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      absl::StrAppend(out, "null");
      return absl::OkStatus();
    case rapidjson::kFalseType:
      absl::StrAppend(out, "false");
      return absl::OkStatus();
    case rapidjson::kTrueType:
      absl::StrAppend(out, "true");
      return absl::OkStatus();
    case rapidjson::kStringType:
      AppendJsonString(View(value), out);
      return absl::OkStatus();
    case rapidjson::kNumberType:
      if (!std::isfinite(AsDouble(value))) {
        return absl::FailedPreconditionError(
            absl::StrCat("JSON cannot represent the number ", AsDouble(value)));
      }
      AppendJsonNumber(value, out);
      return absl::OkStatus();
    case rapidjson::kArrayType:
      out->push_back('[');
      for (auto& element : Items(value)) {
        if (&element != value.Begin()) out->push_back(',');
        LOOM_RETURN_IF_ERROR(CheckText(out->size()));
        LOOM_RETURN_IF_ERROR(Append(element, out));
      }
      out->push_back(']');
      return absl::OkStatus();
    case rapidjson::kObjectType:
      return AppendObject(value, out);
  }
  return absl::InternalError("a value of no type");
}

// Returns the code unit of a \uXXXX at the front of `text`, or -1.
int EscapedUnit(absl::string_view text) {
  int unit = -1;
  if (text.size() < 6 || !absl::StartsWith(text, "\\u")) return -1;
  auto [end, error] =
      std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
  return error == std::errc() && end == text.data() + 6 ? unit : -1;
}

// Replaces escapes of half a surrogate pair by U+FFFD, as Go does.
std::string WithoutLoneSurrogates(absl::string_view text) {
  auto is_high = [](int unit) { return unit >= 0xD800 && unit < 0xDC00; };
  auto is_low = [](int unit) { return unit >= 0xDC00 && unit < 0xE000; };
  std::string clean;
  while (!text.empty()) {
    int unit = EscapedUnit(text);
    size_t size = unit >= 0 ? 6 : text[0] == '\\' ? 2 : 1;
    if (is_high(unit) && is_low(EscapedUnit(text.substr(6)))) {
      size = 12;
    } else if (is_high(unit) || is_low(unit)) {
      absl::StrAppend(&clean, "\\ufffd");
      text.remove_prefix(size);
      continue;
    }
    size = std::min(size, text.size());
    absl::StrAppend(&clean, text.substr(0, size));
    text.remove_prefix(size);
  }
  return clean;
}

}  // namespace

absl::StatusOr<Value> ParseJson(absl::string_view text, Pool* pool) {
  rapidjson::MemoryStream stream(text.data(), text.size());
  Builder builder(pool);
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseValidateEncodingFlag;
  rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (builder.found_lone_surrogate() ||
      result.Code() == rapidjson::kParseErrorStringUnicodeSurrogateInvalid) {
    return ParseJson(WithoutLoneSurrogates(text), pool);
  }
  if (builder.found_large_number()) {
    result.Set(rapidjson::kParseErrorNumberTooBig, result.Offset());
  }
  // RapidJSON interprets a zero byte as the end of the input.
  if (result && stream.Tell() != text.size()) {
    result.Set(rapidjson::kParseErrorDocumentRootNotSingular, stream.Tell());
  }
  if (!result) {
    const char* why = result.Code() == rapidjson::kParseErrorTermination
                          ? "nested too deeply"
                          : rapidjson::GetParseError_En(result.Code());
    return absl::InvalidArgumentError(
        absl::StrCat(why, " (at offset ", result.Offset(), ")"));
  }
  return builder.Take();
}

absl::StatusOr<std::string> CompactJson(const Value& value) {
  std::string text;
  LOOM_RETURN_IF_ERROR(Append(value, &text));
  LOOM_RETURN_IF_ERROR(CheckText(text.size()));
  return text;
}

void AppendJsonString(absl::string_view text, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  out->push_back('"');
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = text[i];
    if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (c < 0x20 || c == '<' || c == '>' || c == '&') {
      static constexpr absl::string_view kShort = "\b\f\n\r\t";
      static constexpr absl::string_view kLetter = "bfnrt";
      size_t at = kShort.find(c);
      if (at != absl::string_view::npos) {
        out->push_back('\\');
        out->push_back(kLetter[at]);
      } else {
        absl::StrAppend(out, "\\u00");
        out->push_back(kHex[c >> 4]);
        out->push_back(kHex[c & 15]);
      }
    } else if (absl::string_view rest = text.substr(i, 3);
               rest == "\u2028" || rest == "\u2029") {
      absl::StrAppend(out, rest == "\u2028" ? "\\u2028" : "\\u2029");
      i += 2;
    } else {
      out->push_back(c);
    }
  }
  out->push_back('"');
}

}  // namespace loom
