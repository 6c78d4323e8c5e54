// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

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
#include "base/wrong_type.h"
#include "data/go/format.h"
#include "data/go/text.h"
#include "data/value/budget.h"
#include "data/value/json.h"
#include "data/value/utf8.h"
#include "language/input/fields.h"
#include "language/transforms/families.h"
#include "openssl/sha.h"

namespace loom {
namespace {

// Returns the six bits of a letter, or -1.
int Sextet(char c) {
  if (absl::ascii_isupper(c)) return c - 'A';
  if (absl::ascii_islower(c)) return c - 'a' + 26;
  if (absl::ascii_isdigit(c)) return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

absl::Status Illegal(size_t offset) {
  return absl::FailedPreconditionError(
      absl::StrCat("illegal base64 data at input byte ", offset));
}

void SkipLineBreaks(absl::string_view text, size_t* at) {
  while (*at < text.size() && (text[*at] == '\r' || text[*at] == '\n')) ++*at;
}

// Checks what follows the last letter of a group that has `count` letters of
// four.
absl::Status CheckPadding(absl::string_view text, size_t at, int count) {
  if (count < 2) return Illegal(at);
  ++at;
  if (count == 2) {
    SkipLineBreaks(text, &at);
    if (at == text.size()) return Illegal(at);
    if (text[at] != '=') return Illegal(at - 1);
    ++at;
  }
  SkipLineBreaks(text, &at);
  return at == text.size() ? absl::OkStatus() : Illegal(at);
}

}  // namespace

absl::StatusOr<std::string> DecodeBase64(absl::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;  // letters of the group that is being read
  size_t at = 0;
  for (SkipLineBreaks(text, &at); at < text.size(); SkipLineBreaks(text, &at)) {
    if (text[at] == '=') {
      absl::Status status = CheckPadding(text, at, count);
      if (!status.ok()) return status;
      break;
    }
    int sextet = Sextet(text[at]);
    if (sextet < 0) return Illegal(at);
    ++at;
    bits = bits << 6 | static_cast<uint32_t>(sextet);
    if (++count < 4) continue;
    for (int shift : {16, 8, 0})
      bytes.push_back(static_cast<char>(bits >> shift));
    count = 0;
    bits = 0;
  }
  // The last group is not complete, and there is no padding.
  if (at == text.size() && count > 0) return Illegal(at - count);
  bits <<= 6 * (4 - count);
  for (int i = 0; i + 1 < count; ++i) {
    bytes.push_back(static_cast<char>(bits >> (16 - 8 * i)));
  }
  return bytes;
}

namespace {

template <size_t kSize, typename Function>
std::string Hex(absl::string_view text, Function function) {
  unsigned char digest[kSize];
  function(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           digest);
  return absl::BytesToHexString({reinterpret_cast<const char*>(digest), kSize});
}

}  // namespace

std::string Sha1(absl::string_view text) {
  return Hex<SHA_DIGEST_LENGTH>(text, &SHA1);
}

std::string Sha256(absl::string_view text) {
  return Hex<SHA256_DIGEST_LENGTH>(text, &SHA256);
}

std::string Sha512(absl::string_view text) {
  return Hex<SHA512_DIGEST_LENGTH>(text, &SHA512);
}

std::string Adler32(absl::string_view text) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  return absl::StrCat(adler32_z(/*adler=*/1, bytes, text.size()));
}

absl::StatusOr<Value> DecodedText(const Value& text, Pool* pool) {
  if (!text.IsString()) return Copy(text, pool);
  LOOM_RETURN_IF_ERROR(Spend(Writing(text.GetStringLength()), pool));
  absl::StatusOr<std::string> decoded = DecodeBase64(View(text));
  if (!decoded.ok()) {
    return Harmless(absl::FailedPreconditionError("not valid base64"));
  }
  if (!IsUtf8(*decoded)) {
    return Harmless(absl::FailedPreconditionError(
        "NotText: the decoded value is not UTF-8 text"));
  }
  return Text(*decoded, pool);
}

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
      return OfWrongType(Harmless(absl::FailedPreconditionError(absl::StrCat(
          "could not parse input array: got ", NameOfType(value)))));
    }
    std::string text;
    for (const Value& element : value.GetArray()) {
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

// The fields of the block. Each type uses one of them; the others may be
// present, too.
struct Members {
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

Parsed ParseFormat(const Members& members) {
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

Parsed ParseConvert(const Members& members) {
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

Parsed ParseTrim(const Members& members, Trim::Strip strip) {
  if (members.trim.has_value()) {
    return std::make_unique<Trim>(strip, *members.trim);
  }
  members.block.Missing("trim", "trim transform requires a trim value");
  return nullptr;
}

Parsed ParseTrimPrefix(const Members& members) {
  return ParseTrim(members, &absl::StripPrefix);
}

Parsed ParseTrimSuffix(const Members& members) {
  return ParseTrim(members, &absl::StripSuffix);
}

Parsed ParseStringRegexp(const Members& members) {
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

Parsed ParseJoin(const Members& members) {
  if (!members.join.has_value()) {
    members.block.Missing("join", "join transform requires a join");
    return nullptr;
  }
  Fields fields(*members.join);
  absl::string_view separator = fields.String("separator").value_or("");
  fields.Done();
  return std::make_unique<Join>(separator);
}

Parsed ParseReplace(const Members& members) {
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
  Parsed (*parse)(const Members& members);
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
  Members members{block,
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
