// SPDX-License-Identifier: Apache-2.0
// Any expression evaluates to a value or to an error with its place, twice to the same,
// within the steps of its call, and a value that can be written can be read again. The
// bytes are the text of an expression, and its call is that of expressions/given_call.h.
#include "language/cel/program/expression.h"

#include <algorithm>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "language/cel/values/tree_value.h"
#include "test/suites/fuzz/expressions/given_call.h"
#include "test/suites/fuzz/expressions/message_location.h"
#include "test/suites/fuzz/targets/target.h"
#include "test/testing/plain_status.h"

namespace loom::testing {
namespace {

// Small limits, so that no expression takes long.
constexpr uint64_t kSteps = 300'000;
constexpr size_t kMemory = 4 << 20;
// The most that is asked for at once, which is not done then, is the price of a match.
constexpr uint64_t kBeyond = limits::kMatch + 1'000'000;
// All patterns of an expression, which the reader of an input bounds as well.
constexpr size_t kPatterns = 20'000;

absl::StatusOr<Expression> Compile(absl::string_view text, CelDialect dialect) {
  size_t compiled = 0;
  CompilerOptions options;
  options.dialect = dialect;
  options.names = &GivenNames();
  options.compile_pattern =
      [&compiled](absl::string_view pattern) -> absl::StatusOr<Regexp> {
    constexpr size_t kLongest = 100;
    if (compiled > kPatterns || pattern.size() > kLongest) {
      return absl::InvalidArgumentError("the patterns are too large");
    }
    absl::StatusOr<Regexp> regexp = Regexp::Compile(pattern);
    compiled += regexp.ok() ? regexp->steps() : 1000;
    return regexp;
  };
  return Expression::Compile(text, options);
}

// What a tree is after it went over the wire.
void CheckWritten(const Value& tree, Pool* pool) {
  Value whole = Object();
  Set(whole, "value", Copy(tree, pool), pool);
  WireWriter out;
  EncodeStruct(whole, &out);
  Bytes bytes = std::move(out).Finish();
  Pool other;
  absl::StatusOr<Value> read = DecodeStruct(bytes.view(), &other);
  Must(read.ok(), "what is written can be read");
  Must(Equal(*read, whole), "and is the same");
}

// How an evaluation ended, as a text.
std::string Outcome(const Expression& expression) {
  GivenCall call({.memory = kMemory, .steps = kSteps});
  std::string outcome;
  try {
    CelContext context(&call.pool, expression.numbers());
    absl::StatusOr<CelValue> value =
        expression.Evaluate(&call.variables, &context);
    absl::StatusOr<Value> tree =
        value.ok() ? ToTree(*value, &context) : value.status();
    if (tree.ok()) {
      CheckWritten(*tree, &call.pool);
      absl::StatusOr<std::string> json = CompactJson(*tree);
      outcome = json.ok() ? *json : Plain(json.status()).ToString();
    } else {
      outcome = Plain(tree.status()).ToString();
    }
    if (!value.ok() && context.status().ok()) {
      CheckLocation(value.status().message(), expression.text());
    }
  } catch (const std::bad_alloc&) {
    Must(!call.pool.account().ended().ok(), "memory is refused with a reason");
    outcome = "no memory";
  }
  const uint64_t steps = call.pool.account().steps();
  Must(steps <= kSteps + kBeyond, "a call ends when its steps are used up");
  return absl::StrCat(outcome, " in ", steps, " steps");
}

void Check(absl::string_view text, CelDialect dialect) {
  absl::StatusOr<Expression> expression = Compile(text, dialect);
  if (!expression.ok()) return;
  Must(Outcome(*expression) == Outcome(*expression),
       "the same expression has the same value");
}

}  // namespace

void RunTarget(absl::string_view bytes) {
  Check(bytes, CelDialect::kDropIn);
  Check(bytes, CelDialect::kNative);
}

}  // namespace loom::testing
