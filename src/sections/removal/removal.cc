// SPDX-License-Identifier: Apache-2.0
#include "sections/removal/removal.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "data/value/object.h"

namespace loom {
namespace {

std::optional<Removed> ParseEntry(const Input& entry) {
  if (!entry.value().IsObject()) {
    std::optional<NamePattern> name = NamePattern::ParseEntry(entry);
    if (!name.has_value()) return std::nullopt;
    return Removed{.place = entry.place(), .name = *std::move(name)};
  }
  Fields fields(entry);
  Removed removed{.place = entry.place(),
                  .name = NamePattern::Parse(fields, "name")};
  removed.condition = InputExpression::Read(fields, "condition", kNamesOfCall,
                                            ExpressionType::kBool);
  fields.Done();
  return removed;
}

// An entry whose condition is not false in a call, and the resources that it matches.
struct Match {
  const Removed* removed;
  absl::Status pending;  // OK: the condition is true
  std::vector<absl::string_view> names = {};
};

// Returns nullopt if the condition is false.
absl::StatusOr<std::optional<Match>> Tested(const Removed& removed,
                                            CallVariables* variables,
                                            Call& call) {
  if (!removed.condition.has_value()) return Match{&removed, absl::OkStatus()};
  const absl::StatusOr<bool> holds =
      removed.condition->Bool(variables, call.pool);
  if (holds.ok() && call.observer != nullptr) {
    call.observer->Tested(removed.condition->place(), *holds);
  }
  if (!holds.ok() && !IsPending(holds.status())) return holds.status();
  if (holds.ok() && !*holds) return std::optional<Match>();
  return Match{&removed, holds.status()};
}

// Whether people can learn of it only now: Crossplane is about to delete a resource, or
// composes for the first time.
absl::StatusOr<bool> IsNews(const std::set<absl::string_view>& removed,
                            Call& call) {
  for (absl::string_view name : removed) {
    if (call.composed.IsObserved(name)) return true;
  }
  if (!call.request.observed.composite.has_value()) return false;
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  return ItemsAt(*composite, {"status", "conditions"}).empty();
}

void Wait(const Match& match, Call& call, Outcome* outcome) {
  if (match.names.empty()) return;
  const bool redacted = call.pool->redacted();
  outcome->not_ready = true;
  outcome->Add(
      PendingExpression(match.removed->name.text(), match.pending, redacted));
  for (absl::string_view name : match.names) {
    if (call.composed.IsObserved(name)) continue;
    outcome->withheld.push_back(
        {name, MessageOf(match.pending, redacted), match.removed->place});
  }
}

}  // namespace

std::unique_ptr<const Section> Removal::Parse(Fields& input) {
  const std::vector<Input> entries = input.ListSection("remove");
  if (entries.empty()) return nullptr;
  OwnTemplates templates = OwnTemplates::Parse(input.at());
  std::vector<Removed> list;
  list.reserve(entries.size());
  for (const Input& entry : entries) {
    std::optional<Removed> removed = ParseEntry(entry);
    if (!removed.has_value()) continue;
    const OwnTemplate* own = removed->name.is_name()
                                 ? templates.Find(removed->name.text())
                                 : nullptr;
    if (own != nullptr && own->makes_object) {
      entry.Invalid(
          entry.value().IsObject() ? "name" : "",
          absl::StrCat("\"", Cut(removed->name.text(), limits::kName),
                       "\": resources[", own->index,
                       "] makes it; set a condition on that template instead"));
    }
    list.push_back(*std::move(removed));
  }
  return std::make_unique<const Removal>(std::move(list), std::move(templates));
}

std::vector<absl::string_view> Removal::NamesOfEarlierSteps(Call& call) const {
  std::set<absl::string_view> own;
  for (absl::string_view name : templates_.Resources(call.expansions)) {
    const OwnTemplate* made = templates_.Find(call.expansions.TemplateOf(name));
    const bool makes = made != nullptr && made->makes_object &&
                       !call.expansions.PassesOver(name);
    if (makes) own.insert(name);
  }
  std::vector<absl::string_view> names;
  for (absl::string_view name : call.composed.DesiredNames()) {
    if (call.composed.CameDesired(name) && !own.contains(name)) {
      names.push_back(name);
    }
  }
  return names;
}

absl::Status Removal::Run(Call& call, Outcome* outcome) const {
  // The step itself may turn out not to apply.
  if (call.is_tentative) return absl::OkStatus();
  CallVariables variables(&call);
  std::vector<Match> matches;
  for (const Removed& removed : list_) {
    LOOM_ASSIGN_OR_RETURN(std::optional<Match> match,
                          Tested(removed, &variables, call));
    if (match.has_value()) matches.push_back(*std::move(match));
  }
  const std::vector<absl::string_view> names = NamesOfEarlierSteps(call);
  std::set<absl::string_view> gone;
  for (Match& match : matches) {
    for (absl::string_view name : names) {
      LOOM_ASSIGN_OR_RETURN(const bool matched,
                            match.removed->name.Matches(name, call.pool));
      if (!matched || gone.contains(name)) continue;
      match.names.push_back(name);
      if (!match.pending.ok()) continue;
      gone.insert(name);
      call.composed.EraseDesired(name);
      if (call.observer != nullptr) {
        call.observer->Removed(name, match.removed->place);
      }
    }
  }
  for (Match& match : matches) {
    if (match.pending.ok()) continue;
    std::erase_if(match.names,
                  [&](absl::string_view name) { return gone.contains(name); });
    Wait(match, call, outcome);
  }
  const bool computes = std::any_of(
      list_.begin(), list_.end(),
      [](const Removed& removed) { return removed.condition.has_value(); });
  if (computes) {
    outcome->Add(ExpressionsResolved());
    outcome->remarks.back().idle = true;
  }
  if (gone.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const bool is_news, IsNews(gone, call));
  if (!is_news) return absl::OkStatus();
  const std::string text = absl::StrCat("removed what earlier steps desire: ",
                                        absl::StrJoin(gone, ", "));
  outcome->Add(Result{Severity::kNormal,
                      std::string(Shortened(text, limits::kMessage)),
                      "ResourcesRemoved"});
  return absl::OkStatus();
}

}  // namespace loom
