// SPDX-License-Identifier: Apache-2.0
#include "sections/readiness/readiness_section.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/contract/transition.h"
#include "crossplane/objects/status.h"
#include "sections/shared/readiness_checks/kind_check.h"
#include "sections/shared/readiness_checks/kind_reason.h"

namespace loom {
namespace {

// An error may quote a key of any length.
constexpr size_t kLongest = 200;

std::string RuleText(const Judgement& judgement, const Value& observed,
                     Pool* pool) {
  const ReadinessRule& rule = *judgement.rule;
  switch (rule.kind()) {
    case ReadinessRule::Kind::kCondition:
      return WhyConditions(observed, pool);
    case ReadinessRule::Kind::kChecks:
      return absl::StrCat("checks of ", rule.place());
    case ReadinessRule::Kind::kExpression:
      if (judgement.failure.ok()) {
        return absl::StrCat(rule.place(), ".readyWhen is false");
      }
      return Cut(MessageOf(judgement.failure, pool->redacted()), kLongest);
    case ReadinessRule::Kind::kExists:
    case ReadinessRule::Kind::kIgnore:
      break;
  }
  return "not observed yet";
}

}  // namespace

std::string WhyNotReady(const Judgement& judgement, const Value* observed,
                        Pool* pool) {
  if (judgement.ground == Judgement::Ground::kSaid) {
    return "an earlier step marked it not ready";
  }
  if (observed == nullptr) return "not observed yet";
  switch (judgement.ground) {
    case Judgement::Ground::kChecks:
      return "the readinessChecks of its template fail";
    case Judgement::Ground::kRule:
      return RuleText(judgement, *observed, pool);
    case Judgement::Ground::kKind:
      return WhyKindIsNotReady(*observed, pool);
    case Judgement::Ground::kCondition:
      return WhyConditions(*observed, pool);
    case Judgement::Ground::kSaid:
    case Judgement::Ground::kAbsent:
      break;
  }
  return "not observed yet";
}

namespace {

constexpr absl::string_view kType = "ResourcesReady";
// How many entries a message lists.
constexpr size_t kShown = 10;

// Adds the resources that keep the names that they had.
void AddAliases(const Call& call, std::string* text) {
  size_t shown = 0;
  for (const auto& [name, alias] : call.steps.aliases) {
    if (++shown > kShown) break;
    absl::StrAppend(text, text->empty() ? "" : "; ", Cut(name, limits::kName),
                    " keeps the name ", Cut(alias, limits::kName));
  }
}

}  // namespace

void ReadinessReport::Add(absl::string_view name, absl::string_view why) {
  if (++entries_ > kShown) return;
  absl::StrAppend(&text_, entries_ > 1 ? ", " : "", Cut(name, limits::kName),
                  " (", why, ")");
}

bool ReadinessReport::tells_more() const { return entries_ < kShown; }

absl::Status ReadinessReport::Finish(Call& call, Outcome* outcome) const {
  Condition condition{.type = std::string(kType),
                      .status = ConditionStatus::kTrue,
                      .reason = "AllReady",
                      .message = text_};
  if (entries_ > kShown) {
    absl::StrAppend(&condition.message, ", and ", entries_ - kShown, " more");
  }
  AddAliases(call, &condition.message);
  if (entries_ > 0) {
    condition.status = ConditionStatus::kFalse;
    condition.reason = "NotReady";
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
    const std::optional<Condition> before =
        ObservedCondition(*composite, kType);
    if (!before.has_value() || before->status != condition.status ||
        before->message != condition.message) {
      outcome->Add(Result{Severity::kNormal,
                          absl::StrCat("not ready: ", condition.message),
                          condition.reason});
    }
  }
  outcome->Add(std::move(condition));
  return absl::OkStatus();
}

namespace {

using ResourceNames = std::vector<absl::string_view>;

void Warn(absl::string_view name, const Judgement& judgement, Call& call,
          Outcome* outcome) {
  const std::string message =
      absl::StrCat("cannot check readiness of composed resource \"", name,
                   "\": ", judgement.rule->place(), ": ",
                   MessageOf(judgement.failure, call.pool->redacted()));
  outcome->Add(
      Result{.severity = Severity::kWarning,
             .message = std::string(Shortened(message, limits::kMessage)),
             .places = {judgement.rule->place()},
             .resource = std::string(name)});
}

// Reports whether the checks of a rule could not run. A waiting expression does not
// count.
bool IsBroken(const Judgement& judgement) {
  return judgement.rule != nullptr && !judgement.failure.ok() &&
         judgement.rule->kind() == ReadinessRule::Kind::kChecks;
}

absl::Status Explain(absl::string_view name, const Judgement& judgement,
                     Call& call, ReadinessReport* report) {
  std::string why;
  if (call.observer != nullptr || report->tells_more()) {
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
    why = WhyNotReady(judgement, observed, call.pool);
  }
  if (call.observer != nullptr) call.observer->NotReady(name, why);
  report->Add(name, why);
  return absl::OkStatus();
}

absl::StatusOr<bool> MatchesAny(const NamePattern& pattern,
                                const ResourceNames& names, Call& call) {
  if (pattern.is_name() && call.expansions.Of(pattern.text()) == nullptr) {
    return std::binary_search(names.begin(), names.end(), pattern.text());
  }
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(
        const bool matches,
        pattern.Matches(name, call.expansions.TemplateOf(name), call.pool));
    if (matches) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<const Section> ReadinessSection::Parse(Fields& input) {
  std::shared_ptr<const ReadinessInput> section = ReadinessInput::Of(input);
  if (!section->is_present) return nullptr;
  return std::make_unique<const ReadinessSection>(
      std::move(section), OwnTemplates::Parse(input.at()));
}

absl::Status ReadinessSection::Run(Call& call, Outcome* outcome) const {
  const ResourceNames desired = call.composed.DesiredNames();
  const ResourceNames wanted = Wanted(call);
  ReadyState ready(*input_, templates_, &call);
  ReadinessReport report;
  ResourceNames withheld;
  for (absl::string_view name : wanted) {
    LOOM_ASSIGN_OR_RETURN(const bool concerns, Concerns(name, call));
    if (!concerns) continue;
    if (!std::binary_search(desired.begin(), desired.end(), name)) {
      withheld.push_back(name);
      report.Add(name, "withheld");
      continue;
    }
    LOOM_ASSIGN_OR_RETURN(const Judgement judgement, ready.Of(name));
    LOOM_RETURN_IF_ERROR(Write(name, judgement, call));
    if (IsBroken(judgement)) Warn(name, judgement, call, outcome);
    if (judgement.ready) continue;
    if (!input_->explain && call.observer == nullptr) continue;
    LOOM_RETURN_IF_ERROR(Explain(name, judgement, call, &report));
  }
  for (const NamePattern& pattern : input_->expect) {
    LOOM_ASSIGN_OR_RETURN(const bool found, MatchesAny(pattern, desired, call));
    if (found) continue;
    outcome->not_ready = true;
    LOOM_ASSIGN_OR_RETURN(const bool is_known,
                          MatchesAny(pattern, withheld, call));
    if (is_known) continue;
    report.Add(pattern.text(), "expected but not desired");
  }
  if (!input_->explain) return absl::OkStatus();
  return report.Finish(call, outcome);
}

std::vector<absl::string_view> ReadinessSection::Wanted(Call& call) const {
  ResourceNames wanted = call.WantedNames();
  const ResourceNames own = templates_.Resources(call.expansions);
  wanted.insert(wanted.end(), own.begin(), own.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}

absl::StatusOr<bool> ReadinessSection::Concerns(absl::string_view name,
                                                Call& call) const {
  if (input_->resources.empty()) return true;
  return AnyMatches(input_->resources, name, call.expansions.TemplateOf(name),
                    call.pool);
}

absl::Status ReadinessSection::Write(absl::string_view name,
                                     const Judgement& judgement,
                                     Call& call) const {
  LOOM_ASSIGN_OR_RETURN(const Ready before, call.composed.ReadyOf(name));
  Ready now = judgement.ready ? Ready::kTrue : input_->unready;
  if (judgement.ground == Judgement::Ground::kSaid) now = before;
  if (now == before) return absl::OkStatus();
  return call.composed.SetReady(name, now);
}

}  // namespace loom
