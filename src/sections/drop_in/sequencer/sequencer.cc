// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequencer.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/go/format.h"

namespace loom {
namespace {

// Returns why the resources after a pattern have to wait; nullopt if they need
// not.
absl::StatusOr<std::optional<std::string>> WhyNotReady(
    const SequencePattern& pattern, Call& call) {
  LOOM_ASSIGN_OR_RETURN(std::vector<absl::string_view> names,
                        pattern.Of(call.composed.DesiredNames(), call.pool));
  if (names.empty()) {
    return absl::StrCat(QuotedInFull(pattern.text()), " does not exist yet");
  }
  size_t ready = 0;
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(Ready said, call.composed.ReadyOf(name));
    ready += said == Ready::kTrue ? 1 : 0;
  }
  if (ready == names.size()) return std::nullopt;
  return absl::StrCat(QuotedInFull(pattern.text()), " is not fully ready (",
                      ready, " of ", names.size(), ")");
}

}  // namespace

Sequencer::Rule Sequencer::ParseRule(const Input& input) {
  Fields fields(input);
  Rule rule;
  rule.place = input.place();
  for (const Input& element : fields.List("sequence")) {
    rule.sequence.push_back(SequencePattern::Parse(element));
  }
  rule.condition =
      SequenceCondition::Parse(input, fields.String("condition").value_or(""));
  rule.create_only = fields.Bool("createOnly").value_or(false);
  rule.delete_only = fields.Bool("deleteOnly").value_or(false);
  fields.Done();
  rule.name = absl::StrCat(
      "[",
      absl::StrJoin(rule.sequence, " ",
                    [](std::string* out, const SequencePattern& pattern) {
                      absl::StrAppend(out, pattern.text());
                    }),
      "]");
  return rule;
}

std::unique_ptr<const Section> Sequencer::Parse(Fields& input) {
  auto section = std::make_unique<Sequencer>();
  for (const Input& rule : input.List("rules")) {
    // A rule that is null has no sequence.
    if (rule.value().IsNull()) continue;
    section->rules_.push_back(ParseRule(rule));
  }
  section->makes_usages_ =
      input.Bool("enableDeletionSequencing").value_or(false);
  section->resets_readiness_ =
      input.Bool("resetCompositeReadiness").value_or(false);
  section->usages_.replay_deletion =
      input.Bool("replayDeletion").value_or(false);
  section->usages_.v1 = input.String("usageVersion") == "v1";
  input.Object("metadata");  // its members do not count
  return section;
}

absl::Status Sequencer::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(call.composed.DropConnectionDetails());
  SequenceUsages usages(usages_);
  for (const Rule& rule : rules_) {
    LOOM_RETURN_IF_ERROR(RunRule(rule, call, &usages, outcome));
  }
  return usages.LayOver(call);
}

absl::Status Sequencer::RunRule(const Rule& rule, Call& call,
                                SequenceUsages* usages,
                                Outcome* outcome) const {
  if (rule.create_only && rule.delete_only) {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("rule for sequence ", rule.name,
                     " cannot have both deleteOnly and createOnly set to "
                     "true")));
  }
  absl::StatusOr<bool> holds = rule.condition.Holds(call);
  if (!holds.ok()) {
    return Annotate(holds.status(),
                    absl::StrCat("cannot evaluate condition ",
                                 QuotedInFull(rule.condition.text()),
                                 " for sequence ", rule.name));
  }
  if (call.observer != nullptr) {
    call.observer->Tested(absl::StrCat(rule.place, ".condition"), *holds);
  }
  if (!*holds) {
    outcome->Add(
        Result{Severity::kNormal,
               absl::StrCat("Skipping sequence ", rule.name, ": condition ",
                            QuotedInFull(rule.condition.text()),
                            " evaluated to false"),
               ""});
  }
  if (makes_usages_ && !rule.create_only) {
    for (size_t i = 1; i < rule.sequence.size(); ++i) {
      LOOM_RETURN_IF_ERROR(
          usages->Add(rule.sequence[i - 1], rule.sequence[i], call));
    }
  }
  bool delays = *holds && !rule.delete_only;
  return delays ? Delay(rule, call, outcome) : absl::OkStatus();
}

absl::Status Sequencer::Delay(const Rule& rule, Call& call,
                              Outcome* outcome) const {
  for (size_t i = 1; i < rule.sequence.size(); ++i) {
    const SequencePattern& waits = rule.sequence[i];
    if (call.composed.IsObserved(waits.text())) continue;
    bool is_met = true;
    for (size_t j = 0; j < i; ++j) {
      // Of two broken patterns, the first one is reported.
      LOOM_ASSIGN_OR_RETURN(std::optional<std::string> why,
                            WhyNotReady(rule.sequence[j], call));
      LOOM_RETURN_IF_ERROR(waits.status());
      if (!why.has_value()) continue;
      is_met = false;
      LOOM_RETURN_IF_ERROR(Withhold(waits, call));
      outcome->Add(
          Result{Severity::kNormal,
                 absl::StrCat("Delaying creation of resource(s) matching ",
                              QuotedInFull(waits.text()), " because ", *why),
                 ""});
      break;
    }
    if (call.observer != nullptr) {
      call.observer->Tested(absl::StrCat(rule.place, ".sequence[", i, "]"),
                            is_met);
    }
  }
  return absl::OkStatus();
}

absl::Status Sequencer::Withhold(const SequencePattern& pattern,
                                 Call& call) const {
  LOOM_ASSIGN_OR_RETURN(std::vector<absl::string_view> names,
                        pattern.Of(call.composed.DesiredNames(), call.pool));
  bool withheld = false;
  for (absl::string_view name : names) {
    if (call.composed.IsObserved(name)) continue;
    call.composed.EraseDesired(name);
    withheld = true;
  }
  if (withheld && resets_readiness_) {
    LOOM_RETURN_IF_ERROR(call.composite.SetNotReady());
  }
  return absl::OkStatus();
}

}  // namespace loom
