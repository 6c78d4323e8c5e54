// SPDX-License-Identifier: Apache-2.0
// loom_expression_player evaluates the expressions that it reads, one a line:
//
//   {"native": true, "expr": "x + 1", "names": {"x": "int"}, "values": {"x": {"int": "2"}}}
//
// and writes a line for each: the value (typed_json.h), or what is wrong.
//
//   {"int":"3"}
//   {"refused":"1:3: …"}     when it is compiled
//   {"pending":"1:3: …"}     when it is evaluated
//   {"failed":"1:3: …"}
//
// The types of names are those of signatures (language/cel/values/function_row.h).
#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "language/cel/program/expression.h"
#include "test/suites/expressions/typed_json.h"

namespace loom {
namespace {

class GivenVariables final : public CelVariables {
 public:
  explicit GivenVariables(const Value& values) : values_(values) {}
  CelValue Get(int number, CelContext* context) override {
    const Value& typed = values_.MemberBegin()[number].value;
    return testing::FromTypedJson(typed, context);
  }

 private:
  const Value& values_;
};

std::string Answer(absl::string_view what, const absl::Status& status) {
  std::string text;
  AppendJsonString(status.message(), &text);
  return absl::StrCat("{\"", what, "\":", text, "}");
}

std::string Play(absl::string_view line) {
  Pool pool;
  absl::StatusOr<Value> task = ParseJson(line, &pool);
  if (!task.ok()) return Answer("refused", task.status());
  const Value* values = Find(*task, "values");
  const Value* types = Find(*task, "names");
  Declarations names;
  // Numbers of variables are the places of their values.
  for (const Member& member : values->GetObject()) {
    const Value* type = Find(*types, View(member.name));
    names.Declare(View(member.name), ParseType(View(*type)));
  }
  CompilerOptions options;
  options.dialect = Find(*task, "native")->GetBool() ? CelDialect::kNative
                                                     : CelDialect::kDropIn;
  options.names = &names;
  absl::StatusOr<Expression> expression =
      Expression::Compile(View(*Find(*task, "expr")), options);
  if (!expression.ok()) return Answer("refused", expression.status());
  GivenVariables variables(*values);
  CelContext context(&pool, expression->numbers());
  absl::StatusOr<CelValue> value = expression->Evaluate(&variables, &context);
  if (!value.ok()) {
    bool pending = absl::IsNotFound(value.status());
    return Answer(pending ? "pending" : "failed", value.status());
  }
  std::string text;
  testing::AppendTypedJson(*value, &text);
  return text;
}

}  // namespace
}  // namespace loom

int main() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << loom::Play(line) << '\n';
}
