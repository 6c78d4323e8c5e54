// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/auto_ready/auto_ready.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/status.h"
#include "data/go/format.h"
#include "data/value/object.h"
#include "language/cel/values/tree_value.h"
#include "language/input/fields.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {
namespace {

class ObjectVariable final : public CelVariables {
 public:
  explicit ObjectVariable(const Value& object) : object_(object) {}
  CelValue Get(int, CelContext* context) override {
    return FromTree(object_, context);
  }

 private:
  const Value& object_;
};

// Returns the keys of a path: the parts in brackets, and the parts between dots.
std::vector<std::string> KeysOf(absl::string_view path) {
  std::vector<std::string> keys;
  while (!path.empty()) {
    size_t end = path.find(']');
    bool bracket = path[0] == '[' && end != absl::string_view::npos &&
                   end > 1 && path.find('[', 1) > end;
    if (bracket) {
      keys.emplace_back(path.substr(1, end - 1));
      path.remove_prefix(end + 1);
      continue;
    }
    size_t size = std::min(path.find_first_of(".[]"), path.size());
    if (size > 0) keys.emplace_back(path.substr(0, size));
    path.remove_prefix(std::max<size_t>(size, 1));
  }
  return keys;
}

// Returns group_version_kind; a missing part is empty.
std::string KeyOf(const Value& object, Pool* pool) {
  auto text = [&](absl::string_view name) -> absl::string_view {
    const Value* value = Find(object, name, pool);
    return value != nullptr && value->IsString() ? View(*value) : "";
  };
  absl::string_view version = text("apiVersion");
  absl::string_view kind = text("kind");
  absl::string_view group;
  size_t slash = version.find('/');
  if (slash != absl::string_view::npos) {
    group = version.substr(0, slash);
    version.remove_prefix(slash + 1);
  }
  // An apiVersion with two slashes is invalid, and so is a kind without an apiVersion.
  if (version.find('/') != absl::string_view::npos) return "__";
  return absl::StrCat(group, "_", version, "_", kind);
}

}  // namespace

absl::StatusOr<Expression> HealthRules::CompileRule(
    const CompilePatternFn& compile, absl::string_view text, Pool* pool) {
  Declarations names;
  names.Declare("object", CelType::Dyn());
  CompilerOptions options;
  options.names = &names;
  options.compile_pattern = compile;
  absl::StatusOr<Expression> rule =
      pool == nullptr ? Expression::Compile(text, options)
                      : Expression::CompileIn(text, options, pool);
  if (EndsCall(rule.status())) return rule;
  if (!rule.ok()) {
    return Harmless(Annotate(rule.status(), "failed to compile query"));
  }
  if (!rule->type().Is(CelKind::kBool)) {
    return Harmless(
        absl::InvalidArgumentError("celQuery does not return a bool type"));
  }
  return rule;
}

HealthRules HealthRules::Parse(Fields& input) {
  HealthRules rules;
  std::optional<Input> given = input.Object("celHealthCheckCustomization");
  if (given.has_value()) {
    Fields fields(*given);
    for (const Member& rule : Members(given->value())) {
      std::optional<absl::string_view> text = fields.String(View(rule.name));
      // In Go, null is an empty string, which is no expression.
      if (!text.has_value() && !rule.value.IsNull()) continue;
      rules.rules_.insert_or_assign(std::string(View(rule.name)),
                                    CompileRule(
                                        [&](absl::string_view pattern) {
                                          return CompilePattern(*given,
                                                                pattern);
                                        },
                                        text.value_or(""), nullptr));
    }
  }
  rules.path_ =
      KeysOf(input.String("celHealthCheckCustomizationFrom").value_or(""));
  return rules;
}

absl::Status HealthRules::Load(Call& call) {
  if (path_.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const Value* at, call.context.Get(path_[0]));
  for (size_t i = 1; i < path_.size() && at != nullptr; ++i) {
    at = at->IsObject() ? Find(*at, path_[i], call.pool) : nullptr;
  }
  if (at == nullptr || !at->IsObject()) return absl::OkStatus();
  for (const Member& member : Members(*at, call.pool)) {
    if (!member.value.IsString()) continue;
    if (rules_.contains(View(member.name))) continue;
    absl::StatusOr<Expression> rule = CompileRule(
        [&call](absl::string_view pattern) {
          return Regexp::CompileIn(pattern, call.pool);
        },
        View(member.value), call.pool);
    if (EndsCall(rule.status())) return rule.status();
    rules_.emplace(std::string(View(member.name)), std::move(rule));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<bool>> HealthRules::Judge(absl::string_view name,
                                                       const Value& observed,
                                                       Call& call,
                                                       Outcome* outcome) const {
  std::string key = KeyOf(observed, call.pool);
  auto rule = rules_.find(key);
  if (rule == rules_.end()) return std::nullopt;
  absl::Status status = rule->second.status();
  if (status.ok()) {
    ObjectVariable variable(observed);
    CelContext context(call.pool, rule->second->numbers());
    absl::StatusOr<CelValue> value =
        rule->second->Evaluate(&variable, &context);
    if (!context.status().ok()) return context.status();
    if (value.ok() && value->kind() == CelKind::kBool) return value->AsBool();
    status = value.ok() ? absl::FailedPreconditionError("it is not a boolean")
                        : value.status();
    status = Annotate(status, "failed to eval the program");
  }
  status = Annotate(
      status, absl::StrCat("rule of ", key, " for resource ", Quoted(name)));
  outcome->Add(Result{.severity = Severity::kWarning,
                      .message = MessageOf(status, call.pool->redacted()),
                      .resource = std::string(name)});
  return std::nullopt;
}

namespace {

absl::StatusOr<bool> IsReady(absl::string_view name, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
  if (observed == nullptr) return false;
  LOOM_ASSIGN_OR_RETURN(const std::optional<bool> ready,
                        CheckKind(*observed, call.pool, KindRules::kAutoReady));
  if (ready.value_or(false)) return true;
  return ConditionOf(*observed, "Ready", call.pool) == "True";
}

// Sets a desired resource ready if it is, and no earlier step has set its readiness.
absl::Status SayReady(absl::string_view name, const HealthRules* rules,
                      Call& call, Outcome* outcome) {
  LOOM_ASSIGN_OR_RETURN(bool said, call.composed.SaysReady(name));
  if (said) {
    // A value that the contract does not define becomes kUnspecified in the response.
    LOOM_ASSIGN_OR_RETURN(Ready ready, call.composed.ReadyOf(name));
    if (ready != Ready::kUnspecified) return absl::OkStatus();
    return call.composed.SetReady(name, ready);
  }
  if (rules != nullptr && call.composed.IsObserved(name)) {
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
    LOOM_ASSIGN_OR_RETURN(std::optional<bool> judged,
                          rules->Judge(name, *observed, call, outcome));
    if (judged.has_value()) {
      return call.composed.SetReady(name,
                                    *judged ? Ready::kTrue : Ready::kFalse);
    }
  }
  LOOM_ASSIGN_OR_RETURN(bool ready, IsReady(name, call));
  return ready ? call.composed.SetReady(name, Ready::kTrue) : absl::OkStatus();
}

}  // namespace

std::unique_ptr<const Section> AutoReady::Parse(Fields& input) {
  auto section = std::make_unique<AutoReady>();
  section->rules_ = HealthRules::Parse(input);
  input.Object("metadata");  // its members do not count
  return section;
}

absl::Status AutoReady::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(call.composed.DropConnectionDetails());
  if (!call.health_rules || rules_.empty()) {
    // No section runs before this one, and its results need no order.
    for (const auto& entry : call.request.desired.resources.entries()) {
      LOOM_RETURN_IF_ERROR(SayReady(entry.key, nullptr, call, outcome));
    }
    return absl::OkStatus();
  }
  HealthRules rules = rules_;
  LOOM_RETURN_IF_ERROR(rules.Load(call));
  for (absl::string_view name : call.composed.DesiredNames()) {
    LOOM_RETURN_IF_ERROR(SayReady(name, &rules, call, outcome));
  }
  return absl::OkStatus();
}

}  // namespace loom
