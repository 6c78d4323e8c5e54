// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/jmespath.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/go/text.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

constexpr int kDeepestExpression = 50;

struct JmesFunction {
  absl::string_view name;
  size_t arguments;
};
constexpr JmesFunction kJmesFunctions[] = {
    {"length", 1}, {"contains", 2}, {"starts_with", 2}, {"ends_with", 2}};

constexpr absl::string_view kComparisons[] = {"==", "!=", "<=", ">=", "<", ">"};

bool IsTruthy(const Value& value) {
  if (value.IsNull() || value.IsFalse()) return false;
  if (value.IsString()) return !View(value).empty();
  if (value.IsArray()) return !value.Empty();
  return !value.IsObject() || !value.ObjectEmpty();
}

// Evaluates an expression while it reads it. Without a value, all fields are null.
class JmesReader {
 public:
  JmesReader(absl::string_view text, const Value* value, Pool* pool)
      : text_(text), value_(value), pool_(pool) {}

  absl::StatusOr<Value> Read() {
    LOOM_ASSIGN_OR_RETURN(Value value, Or());
    SkipSpaces();
    if (at_ != text_.size()) return Unsupported();
    return value;
  }

 private:
  absl::Status Unsupported() const {
    return absl::InvalidArgumentError(
        absl::StrCat("not supported at ",
                     at_ < text_.size() ? text_.substr(at_) : "its end"));
  }

  void SkipSpaces() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }

  bool Take(absl::string_view word) {
    SkipSpaces();
    if (!absl::StartsWith(text_.substr(at_), word)) return false;
    at_ += word.size();
    return true;
  }

  absl::StatusOr<Value> Or() {
    LOOM_ASSIGN_OR_RETURN(Value left, And());
    while (Take("||")) {
      LOOM_ASSIGN_OR_RETURN(Value right, And());
      if (!IsTruthy(left)) left = std::move(right);
    }
    return left;
  }

  absl::StatusOr<Value> And() {
    LOOM_ASSIGN_OR_RETURN(Value left, Comparison());
    while (Take("&&")) {
      LOOM_ASSIGN_OR_RETURN(Value right, Comparison());
      if (IsTruthy(left)) left = std::move(right);
    }
    return left;
  }

  absl::StatusOr<Value> Comparison() {
    LOOM_ASSIGN_OR_RETURN(Value left, Not());
    for (absl::string_view operation : kComparisons) {
      if (!Take(operation)) continue;
      LOOM_ASSIGN_OR_RETURN(const Value right, Not());
      return Compared(operation, left, right);
    }
    return left;
  }

  static Value Compared(absl::string_view operation, const Value& left,
                        const Value& right) {
    if (operation == "==") return Value(Equal(left, right));
    if (operation == "!=") return Value(!Equal(left, right));
    if (!left.IsNumber() || !right.IsNumber()) return Value();
    const double a = left.GetDouble();
    const double b = right.GetDouble();
    if (operation == "<") return Value(a < b);
    if (operation == "<=") return Value(a <= b);
    return Value(operation == ">" ? a > b : a >= b);
  }

  absl::StatusOr<Value> Not() {
    SkipSpaces();
    if (absl::StartsWith(text_.substr(at_), "!=") || !Take("!")) return Path();
    if (++depth_ > kDeepestExpression) return Unsupported();
    LOOM_ASSIGN_OR_RETURN(const Value value, Not());
    --depth_;
    return Value(!IsTruthy(value));
  }

  absl::StatusOr<Value> Path() {
    LOOM_ASSIGN_OR_RETURN(Value value, Primary());
    while (at_ < text_.size()) {
      if (text_[at_] == '.') {
        ++at_;
        LOOM_ASSIGN_OR_RETURN(const std::string name, Name());
        value = Field(value, name);
      } else if (text_[at_] == '[') {
        LOOM_ASSIGN_OR_RETURN(value, Item(value));
      } else {
        break;
      }
    }
    return value;
  }

  absl::StatusOr<Value> Primary() {
    SkipSpaces();
    if (at_ == text_.size()) return Unsupported();
    if (Take("@")) return Here();
    if (Take("(")) {
      if (++depth_ > kDeepestExpression) return Unsupported();
      LOOM_ASSIGN_OR_RETURN(Value value, Or());
      --depth_;
      if (!Take(")")) return Unsupported();
      return value;
    }
    if (text_[at_] == '\'' || text_[at_] == '`') return Literal();
    LOOM_ASSIGN_OR_RETURN(const std::string name, Name());
    if (at_ < text_.size() && text_[at_] == '(') return Call(name);
    return Field(Here(), name);
  }

  Value Here() const {
    return value_ == nullptr ? Value() : Copy(*value_, pool_);
  }

  absl::StatusOr<Value> Literal() {
    const char quote = text_[at_];
    const size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) return Unsupported();
    const absl::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    if (quote == '\'') {
      at_ = end + 1;
      return Text(inside, pool_);
    }
    absl::StatusOr<Value> json = ParseJson(pool_->Keep(inside), pool_);
    if (!json.ok()) return Unsupported();
    at_ = end + 1;
    return json;
  }

  absl::StatusOr<std::string> Name() {
    if (at_ < text_.size() && text_[at_] == '"') {
      const size_t end = text_.find('"', at_ + 1);
      if (end == text_.npos) return Unsupported();
      std::string name(text_.substr(at_ + 1, end - at_ - 1));
      at_ = end + 1;
      return name;
    }
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (absl::ascii_isalpha(text_[at_]) || text_[at_] == '_' ||
            (at_ > begin && absl::ascii_isdigit(text_[at_])))) {
      ++at_;
    }
    if (begin == at_) return Unsupported();
    return std::string(text_.substr(begin, at_ - begin));
  }

  Value Field(const Value& value, const std::string& name) const {
    const Value* field = value.IsObject() ? Find(value, name) : nullptr;
    return field == nullptr ? Value() : Copy(*field, pool_);
  }

  absl::StatusOr<Value> Item(const Value& value) {
    const size_t end = text_.find(']', at_);
    int index = 0;
    if (end == text_.npos ||
        !absl::SimpleAtoi(text_.substr(at_ + 1, end - at_ - 1), &index)) {
      return Unsupported();
    }
    at_ = end + 1;
    if (!value.IsArray()) return Value();
    if (index < 0) index += static_cast<int>(value.Size());
    if (index < 0 || index >= static_cast<int>(value.Size())) return Value();
    return Copy(ItemAt(value, index), pool_);
  }

  absl::StatusOr<Value> Call(const std::string& name) {
    const JmesFunction* function = nullptr;
    for (const JmesFunction& each : kJmesFunctions) {
      if (each.name == name) function = &each;
    }
    if (function == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("the function ", name, " is not supported"));
    }
    if (++depth_ > kDeepestExpression) return Unsupported();
    ++at_;
    std::vector<Value> arguments;
    arguments.reserve(function->arguments);
    do {
      LOOM_ASSIGN_OR_RETURN(Value argument, Or());
      arguments.push_back(std::move(argument));
    } while (Take(","));
    --depth_;
    if (!Take(")") || arguments.size() != function->arguments) {
      return Unsupported();
    }
    if (value_ == nullptr) return Value();
    return name == "length" ? LengthOf(arguments[0])
                            : Holds(name, arguments[0], arguments[1]);
  }

  static absl::StatusOr<Value> LengthOf(const Value& value) {
    if (value.IsString()) {
      return Integer(static_cast<int64_t>(CountRunes(View(value))));
    }
    if (value.IsArray()) return Integer(value.Size());
    if (value.IsObject()) return Integer(value.MemberCount());
    return absl::InvalidArgumentError("length takes a string, a list or a map");
  }

  static absl::StatusOr<Value> Holds(absl::string_view name, const Value& whole,
                                     const Value& part) {
    if (name == "contains" && whole.IsArray()) {
      for (const Value& item : Items(whole)) {
        if (Equal(item, part)) return Value(true);
      }
      return Value(false);
    }
    if (!whole.IsString() || !part.IsString()) {
      return absl::InvalidArgumentError(absl::StrCat(name, " takes strings"));
    }
    if (name == "starts_with") {
      return Value(absl::StartsWith(View(whole), View(part)));
    }
    return Value(name == "ends_with"
                     ? absl::EndsWith(View(whole), View(part))
                     : absl::StrContains(View(whole), View(part)));
  }

  absl::string_view text_;
  const Value* value_;
  Pool* pool_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

absl::StatusOr<Value> JmesPath(absl::string_view expression, const Value& value,
                               Pool* pool) {
  return JmesReader(expression, &value, pool).Read();
}

absl::Status CheckJmesPath(absl::string_view expression) {
  Pool pool;
  return JmesReader(expression, nullptr, &pool).Read().status();
}

}  // namespace loom
