// SPDX-License-Identifier: Apache-2.0
#include "data/go/format.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "data/go/numbers.h"
#include "data/go/text.h"
#include "data/value/budget.h"
#include "data/value/deferred.h"
#include "data/value/number.h"

namespace loom {
absl::string_view GoTypeName(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "<nil>";
    case rapidjson::kFalseType:
    case rapidjson::kTrueType:
      return "bool";
    case rapidjson::kObjectType:
      return "map[string]interface {}";
    case rapidjson::kArrayType:
      return "[]interface {}";
    case rapidjson::kStringType:
      return "string";
    case rapidjson::kNumberType:
      return IsInt64(value) ? "int64" : "float64";
  }
  return "";
}

std::optional<int64_t> PrintedInteger(const Value& number) {
  if (number.IsDouble() && number.GetDouble() == 0 &&
      std::signbit(number.GetDouble())) {
    return std::nullopt;
  }
  return AsInteger(number);
}

absl::string_view PrintedType(const Value& value) {
  if (value.IsNumber() && PrintedInteger(value).has_value()) return "int64";
  return GoTypeName(value);
}

namespace {

std::string QuotedUpTo(size_t longest, absl::string_view text) {
  absl::string_view rest = text;
  for (size_t i = 0; i < longest && !rest.empty(); ++i) {
    rest.remove_prefix(DecodeRune(rest).size);
  }
  absl::string_view shown = text.substr(0, text.size() - rest.size());
  return absl::StrCat(QuoteText(shown, false), rest.empty() ? "" : "…");
}

}  // namespace

std::string Quoted(absl::string_view text) { return QuotedUpTo(64, text); }

std::string QuotedInFull(absl::string_view text) {
  return QuotedUpTo(limits::kMessage, text);
}

namespace {

bool PrintNumber(const Value& number, const Directive& d, std::string* out) {
  std::optional<int64_t> integer = PrintedInteger(number);
  bool as_float = number.IsDouble() && IsFloatVerb(d.verb);
  if (integer.has_value() && !as_float) return PrintInteger(*integer, d, out);
  return PrintFloat(AsDouble(number), d, out);
}

class Printer {
 public:
  Printer(const Directive& directive, size_t limit, std::string* out)
      : d_(directive), limit_(limit), out_(out) {}

  // The value that the verb did not fit; the last one if there are several.
  const Value* misfit() const { return misfit_; }

  void Argument(const Value& value) {
    if (value.IsNull()) {
      // A null argument is padded; a null within a list is not.
      bool fits = d_.verb == U'v' || d_.verb == U'T';
      fits ? Pad("<nil>", d_, true, out_) : Misfit(value);
    } else if (d_.verb == U'T') {
      Directive text = d_;
      text.verb = U's';
      PrintText(PrintedType(value), text, out_);
    } else if (d_.verb == U'p' || d_.verb == U'w') {
      // %p prints addresses and %w errors. No value is an address or an error.
      Misfit(value);
    } else {
      Any(value);
    }
  }

 private:
  void Any(const Value& value) {
    switch (value.GetType()) {
      case rapidjson::kNullType:
        absl::StrAppend(out_, d_.go_syntax ? "interface {}(nil)" : "<nil>");
        return;
      case rapidjson::kFalseType:
      case rapidjson::kTrueType:
        if (PrintsAsText()) return AsText(value);
        if (!PrintBool(value.GetBool(), d_, out_)) Misfit(value);
        return;
      case rapidjson::kNumberType:
        if (PrintsAsText()) return AsText(value);
        if (!PrintNumber(value, d_, out_)) Misfit(value);
        return;
      case rapidjson::kStringType:
        if (!PrintText(View(value), d_, out_)) Misfit(value);
        return;
      case rapidjson::kArrayType:
        return List(value);
      case rapidjson::kObjectType:
        return Object(value);
    }
  }

  void List(const Value& list) {
    absl::StrAppend(out_, d_.go_syntax ? "[]interface {}{" : "[");
    for (const Value& element : Items(list)) {
      if (&element != list.Begin()) Separate();
      if (out_->size() > limit_) return;
      Any(element);
    }
    out_->push_back(d_.go_syntax ? '}' : ']');
  }

  void Object(const Value& object) {
    std::vector<const Member*> members;
    for (auto& member : Members(object)) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](auto* a, auto* b) { return View(a->name) < View(b->name); });
    absl::StrAppend(out_, d_.go_syntax ? "map[string]interface {}{" : "map[");
    for (const Member* member : members) {
      if (member != members.front()) Separate();
      if (out_->size() > limit_) return;
      Any(member->name);
      out_->push_back(':');
      Any(member->value);
    }
    out_->push_back(d_.go_syntax ? '}' : ']');
  }

  bool PrintsAsText() const { return d_.verb == U's' && !d_.refuses_scalars; }

  // Prints a number or a boolean under %s: the string that %v prints, padded
  // and cut as %s does with a string.
  void AsText(const Value& value) {
    std::string text;
    Printer(Directive(), limit_, &text).Any(value);
    PrintText(text, d_, out_);
  }

  void Separate() { absl::StrAppend(out_, d_.go_syntax ? ", " : " "); }

  // Notes that the verb does not fit: its name, the type, and the value as %v
  // prints it under the same flags and width.
  void Misfit(const Value& value) {
    misfit_ = &value;
    absl::StrAppend(out_, "%!");
    AppendRune(d_.verb, out_);
    out_->push_back('(');
    // Go's note for a number under %s is reproduced exactly.
    bool as_in_go = d_.verb == U's' && value.IsDouble();
    absl::StrAppend(out_, as_in_go ? GoTypeName(value) : PrintedType(value));
    if (!value.IsNull()) {
      out_->push_back('=');
      Directive plain = d_;
      plain.verb = as_in_go ? U'g' : U'v';
      Printer(plain, limit_, out_).Argument(value);
    }
    out_->push_back(')');
  }

  const Directive d_;
  const size_t limit_;
  std::string* const out_;
  const Value* misfit_ = nullptr;
};

}  // namespace

const Value* Print(const Value& value, const Directive& directive, size_t limit,
                   std::string* out) {
  Printer printer(directive, limit, out);
  printer.Argument(value);
  return printer.misfit();
}

namespace {

// Walks through a format once and prints it. The next argument, and whether an
// index was used, are kept from one directive to the next. bad_index_ and
// after_index_ belong to the current directive.
class Formatter {
 public:
  Formatter(absl::string_view format, absl::Span<const Value* const> arguments,
            ScalarsUnderS scalars, Misfits misfits)
      : rest_(format),
        arguments_(arguments),
        scalars_(scalars),
        misfits_(misfits) {}

  absl::StatusOr<std::string> Run() {
    while (!rest_.empty()) {
      size_t literal = std::min(rest_.find('%'), rest_.size());
      absl::StrAppend(&out_, rest_.substr(0, literal));
      rest_.remove_prefix(literal);
      if (rest_.empty()) break;
      absl::string_view directive = rest_;
      rest_.remove_prefix(1);
      LOOM_RETURN_IF_ERROR(One());
      directive.remove_suffix(rest_.size());
      if (bad_index_ && misindexed_.empty()) misindexed_ = directive;
      LOOM_RETURN_IF_ERROR(CheckText(out_.size()));
    }
    if (!indexed_ && next_ < arguments_.size()) Extra();
    LOOM_RETURN_IF_ERROR(CheckText(out_.size()));
    return std::move(out_);
  }

  // After the run, returns the error in the way the format uses its arguments.
  absl::Status CheckArguments() const {
    size_t given = arguments_.size();
    if (!misindexed_.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(QuoteText(misindexed_, false),
                       " in the format has a wrong index: an ",
                       "index is a number from 1 to ", given,
                       " in brackets, right before the verb or a *"));
    }
    if (no_verb_) {
      return absl::InvalidArgumentError(
          "the format ends in a directive without a verb; %% prints a percent "
          "sign");
    }
    bool too_many = !indexed_ && used_ < given;
    if (used_ <= given && !too_many) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("the format uses ", used_, " argument",
                     used_ == 1 ? "" : "s", ", but gets ", given));
  }

 private:
  // Prints one directive, from after its % to its verb.
  absl::Status One() {
    Directive directive;
    directive.refuses_scalars = scalars_ == ScalarsUnderS::kAsInGo;
    bad_index_ = false;
    Flags(&directive);
    Index();
    LOOM_RETURN_IF_ERROR(Width(&directive));
    LOOM_RETURN_IF_ERROR(Precision(&directive));
    if (!after_index_) Index();
    if (rest_.empty()) {
      absl::StrAppend(&out_, "%!(NOVERB)");
      no_verb_ = true;
      return absl::OkStatus();
    }
    Rune verb = DecodeRune(rest_);
    rest_.remove_prefix(verb.size);
    directive.verb = verb.value;
    return Verb(&directive);
  }

  absl::Status Verb(Directive* directive) {
    if (directive->verb == U'%') {
      out_.push_back('%');
    } else if (bad_index_) {
      Note(directive->verb, "(BADINDEX)");
    } else if (const Value* argument = Next(); argument == nullptr) {
      Note(directive->verb, "(MISSING)");
    } else {
      // %w wraps errors in Go. No value here is an error, but the flags are
      // read as those of %v.
      if (directive->verb == U'v' || directive->verb == U'w') {
        directive->go_syntax = directive->sharp;
        directive->sharp = directive->plus = false;
      }
      const Value* misfit = Print(*argument, *directive, kMaxText, &out_);
      if (misfit != nullptr && misfits_ == Misfits::kRefused) {
        std::string verb = "%";
        AppendRune(directive->verb, &verb);
        const bool fraction = misfit->IsNumber() && !PrintedInteger(*misfit);
        return WithFact(
            Harmless(absl::FailedPreconditionError(absl::StrCat(
                QuoteText(verb, false), " in the format does not fit ",
                fraction ? "a fraction" : KindName(*misfit),
                "; %v fits every value"))),
            Fact::kWrongType);
      }
    }
    return absl::OkStatus();
  }

  void Note(char32_t verb, absl::string_view what) {
    absl::StrAppend(&out_, "%!");
    AppendRune(verb, &out_);
    absl::StrAppend(&out_, what);
  }

  void Flags(Directive* directive) {
    for (; !rest_.empty(); rest_.remove_prefix(1)) {
      switch (rest_[0]) {
        case '-':
          directive->minus = true;
          break;
        case '+':
          directive->plus = true;
          break;
        case '#':
          directive->sharp = true;
          break;
        case ' ':
          directive->space = true;
          break;
        case '0':
          directive->zero = true;
          break;
        default:
          return;
      }
    }
  }

  // Reads "[n]", the index of the next argument.
  void Index() {
    after_index_ = !rest_.empty() && rest_[0] == '[';
    if (!after_index_) return;
    indexed_ = true;
    size_t close = rest_.find(']');
    // Go looks for the closing bracket only if there are at least three bytes.
    if (close == absl::string_view::npos || rest_.size() < 3) {
      rest_.remove_prefix(1);
      after_index_ = false;
      bad_index_ = true;
      return;
    }
    absl::string_view inner = rest_.substr(1, close - 1);
    std::optional<int64_t> index = Number(&inner);
    rest_.remove_prefix(close + 1);
    bool readable = index.has_value() && inner.empty();
    after_index_ = readable;
    if (readable && *index >= 1 &&
        *index <= static_cast<int64_t>(arguments_.size())) {
      next_ = *index - 1;
    } else {
      bad_index_ = true;
    }
  }

  absl::Status Width(Directive* directive) {
    if (TakeStar()) {
      std::optional<int64_t> width = Argument();
      if (!width.has_value()) {
        absl::StrAppend(&out_, "%!(BADWIDTH)");
      } else if (*width < 0) {
        directive->minus = true;
        width =
            *width == std::numeric_limits<int64_t>::min() ? *width : -*width;
      }
      return Bounded("width", width, &directive->width);
    }
    std::optional<int64_t> width = Number(&rest_);
    if (after_index_ && width.has_value()) bad_index_ = true;
    return Bounded("width", width, &directive->width);
  }

  absl::Status Precision(Directive* directive) {
    // Go interprets a point at the end of the format as a verb.
    if (rest_.size() < 2 || rest_[0] != '.') return absl::OkStatus();
    rest_.remove_prefix(1);
    if (after_index_) bad_index_ = true;
    Index();
    if (TakeStar()) {
      std::optional<int64_t> precision = Argument();
      if (precision.has_value() && *precision < 0) precision = std::nullopt;
      if (!precision.has_value()) absl::StrAppend(&out_, "%!(BADPREC)");
      return Bounded("precision", precision, &directive->precision);
    }
    return Bounded("precision", Number(&rest_).value_or(0),
                   &directive->precision);
  }

  static absl::Status Bounded(absl::string_view what,
                              std::optional<int64_t> number,
                              std::optional<int>* out) {
    if (!number.has_value()) return absl::OkStatus();
    if (*number < 0 || *number > kMaxFormatWidth) {
      return absl::InvalidArgumentError(
          absl::StrCat("expected a ", what, " of at most ", kMaxFormatWidth,
                       " in the format, got ", *number));
    }
    *out = static_cast<int>(*number);
    return absl::OkStatus();
  }

  bool TakeStar() {
    if (rest_.empty() || rest_[0] != '*') return false;
    rest_.remove_prefix(1);
    after_index_ = false;
    return true;
  }

  // Takes the next argument; returns nullptr if there are no more.
  const Value* Next() {
    size_t taken = next_++;
    used_ = std::max(used_, next_);
    return taken < arguments_.size() ? arguments_[taken] : nullptr;
  }

  // Takes the next argument as the integer for a *.
  std::optional<int64_t> Argument() {
    const Value* argument = Next();
    return argument == nullptr ? std::nullopt : AsInteger(*argument);
  }

  // Reads the number at the beginning of the string; returns nullopt if the
  // string does not begin with a digit. Larger numbers become kEnough, which is
  // beyond every limit.
  static std::optional<int64_t> Number(absl::string_view* text) {
    constexpr int64_t kEnough = 1'000'000'000;
    if (text->empty() || !absl::ascii_isdigit((*text)[0])) return std::nullopt;
    int64_t number = 0;
    for (; !text->empty() && absl::ascii_isdigit((*text)[0]);
         text->remove_prefix(1)) {
      number = std::min(kEnough, number * 10 + ((*text)[0] - '0'));
    }
    return number;
  }

  // Notes the arguments that no verb used.
  void Extra() {
    absl::StrAppend(&out_, "%!(EXTRA ");
    for (size_t i = next_; i < arguments_.size(); ++i) {
      if (i > next_) absl::StrAppend(&out_, ", ");
      const Value& value = *arguments_[i];
      absl::StrAppend(&out_, PrintedType(value));
      if (value.IsNull()) continue;
      out_.push_back('=');
      Print(value, Directive(), kMaxText, &out_);
    }
    out_.push_back(')');
  }

  absl::string_view rest_;
  const absl::Span<const Value* const> arguments_;
  const ScalarsUnderS scalars_;
  const Misfits misfits_;
  size_t next_ = 0;
  size_t used_ = 0;  // arguments that were taken or missing
  bool indexed_ = false;
  bool after_index_ = false;
  bool bad_index_ = false;
  bool no_verb_ = false;
  absl::string_view misindexed_;  // the first directive with a bad index
  std::string out_;
};

}  // namespace

absl::StatusOr<std::string> GoFormat(absl::string_view format,
                                     absl::Span<const Value* const> arguments,
                                     ScalarsUnderS scalars, Misfits misfits) {
  return Formatter(format, arguments, scalars, misfits).Run();
}

absl::Status CheckFormat(absl::string_view format, size_t arguments) {
  // The arguments that a format uses do not depend on their values.
  const Value null;
  std::vector<const Value*> nulls(arguments, &null);
  Formatter formatter(format, nulls, ScalarsUnderS::kPrinted, Misfits::kNoted);
  LOOM_RETURN_IF_ERROR(formatter.Run().status());
  return formatter.CheckArguments();
}

absl::StatusOr<std::string> GoValue(const Value& value) {
  std::string text;
  Print(value, Directive(), kMaxText, &text);
  LOOM_RETURN_IF_ERROR(CheckText(text.size()));
  return text;
}

}  // namespace loom
