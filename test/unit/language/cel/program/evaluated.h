// SPDX-License-Identifier: Apache-2.0
// What an expression evaluates to, as a short text for tables of tests:
//
//   Evaluated("[1, 2u, 'a']")                 [1, 2u, "a"]
//   Evaluated("1 / 0")                        failed 1:3: division by zero
//   Evaluated("object.x", R"({"x": 1})")      1: `object` is that JSON
//   Evaluated("objct")                        refused 1:1: unknown name "objct", …
//
// EvaluatedAsDropIn does it in the other dialect.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "data/value/json.h"
#include "language/cel/program/expression.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/network.h"
#include "language/cel/values/quantity_value.h"
#include "language/cel/values/semver.h"
#include "language/cel/values/time_text.h"
#include "language/cel/values/tree_value.h"
#include "language/cel/values/url_value.h"

namespace loom::testing {

inline std::string Shown(const CelValue& value) {
  switch (value.kind()) {
    case CelKind::kNull:
      return "null";
    case CelKind::kBool:
      return value.AsBool() ? "true" : "false";
    case CelKind::kInt:
      return absl::StrCat(value.AsInt());
    case CelKind::kUint:
      return absl::StrCat(value.AsUint(), "u");
    case CelKind::kDouble:
      return absl::StrCat(value.AsReal(), "d");
    case CelKind::kString:
      return Quoted(value.AsText());
    case CelKind::kBytes:
      return absl::StrCat("b", Quoted(value.AsText()));
    case CelKind::kType:
      return absl::StrCat("type ", value.AsText());
    case CelKind::kTimestamp:
      return TimestampText(value.AsTime());
    case CelKind::kDuration:
      return DurationText(value.AsTime());
    case CelKind::kQuantity:
      return std::string(value.AsQuantity().text);
    case CelKind::kIp:
    case CelKind::kCidr:
      return NetworkText(value.AsNetwork());
    case CelKind::kUrl:
      return std::string(value.AsUrl().text);
    case CelKind::kSemver:
      return std::string(value.AsSemver().text);
    case CelKind::kOptional:
      return value.AsOptional() == nullptr
                 ? "none"
                 : absl::StrCat("optional ", Shown(*value.AsOptional()));
    case CelKind::kList: {
      std::string text = "[";
      for (size_t i = 0; i < value.AsList().size(); ++i) {
        absl::StrAppend(&text, i > 0 ? ", " : "", Shown(value.AsList().At(i)));
      }
      return text + "]";
    }
    case CelKind::kMap: {
      std::string text = "{";
      for (size_t i = 0; i < value.AsMap().size(); ++i) {
        CelMap::Entry entry = value.AsMap().At(i);
        absl::StrAppend(&text, i > 0 ? ", " : "", Shown(entry.key), ": ",
                        Shown(entry.value));
      }
      return text + "}";
    }
    case CelKind::kFormat:
    case CelKind::kRecord:
    case CelKind::kError:
      break;
  }
  return std::string(TypeNameOf(value));
}

class GivenObject final : public CelVariables {
 public:
  explicit GivenObject(const Value& object) : object_(object) {}
  CelValue Get(int, CelContext* context) override {
    return FromTree(object_, context);
  }

 private:
  const Value& object_;
};

inline std::string EvaluatedIn(CelDialect dialect, absl::string_view text,
                               absl::string_view object, Pool* pool) {
  Declarations names;
  names.Declare("object", CelType::Dyn());
  CompilerOptions options;
  options.dialect = dialect;
  options.names = &names;
  absl::StatusOr<Expression> expression = Expression::Compile(text, options);
  if (!expression.ok()) {
    return absl::StrCat("refused ", expression.status().message());
  }
  Value tree = ParseJson(object, pool).value();
  GivenObject variables(tree);
  CelContext context(pool, expression->numbers());
  absl::StatusOr<CelValue> value = expression->Evaluate(&variables, &context);
  if (value.ok()) return Shown(*value);
  return absl::StrCat(absl::IsNotFound(value.status()) ? "pending " : "failed ",
                      value.status().message());
}

inline std::string Evaluated(absl::string_view text,
                             absl::string_view object = "{}") {
  Pool pool;
  return EvaluatedIn(CelDialect::kNative, text, object, &pool);
}

inline std::string EvaluatedAsDropIn(absl::string_view text,
                                     absl::string_view object = "{}") {
  Pool pool;
  return EvaluatedIn(CelDialect::kDropIn, text, object, &pool);
}

// A row of a table: an expression, and what it evaluates to.
struct EvaluatedRow {
  const char* expression;
  const char* want;
};

}  // namespace loom::testing
