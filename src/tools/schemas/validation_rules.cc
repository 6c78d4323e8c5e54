// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/validation_rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/strings.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/values/tree_value.h"

namespace loom {
namespace {

// The words that no name can be.
constexpr absl::string_view kReserved[] = {
    "true",     "false",   "null",      "in",       "as",  "break",  "const",
    "continue", "else",    "for",       "function", "if",  "import", "let",
    "loop",     "package", "namespace", "return",   "var", "void",   "while"};

constexpr size_t kShownOfARule = 60;

std::string EscapedName(absl::string_view name) {
  if (std::find(std::begin(kReserved), std::end(kReserved), name) !=
      std::end(kReserved)) {
    return absl::StrCat("__", name, "__");
  }
  return absl::StrReplaceAll(name, {{"__", "__underscores__"},
                                    {".", "__dot__"},
                                    {"-", "__dash__"},
                                    {"/", "__slash__"}});
}

const Value* ObjectIn(const Value& schema, absl::string_view name) {
  const Value* found = schema.IsObject() ? Find(schema, name) : nullptr;
  return found != nullptr && found->IsObject() ? found : nullptr;
}

// A copy with the names of properties as rules write them. The keys of maps stay.
Value Escaped(const Value& schema, const Value& value, Pool* pool) {
  if (value.IsArray()) {
    const Value* items = ObjectIn(schema, "items");
    Value list = Array();
    for (const Value& each : Items(value)) {
      list.PushBack(
          items == nullptr ? Copy(each, pool) : Escaped(*items, each, pool),
          pool->allocator());
    }
    return list;
  }
  if (!value.IsObject()) return Copy(value, pool);
  const Value* properties = ObjectIn(schema, "properties");
  const Value* others = ObjectIn(schema, "additionalProperties");
  Value object = Object();
  for (const Member& member : Members(value)) {
    const absl::string_view name = View(member.name);
    const Value* known =
        properties == nullptr ? nullptr : ObjectIn(*properties, name);
    const Value* part = known == nullptr ? others : known;
    Set(object, known == nullptr ? name : pool->Keep(EscapedName(name)),
        part == nullptr ? Copy(member.value, pool)
                        : Escaped(*part, member.value, pool),
        pool);
  }
  return object;
}

class SelfVariable final : public CelVariables {
 public:
  explicit SelfVariable(const Value& self) : self_(self) {}
  CelValue Get(int, CelContext* context) override {
    return FromTree(self_, context);
  }

 private:
  const Value& self_;
};

class RuleCheck {
 public:
  explicit RuleCheck(Pool* pool) : pool_(pool) {}

  void Check(const Value& schema, const Value& value) {
    if (!schema.IsObject() || value.IsNull()) return;
    const Value* rules = Find(schema, "x-kubernetes-validations");
    if (rules != nullptr && rules->IsArray() && !rules->Empty()) {
      const Value self = Escaped(schema, value, pool_);
      for (rapidjson::SizeType i = 0; i < rules->Size(); ++i) {
        const Value& rule = ItemAt(*rules, i);
        if (rule.IsObject()) CheckRule(rule, i, self);
      }
    }
    if (value.IsArray()) {
      const Value* items = ObjectIn(schema, "items");
      for (rapidjson::SizeType i = 0; items != nullptr && i < value.Size();
           ++i) {
        CheckAt(absl::StrCat(i), {"items"}, *items, ItemAt(value, i));
      }
    }
    if (!value.IsObject()) return;
    const Value* properties = ObjectIn(schema, "properties");
    const Value* others = ObjectIn(schema, "additionalProperties");
    for (const Member& member : Members(value)) {
      const Value* known = properties == nullptr
                               ? nullptr
                               : ObjectIn(*properties, View(member.name));
      const Value* part = known == nullptr ? others : known;
      if (part == nullptr) continue;
      CheckAt(View(member.name),
              known == nullptr
                  ? Names{"additionalProperties"}
                  : Names{"properties", std::string(View(member.name))},
              *part, member.value);
    }
  }

  RuleResults Take() { return std::move(results_); }

 private:
  using Names = std::vector<std::string>;

  // `in_schema` is the step from the schema around to this one.
  void CheckAt(absl::string_view step, const Names& in_schema,
               const Value& schema, const Value& value) {
    path_.emplace_back(step);
    schema_path_.insert(schema_path_.end(), in_schema.begin(), in_schema.end());
    Check(schema, value);
    path_.pop_back();
    schema_path_.resize(schema_path_.size() - in_schema.size());
  }

  // nullopt: the rule is not for objects that are made.
  std::optional<absl::StatusOr<Expression>> Compile(const std::string& text,
                                                    const Value& rule) {
    Declarations names;
    names.Declare("self", CelType::Dyn());
    const int old = names.Declare("oldSelf", CelType::Dyn());
    CompilerOptions options;
    options.dialect = CelDialect::kNative;
    options.names = &names;
    absl::StatusOr<Expression> compiled = Expression::Compile(text, options);
    if (compiled.ok() && compiled->Names(old)) {
      if (!IsTrue(Find(rule, "optionalOldSelf"))) return std::nullopt;
      return absl::UnimplementedError("optionalOldSelf is not supported");
    }
    return compiled;
  }

  void CheckRule(const Value& rule, size_t index, const Value& self) {
    const std::string text = ScalarText(Find(rule, "rule"));
    index_ = index;
    if (path_.empty()) {
      if (std::string why = WhyRefusedAtRoot(text); !why.empty()) {
        return AddUnchecked(text, absl::InvalidArgumentError(why));
      }
    }
    std::optional<absl::StatusOr<Expression>> compiled = Compile(text, rule);
    if (!compiled.has_value()) return;
    if (!compiled->ok()) return AddUnchecked(text, compiled->status());
    absl::StatusOr<CelValue> value = Evaluate(**compiled, self);
    if (!value.ok() && !absl::IsNotFound(value.status())) {
      return AddUnchecked(text, value.status());
    }
    if (!value.ok()) {
      return Add(rule, absl::StrCat(value.status().message(), " (rule ",
                                    Shortened(text, kShownOfARule), ")"));
    }
    if (value->kind() != CelKind::kBool) {
      return AddUnchecked(text,
                          absl::InvalidArgumentError("it is not a boolean"));
    }
    if (!value->AsBool()) Add(rule, MessageOf(rule, text, self));
  }

  absl::StatusOr<CelValue> Evaluate(const Expression& expression,
                                    const Value& self) {
    SelfVariable variables(self);
    CelContext context(pool_, expression.numbers());
    return expression.Evaluate(&variables, &context);
  }

  std::string MessageOf(const Value& rule, const std::string& text,
                        const Value& self) {
    const std::string expression = ScalarText(Find(rule, "messageExpression"));
    if (!expression.empty()) {
      auto compiled = Compile(expression, rule);
      if (compiled.has_value() && compiled->ok()) {
        absl::StatusOr<CelValue> message = Evaluate(**compiled, self);
        if (message.ok() && message->kind() == CelKind::kString) {
          return std::string(message->AsText());
        }
      }
    }
    std::string message = ScalarText(Find(rule, "message"));
    return message.empty() ? absl::StrCat("failed rule: ", text) : message;
  }

  void Add(const Value& rule, absl::string_view message) {
    std::vector<std::string> path = path_;
    const std::string more = ScalarText(Find(rule, "fieldPath"));
    for (absl::string_view step :
         absl::StrSplit(absl::StrReplaceAll(more, {{"['", "."}, {"']", ""}}),
                        '.', absl::SkipEmpty())) {
      path.emplace_back(step);
    }
    results_.violations.push_back(
        {.path = std::move(path),
         .kind = ViolationKind::kRule,
         .message = absl::StrCat("Invalid value: ", message)});
  }

  void AddUnchecked(const std::string& text, const absl::Status& why) {
    Names path = schema_path_;
    path.insert(path.end(), {"x-kubernetes-validations", absl::StrCat(index_)});
    results_.unchecked.push_back(
        {text, std::string(why.message()), std::move(path)});
  }

  Pool* pool_;
  Names path_, schema_path_;
  size_t index_ = 0;  // of the rule in its list
  RuleResults results_;
};

}  // namespace

std::string WhyRefusedAtRoot(absl::string_view rule) {
  for (const ExpressionRead& read : ReadsOf(rule, "self")) {
    if (read.path.size() < 2 || read.path[0].field != "metadata") continue;
    const std::string& field = read.path[1].field;
    if (field == "name" || field == "generateName") continue;
    return absl::StrCat(
        "Kubernetes refuses the definition: at the root, a rule can read of "
        "the metadata only name and generateName, not self.metadata.",
        field);
  }
  return "";
}

RuleResults CheckRules(const Value& schema, const Value& object, Pool* pool) {
  RuleCheck check(pool);
  check.Check(schema, object);
  return check.Take();
}

}  // namespace loom
