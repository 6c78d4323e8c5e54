// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "data/go/base64.h"
#include "data/go/format.h"
#include "data/go/text.h"
#include "data/value/budget.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/utf8.h"
#include "language/input/fields.h"
#include "language/transforms/digest.h"
#include "language/transforms/families.h"

namespace loom {
namespace {

absl::StatusOr<std::string> InText(const Value& value) {
  return value.IsString() ? std::string(View(value)) : GoValue(value);
}

template <std::string (*kMap)(absl::string_view)>
absl::StatusOr<std::string> Map(const Value& value) {
  LOOM_ASSIGN_OR_RETURN(std::string text, InText(value));
  return kMap(text);
}

absl::StatusOr<std::string> FromBase64(const Value& value) {
  LOOM_ASSIGN_OR_RETURN(std::string text, InText(value));
  absl::StatusOr<std::string> bytes = DecodeBase64(text);
  if (!bytes.ok()) {
    return Annotate(bytes.status(), "string is not valid base64");
  }
  return IsUtf8(*bytes) ? *std::move(bytes) : ToValidUtf8(*bytes);
}

absl::StatusOr<std::string> ToJson(const Value& value) {
  return CompactJson(value);
}

template <std::string (*kDigest)(absl::string_view)>
absl::StatusOr<std::string> Digest(const Value& value) {
  if (value.IsString()) return kDigest(View(value));
  LOOM_ASSIGN_OR_RETURN(std::string json, CompactJson(value));
  return kDigest(json);
}

constexpr struct {
  absl::string_view name;
  StringConversion convert;
  bool takes_bytes = false;
} kStringConversions[] = {
    {"ToUpper", &Map<&ToUpperCase>},
    {"ToLower", &Map<&ToLowerCase>},
    {"ToBase64", &Map<&absl::Base64Escape>, /*takes_bytes=*/true},
    {"FromBase64", &FromBase64},
    {"ToJson", &ToJson},
    {"ToSha1", &Digest<&Sha1>, /*takes_bytes=*/true},
    {"ToSha256", &Digest<&Sha256>, /*takes_bytes=*/true},
    {"ToSha512", &Digest<&Sha512>, /*takes_bytes=*/true},
    {"ToAdler32", &Digest<&Adler32>, /*takes_bytes=*/true},
};

bool TakesBytes(StringConversion convert) {
  for (const auto& row : kStringConversions) {
    if (row.convert == convert) return row.takes_bytes;
  }
  return false;
}

}  // namespace

StringConversion FindStringConversion(absl::string_view name) {
  for (const auto& row : kStringConversions) {
    if (row.name == name) return row.convert;
  }
  return nullptr;
}

std::vector<std::string> StringConversionNames() {
  std::vector<std::string> names;
  for (const auto& row : kStringConversions) names.emplace_back(row.name);
  return names;
}

namespace {

using Result = absl::StatusOr<Value>;

// Returns the string form of any value. It lives as long as the value and the
// pool.
absl::StatusOr<absl::string_view> AnyInText(const Value& value, Pool* pool) {
  if (value.IsString()) return View(value);
  LOOM_ASSIGN_OR_RETURN(std::string text, GoValue(value));
  return pool->Keep(text);
}

class FormatTransform : public Transform {
 public:
  FormatTransform(absl::string_view format, bool follows_go)
      : format_(format), follows_go_(follows_go) {}
  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(
        std::string text,
        GoFormat(format_, {&value},
                 follows_go_ ? ScalarsUnderS::kAsInGo : ScalarsUnderS::kPrinted,
                 follows_go_ ? Misfits::kNoted : Misfits::kRefused));
    return Text(text, pool);
  }

 private:
  const absl::string_view format_;
  const bool follows_go_;
};

class Convert : public Transform {
 public:
  explicit Convert(StringConversion convert) : convert_(convert) {}
  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(std::string text, convert_(value));
    return Text(text, pool);
  }
  bool takes_bytes() const override { return TakesBytes(convert_); }
  bool encodes() const override {
    return convert_ == FindStringConversion("ToBase64");
  }

 private:
  const StringConversion convert_;
};

class Trim : public Transform {
 public:
  using Strip = absl::string_view (*)(absl::string_view text,
                                      absl::string_view affix);
  Trim(Strip strip, absl::string_view affix) : strip_(strip), affix_(affix) {}
  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(absl::string_view text, AnyInText(value, pool));
    return Borrow(strip_(text, affix_));
  }

 private:
  const Strip strip_;
  const absl::string_view affix_;
};

class FindGroup : public Transform {
 public:
  FindGroup(Regexp regexp, absl::string_view pattern, int group)
      : regexp_(std::move(regexp)), pattern_(pattern), group_(group) {}

  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(absl::string_view text, AnyInText(value, pool));
    LOOM_ASSIGN_OR_RETURN(auto found, regexp_.Find(text, group_, pool));
    if (!found.has_value()) {
      return Harmless(absl::FailedPreconditionError(absl::StrCat(
          "regexp ", Quoted(pattern_), " had no matches for group ", group_)));
    }
    return Borrow(*found);
  }

 private:
  const Regexp regexp_;
  const absl::string_view pattern_;
  const int group_;
};

class Join : public Transform {
 public:
  explicit Join(absl::string_view separator) : separator_(separator) {}

  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    if (!value.IsArray()) {
      return WithFact(
          Harmless(absl::FailedPreconditionError(absl::StrCat(
              "could not parse input array: got ", NameOfType(value)))),
          Fact::kWrongType);
    }
    std::string text;
    for (const Value& element : Items(value)) {
      LOOM_ASSIGN_OR_RETURN(absl::string_view part, AnyInText(element, pool));
      absl::StrAppend(&text, &element == value.Begin() ? "" : separator_, part);
      LOOM_RETURN_IF_ERROR(CheckText(text.size()));
    }
    return Text(text, pool);
  }

 private:
  const absl::string_view separator_;
};

class Replace : public Transform {
 public:
  Replace(absl::string_view search, absl::string_view replace)
      : search_(search), replace_(replace) {}

  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(absl::string_view rest, AnyInText(value, pool));
    // Every byte may be a separate match.
    LOOM_RETURN_IF_ERROR(Spend(Writing(rest.size()), pool));
    std::string text;
    for (size_t at; (at = rest.find(search_)) != absl::string_view::npos;) {
      absl::StrAppend(&text, rest.substr(0, at), replace_);
      LOOM_RETURN_IF_ERROR(CheckText(text.size()));
      rest.remove_prefix(at + search_.size());
    }
    absl::StrAppend(&text, rest);
    return Text(text, pool);
  }

 private:
  const absl::string_view search_;
  const absl::string_view replace_;
};

// The fields of the block. Each type uses one of them; the others may also be
// present.
struct StringFields {
  const Input& block;
  const Input& late;
  std::optional<absl::string_view> fmt;
  std::optional<absl::string_view> convert;
  std::optional<absl::string_view> trim;
  std::optional<Input> regexp;
  std::optional<Input> join;
  std::optional<Input> replace;
};

using Parsed = std::unique_ptr<const Transform>;

Parsed ParseFormat(const StringFields& members) {
  if (!members.fmt.has_value()) {
    members.block.Missing("fmt", "format transform requires a format");
    return nullptr;
  }
  if (members.fmt->size() > limits::kFormat) {
    members.block.Invalid("fmt", absl::StrCat("a format has at most ",
                                              limits::kFormat, " bytes"));
    return nullptr;
  }
  // Formatting without arguments detects the limits that the format itself
  // exceeds.
  absl::Status bounds = GoFormat(*members.fmt, {}).status();
  absl::Status arguments = CheckFormat(*members.fmt, 1);
  if (!bounds.ok()) {
    members.late.Invalid("fmt", bounds.message());
  } else if (!arguments.ok()) {
    members.block.Mistake("fmt", arguments.message());
  }
  return std::make_unique<FormatTransform>(*members.fmt,
                                           members.block.rules().follows_go);
}

Parsed ParseConvert(const StringFields& members) {
  if (!members.convert.has_value()) {
    members.block.Missing("convert",
                          "convert transform requires a conversion type");
    return nullptr;
  }
  StringConversion convert = FindStringConversion(*members.convert);
  if (convert != nullptr) return std::make_unique<Convert>(convert);
  Fields(members.late)
      .NoneOf("convert", *members.convert, StringConversionNames(),
              IfUnknown::kInvalid);
  return nullptr;
}

Parsed ParseTrim(const StringFields& members, Trim::Strip strip) {
  if (members.trim.has_value()) {
    return std::make_unique<Trim>(strip, *members.trim);
  }
  members.block.Missing("trim", "trim transform requires a trim value");
  return nullptr;
}

Parsed ParseTrimPrefix(const StringFields& members) {
  return ParseTrim(members, &absl::StripPrefix);
}

Parsed ParseTrimSuffix(const StringFields& members) {
  return ParseTrim(members, &absl::StripSuffix);
}

Parsed ParseStringRegexp(const StringFields& members) {
  if (!members.regexp.has_value()) {
    members.block.Missing("regexp", "regexp transform requires a regexp");
    return nullptr;
  }
  Fields fields(*members.regexp);
  absl::string_view pattern = fields.String("match").value_or("");
  int64_t group = fields.Integer("group").value_or(0);
  fields.Done();
  if (pattern.empty()) {
    fields.at().Missing("match", "regexp transform requires a match");
    return nullptr;
  }
  std::optional<Regexp> regexp = ReadRegexp(fields.at(), "match", pattern);
  if (!regexp.has_value()) return nullptr;
  if (group < 0 || group > regexp->groups()) {
    members.late.Invalid("regexp.group",
                         absl::StrCat(group, ": regexp ", Quoted(pattern),
                                      " has groups 0 to ", regexp->groups()),
                         ProblemKind::kRegexp);
    return nullptr;
  }
  return std::make_unique<FindGroup>(*std::move(regexp), pattern,
                                     static_cast<int>(group));
}

Parsed ParseJoin(const StringFields& members) {
  if (!members.join.has_value()) {
    members.block.Missing("join", "join transform requires a join");
    return nullptr;
  }
  Fields fields(*members.join);
  absl::string_view separator = fields.String("separator").value_or("");
  fields.Done();
  return std::make_unique<Join>(separator);
}

Parsed ParseReplace(const StringFields& members) {
  if (!members.replace.has_value()) {
    members.block.Missing("replace", "replace transform requires a replace");
    return nullptr;
  }
  Fields fields(*members.replace);
  absl::string_view search = fields.String("search").value_or("");
  absl::string_view replace = fields.String("replace").value_or("");
  fields.Done();
  if (search.empty()) {
    fields.at().Missing("search", "replace transform requires a search");
    return nullptr;
  }
  return std::make_unique<Replace>(search, replace);
}

constexpr struct {
  absl::string_view name;
  Parsed (*parse)(const StringFields& members);
} kStringTypes[] = {
    {"Format", &ParseFormat},         {"Convert", &ParseConvert},
    {"TrimPrefix", &ParseTrimPrefix}, {"TrimSuffix", &ParseTrimSuffix},
    {"Regexp", &ParseStringRegexp},   {"Join", &ParseJoin},
    {"Replace", &ParseReplace},
};

}  // namespace

std::unique_ptr<const Transform> ParseStringTransform(const Input& block,
                                                      const Input& late) {
  Fields fields(block);
  fields.Required("type");
  const auto* type = fields.Choice("type", kStringTypes, nullptr);
  StringFields members{block,
                       late,
                       fields.String("fmt"),
                       fields.String("convert"),
                       fields.String("trim"),
                       fields.Object("regexp"),
                       fields.Object("join"),
                       fields.Object("replace")};
  fields.Done();
  return type == nullptr ? nullptr : type->parse(members);
}

}  // namespace loom
