// SPDX-License-Identifier: Apache-2.0
#include "data/go/print.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/go/float.h"
#include "data/go/integer.h"
#include "data/go/rune.h"
#include "data/go/type.h"
#include "data/value/number.h"

namespace loom {
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

  void Argument(const Value& value) {
    if (value.IsNull()) {
      // A null that is the argument is padded, one within a list is not.
      bool fits = d_.verb == U'v' || d_.verb == U'T';
      fits ? Pad("<nil>", d_, true, out_) : Misfit(value);
    } else if (d_.verb == U'T') {
      Directive text = d_;
      text.verb = U's';
      PrintText(PrintedType(value), text, out_);
    } else if (d_.verb == U'p' || d_.verb == U'w') {
      // %p prints addresses and %w errors. No value is either of them.
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
    for (const Value& element : list.GetArray()) {
      if (&element != list.Begin()) Separate();
      if (out_->size() > limit_) return;
      Any(element);
    }
    out_->push_back(d_.go_syntax ? '}' : ']');
  }

  void Object(const Value& object) {
    std::vector<const Member*> members;
    for (auto& member : object.GetObject()) members.push_back(&member);
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

  // A number or a boolean under %s: the text that %v prints, padded and cut as
  // %s does with a string.
  void AsText(const Value& value) {
    std::string text;
    Printer(Directive(), limit_, &text).Any(value);
    PrintText(text, d_, out_);
  }

  void Separate() { absl::StrAppend(out_, d_.go_syntax ? ", " : " "); }

  // Notes that the verb does not fit: its name, the type, and the value as %v
  // prints it under the same flags and width.
  void Misfit(const Value& value) {
    absl::StrAppend(out_, "%!");
    AppendRune(d_.verb, out_);
    out_->push_back('(');
    // What Go says of a number under %s is kept, where it is, letter by letter.
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
};

}  // namespace

void Print(const Value& value, const Directive& directive, size_t limit,
           std::string* out) {
  Printer(directive, limit, out).Argument(value);
}

}  // namespace loom
