// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/readiness_rule.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/errors.h"
#include "base/glob.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {
namespace {

struct Word {
  absl::string_view name;
  ReadinessRule::Kind kind;
};
// The last one is not for kinds.
constexpr Word kWords[] = {{"Condition", ReadinessRule::Kind::kCondition},
                           {"Exists", ReadinessRule::Kind::kExists},
                           {"Ignore", ReadinessRule::Kind::kIgnore}};

ReadinessRule::Kind ParseWord(Fields& fields, bool may_ignore) {
  // An author who knows the fields may take "Checks" for the word of the second
  // one.
  const std::optional<Input> given = fields.Any("ready");
  if (given->value().IsString() && View(given->value()) == "Checks") {
    fields.at().Invalid("ready",
                        "\"Checks\": list them in checks instead of ready");
    return ReadinessRule::Kind::kChecks;
  }
  const auto words = absl::MakeConstSpan(kWords, may_ignore ? 3 : 2);
  const Word* word = fields.Choice("ready", words, &kWords[0]);
  return word == nullptr ? ReadinessRule::Kind::kCondition : word->kind;
}

}  // namespace

ReadinessRule ReadinessRule::Parse(Fields& fields, bool may_ignore) {
  const Input& at = fields.at();
  ReadinessRule rule;
  rule.place_ = at.place();
  if (fields.Has("ready")) rule.kind_ = ParseWord(fields, may_ignore);
  const std::vector<Input> checks = fields.List("checks");
  if (fields.Has("checks")) {
    rule.kind_ = Kind::kChecks;
    if (checks.empty()) at.Missing("checks", "expected at least one check");
    rule.checks_ = Readiness::Parse(checks);
  }
  rule.expression_ = InputExpression::Read(
      fields, "readyWhen", kNamesOfCall | ExpressionName::kObject,
      ExpressionType::kBool);
  if (rule.expression_.has_value()) rule.kind_ = Kind::kExpression;
  if (int{fields.Has("ready")} + int{fields.Has("checks")} +
          int{fields.Has("readyWhen")} >
      1) {
    at.Problem("ready, checks and readyWhen cannot be combined");
  }
  return rule;
}

absl::StatusOr<RuleVerdict> ReadinessRule::Judge(const Value& observed,
                                                 CallVariables* variables,
                                                 Pool* pool) const {
  RuleVerdict verdict{.ready = true};
  switch (kind_) {
    case Kind::kExists:
    case Kind::kIgnore:
      return verdict;
    case Kind::kCondition:
      verdict.ready = StatusOfCondition(observed, "Ready", pool) == "True";
      break;
    case Kind::kChecks: {
      absl::StatusOr<bool> holds = checks_->Check(observed, pool);
      if (EndsCall(holds.status())) return holds.status();
      verdict.ready = holds.value_or(false);
      verdict.failure = holds.status();
      break;
    }
    case Kind::kExpression:
      return Evaluate(observed, variables, pool);
  }
  return verdict;
}

absl::StatusOr<RuleVerdict> ReadinessRule::Evaluate(const Value& observed,
                                                    CallVariables* variables,
                                                    Pool* pool) const {
  variables->object = &observed;
  absl::StatusOr<bool> holds = expression_->Bool(variables, pool);
  if (holds.ok()) return RuleVerdict{.ready = *holds};
  if (!IsPending(holds.status())) return holds.status();
  return RuleVerdict{.ready = false, .failure = holds.status()};
}

namespace {

NamedReadinessRule ParseRule(const Input& entry) {
  Fields fields(entry);
  NamedReadinessRule rule{
      .resource = NamePattern::Parse(fields, "resource"),
      .rule = ReadinessRule::Parse(fields, /*may_ignore=*/true)};
  fields.Done();
  return rule;
}

KindReadinessRule ParseKind(const Input& entry) {
  Fields fields(entry);
  KindReadinessRule rule;
  const absl::string_view api_version = fields.Required("apiVersion");
  rule.group = std::string(GroupOf(api_version));
  const absl::string_view version = VersionOf(api_version);
  const bool any = version == "*" && !rule.group.empty();
  if (!any) rule.version = std::string(version);
  const bool mistaken = absl::StrContains(rule.version, '*') ||
                        absl::StrContains(version, '/') || version.empty();
  if (!api_version.empty() && mistaken) {
    entry.Invalid("apiVersion",
                  absl::StrCat("\"", api_version,
                               "\": expected a group and a version, such as "
                               "apps/v1 or apps/*, or v1"));
  }
  rule.kind = std::string(fields.Required("kind"));
  rule.rule = ReadinessRule::Parse(fields, /*may_ignore=*/false);
  fields.Done();
  return rule;
}

Ready ParseUnready(Fields& fields) {
  std::optional<Input> given = fields.Any("unready");
  if (!given.has_value()) return Ready::kUnspecified;
  if (given->value().IsFalse()) return Ready::kFalse;
  const absl::string_view word = fields.OneOf(
      "unready", {"False", "Unspecified"}, "Unspecified", IfUnknown::kInvalid);
  return word == "False" ? Ready::kFalse : Ready::kUnspecified;
}

}  // namespace

bool KindReadinessRule::Matches(absl::string_view api_version,
                                absl::string_view kind_of_object,
                                Pool* pool) const {
  if (!GlobMatches(kind, kind_of_object, pool) ||
      !GlobMatches(group, GroupOf(api_version), pool)) {
    return false;
  }
  return version.empty() || VersionOf(api_version) == version;
}

std::shared_ptr<const ReadinessInput> ReadinessInput::Of(Fields& input) {
  auto& made = input.at().Made<const ReadinessInput>();
  if (made == nullptr) {
    auto read = std::make_shared<ReadinessInput>();
    if (std::optional<Input> section = input.Section("readiness")) {
      read->Parse(*section);
    }
    made = read;
  }
  input.Allow("readiness");
  return made;
}

void ReadinessInput::Parse(const Input& section) {
  Fields fields(section);
  is_present = true;
  resources = NamePattern::ParseList(fields, "resources");
  for (const Input& entry : fields.List("rules")) {
    rules.push_back(ParseRule(entry));
  }
  for (const Input& entry : fields.List("kinds")) {
    kinds.push_back(ParseKind(entry));
  }
  built_in = fields.Bool("builtIn").value_or(true);
  unready = ParseUnready(fields);
  expect = NamePattern::ParseList(fields, "expect");
  explain = fields.Bool("explain").value_or(false);
  fields.Done();
}

absl::StatusOr<const ReadinessRule*> ReadinessInput::RuleOf(
    absl::string_view name, absl::string_view of_template, Pool* pool) const {
  for (const NamedReadinessRule& rule : rules) {
    LOOM_ASSIGN_OR_RETURN(const bool matches,
                          rule.resource.Matches(name, of_template, pool));
    if (matches) return &rule.rule;
  }
  return nullptr;
}

absl::StatusOr<const ReadinessRule*> ReadinessInput::RuleOfKind(
    const Value& object, Pool* pool) const {
  const absl::string_view api_version = ApiVersion(object);
  const absl::string_view kind = Kind(object);
  for (const KindReadinessRule& rule : kinds) {
    if (rule.Matches(api_version, kind, pool)) return &rule.rule;
  }
  return nullptr;
}

}  // namespace loom
