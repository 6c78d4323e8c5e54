// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/string_transform.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/discretion.h"
#include "base/limits.h"
#include "base/status_macros.h"
#include "data/go/format.h"
#include "data/go/quoted.h"
#include "data/go/type.h"
#include "data/value/budget.h"
#include "language/input/fields.h"
#include "language/input/read_regexp.h"
#include "language/transforms/string_convert.h"

namespace loom {
namespace {

using Result = absl::StatusOr<Value>;

// The text of any value. It lives as long as the value and the pool.
absl::StatusOr<absl::string_view> AnyInText(const Value& value, Pool* pool) {
  if (value.IsString()) return View(value);
  LOOM_ASSIGN_OR_RETURN(std::string text, GoValue(value));
  return pool->Keep(text);
}

class FormatTransform : public Transform {
 public:
  FormatTransform(absl::string_view format, ScalarsUnderS scalars)
      : format_(format), scalars_(scalars) {}
  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(std::string text,
                          GoFormat(format_, {&value}, scalars_));
    return Text(text, pool);
  }

 private:
  const absl::string_view format_;
  const ScalarsUnderS scalars_;
};

class Convert : public Transform {
 public:
  explicit Convert(StringConversion convert) : convert_(convert) {}
  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    LOOM_ASSIGN_OR_RETURN(std::string text, convert_(value));
    return Text(text, pool);
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
      return Harmless(absl::FailedPreconditionError(absl::StrCat(
          "could not parse input array: got ", GoTypeName(value))));
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
    // Every byte may be a match of its own.
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

// The members of the block. Each type uses one of them; the others may stand
// there, too.
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
  // Formatted without arguments, a format shows the bounds that it exceeds by
  // itself.
  absl::Status bounds = GoFormat(*members.fmt, {}).status();
  absl::Status arguments = CheckFormat(*members.fmt, 1);
  if (!bounds.ok()) {
    members.late.Invalid("fmt", bounds.message());
  } else if (!arguments.ok()) {
    members.block.Mistake("fmt", arguments.message());
  }
  return std::make_unique<FormatTransform>(
      *members.fmt, members.block.rules().prints_scalars_under_s
                        ? ScalarsUnderS::kPrinted
                        : ScalarsUnderS::kAsInGo);
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
                                      " has groups 0 to ", regexp->groups()));
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
