// SPDX-License-Identifier: Apache-2.0
#include "sections/references/required.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "data/value/object.h"
#include "language/cel/program/named_values.h"
#include "sections/references/sources/source.h"

namespace loom {
namespace {

void AddReadsOf(const TextOrField& text, std::vector<ExpressionRead>* reads) {
  if (!text.computed.has_value()) return;
  for (const InputExpression& each : text.computed->expressions()) {
    for (ExpressionRead& read : ReadsOf(each.text())) {
      reads->push_back(std::move(read));
    }
  }
}

}  // namespace

std::vector<ExpressionRead> ReadsOfLookup(const Lookup& lookup) {
  std::vector<ExpressionRead> reads;
  AddReadsOf(lookup.name, &reads);
  AddReadsOf(lookup.ns, &reads);
  for (const LabelSource& label : lookup.labels) {
    AddReadsOf(label.value, &reads);
  }
  return reads;
}

int RoundsOfRead(const ExpressionRead& read, const RequiredRounds& rounds) {
  if (read.name != "required" || read.path.empty()) return 0;
  auto found = rounds.find(read.path[0].field);
  return found == rounds.end() ? 0 : found->second;
}

namespace {

std::optional<int64_t> ReadCount(Fields& fields, absl::string_view member,
                                 bool is_list) {
  std::optional<int64_t> count = fields.Integer(member);
  if (!count.has_value()) return count;
  if (*count < 0) fields.at().Invalid(member, "expected a non-negative number");
  if (!is_list) {
    fields.at().Invalid(member, "only labels and all read a list");
  }
  return count;
}

void ParseLabels(const Input& labels, Lookup* lookup) {
  lookup->by_labels = true;
  for (const Member* member : InOrder(labels.value())) {
    const absl::string_view key = View(member->name);
    if (!member->value.IsString()) {
      labels.Invalid(
          key, absl::StrCat("expected a string, got ", KindName(member->value)),
          ProblemKind::kType);
      continue;
    }
    lookup->labels.push_back(
        {.key = std::string(key),
         .value = TextOrField::Parse(labels.Member(key, member->value))});
  }
  if (lookup->labels.empty()) {
    labels.Problem("at least one label is required", ProblemKind::kIncomplete);
  }
}

void CheckOneWay(const Input& at, const Lookup& lookup) {
  const int ways =
      int(lookup.name.given()) + int(lookup.by_labels) + int(lookup.all);
  if (ways == 0) at.RequireOne({"objectName", "labels", "all"});
  if (ways > 1) at.Problem("objectName, labels and all cannot be combined");
}

RequiredEntry ParseEntry(const Input& at, const Kinds& kinds) {
  Fields fields(at);
  RequiredEntry entry;
  entry.place = at.place();
  entry.name = std::string(fields.Required("name"));
  Lookup& lookup = entry.lookup;
  const absl::string_view version = fields.Required("apiVersion");
  lookup.kind.name = NamedKind::Of(version, fields.Required("kind"));
  lookup.kind.known = kinds.Find(lookup.kind.name);
  if (fields.String("objectName").has_value()) {
    lookup.name = TextOrField::Parse(*fields.Any("objectName"));
  }
  if (fields.String("namespace").has_value()) {
    lookup.ns = TextOrField::Parse(*fields.Any("namespace"));
  }
  if (auto labels = fields.Object("labels")) ParseLabels(*labels, &lookup);
  lookup.all = fields.Bool("all").value_or(false);
  entry.optional = fields.Bool("optional").value_or(false);
  CheckOneWay(at, lookup);
  const bool is_list = lookup.selects();
  lookup.min_match = ReadCount(fields, "min", is_list);
  lookup.max_match = ReadCount(fields, "max", is_list);
  if (is_list) {
    lookup.mode = SelectionMode::kMultiple;
    if (entry.optional && !lookup.min_match.has_value()) lookup.min_match = 0;
  }
  lookup.sort_by = *Path::Parse("metadata.name");
  if (!lookup.ns.text.empty() && lookup.kind.known.has_value() &&
      lookup.kind.known->scope == Scope::kCluster) {
    at.Note("namespace",
            absl::StrCat("has no effect, because ", lookup.kind.known->kind,
                         " is cluster-scoped"));
  }
  fields.Done();
  return entry;
}

// Orders the entries so that each comes after those that it reads.
class Sorter {
 public:
  Sorter(std::vector<RequiredEntry> entries, const std::vector<Input>& inputs,
         const Value& root)
      : entries_(std::move(entries)), inputs_(inputs), root_(root) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      at_.emplace(entries_[i].name, i);
    }
    AddLater("references", "name");
    AddLater("externalValues", "name");
    AddLater("extraResources", "into");
    for (RequiredEntry& entry : entries_) {
      std::set<std::string> values;
      AddNeeds(ReadsOfLookup(entry.lookup), &values, &entry);
    }
  }

  std::vector<RequiredEntry> Sorted() {
    for (size_t i = 0; i < entries_.size(); ++i) {
      std::vector<size_t> way;
      Visit(i, &way);
    }
    std::vector<RequiredEntry> sorted;
    sorted.reserve(order_.size());
    for (size_t i : order_) sorted.push_back(std::move(entries_[i]));
    return sorted;
  }
  const RequiredRounds& rounds() const { return rounds_; }

 private:
  enum class State { kOpen, kDone };

  // Notes the entries of a list that is read later.
  void AddLater(absl::string_view list, absl::string_view member) {
    const Value* entries = root_.IsObject() ? loom::Find(root_, list) : nullptr;
    if (entries == nullptr || !entries->IsArray()) return;
    for (const Value& entry : Items(*entries)) {
      const Value* name =
          entry.IsObject() ? loom::Find(entry, member) : nullptr;
      if (name != nullptr && name->IsString()) {
        later_.emplace(std::string(View(*name)), list);
      }
    }
  }

  // Follows values with names.
  void AddNeeds(const std::vector<ExpressionRead>& reads,
                std::set<std::string>* values, RequiredEntry* entry) {
    for (const ExpressionRead& read : reads) {
      if (read.path.empty()) continue;
      const std::string& name = read.path[0].field;
      if (read.name == "required") entry->needs.push_back(name);
      if (read.name != "values" || !values->insert(name).second) continue;
      for (const std::string& text :
           ExpressionsOfValue(loom::Find(root_, "values"), name)) {
        AddNeeds(ReadsOf(text), values, entry);
      }
    }
  }

  void Visit(size_t index, std::vector<size_t>* way) {
    auto [state, is_new] = states_.emplace(index, State::kOpen);
    if (!is_new) {
      if (state->second == State::kOpen) ReportCycle(index, *way);
      return;
    }
    way->push_back(index);
    const RequiredEntry& entry = entries_[index];
    int before = entry.lookup.kind.known.has_value() ? 0 : 1;
    for (const std::string& name : entry.needs) {
      auto found = at_.find(name);
      if (found == at_.end()) {
        ReportLater(index, name);
        continue;
      }
      Visit(found->second, way);
      auto rounds = rounds_.find(name);
      if (rounds != rounds_.end()) before = std::max(before, rounds->second);
    }
    way->pop_back();
    states_[index] = State::kDone;
    order_.push_back(index);
    rounds_[entry.name] = before + 1;
    if (before + 1 <= limits::kRounds) return;
    inputs_[index].Problem(
        absl::StrCat("needs ", before + 1,
                     " rounds of requirements, but Crossplane makes at most ",
                     limits::kRounds));
  }

  void ReportCycle(size_t index, const std::vector<size_t>& way) const {
    std::vector<std::string> names;
    auto begin = std::find(way.begin(), way.end(), index);
    names.reserve(way.size() + 1);
    for (auto at = begin; at != way.end(); ++at) {
      names.push_back(entries_[*at].name);
    }
    names.push_back(entries_[index].name);
    inputs_[index].Problem(absl::StrCat("the object needs itself: ",
                                        absl::StrJoin(names, " -> ")));
  }

  // A name that no list has is reported, or is a requirement of the step itself.
  void ReportLater(size_t index, const std::string& name) const {
    auto list = later_.find(name);
    if (list == later_.end()) return;
    inputs_[index].Problem(absl::StrCat(
        "reads required.", name, ", an entry of ", list->second,
        ", which are read later; read that object with an entry of required"));
  }

  std::vector<RequiredEntry> entries_;
  const std::vector<Input>& inputs_;
  const Value& root_;
  std::map<std::string, size_t> at_;
  std::map<std::string, absl::string_view> later_;
  std::map<size_t, State> states_;
  std::vector<size_t> order_;
  RequiredRounds rounds_;
};

}  // namespace

std::unique_ptr<const Section> Required::Parse(Fields& input) {
  const std::vector<Input> inputs = input.ListSection("required");
  if (inputs.empty()) return nullptr;
  const auto kinds = Kinds::Of(input);
  const auto names = RequiredNames::Of(input.at());
  std::vector<RequiredEntry> entries;
  entries.reserve(inputs.size());
  std::set<std::string> given;
  for (const Input& at : inputs) {
    RequiredEntry& entry = entries.emplace_back(ParseEntry(at, *kinds));
    entry.index = entries.size() - 1;
    if (entry.name.empty()) continue;
    names->Declare(entry.name);
    if (!given.insert(entry.name).second) {
      at.Invalid("name", absl::StrCat("duplicate name \"", entry.name, "\""),
                 ProblemKind::kDuplicate);
    }
  }
  Sorter sorter(std::move(entries), inputs, input.at().value());
  std::vector<RequiredEntry> sorted = sorter.Sorted();
  input.at().Made<const RequiredRounds>() =
      std::make_shared<const RequiredRounds>(sorter.rounds());
  return std::make_unique<const Required>(std::move(sorted),
                                          AccessPolicy::Of(input));
}

absl::Status Required::Find(const RequiredEntry& entry, Call& call,
                            Outcome* outcome) const {
  const AccessPolicy* const policies[] = {call.access, access_.get()};
  LOOM_ASSIGN_OR_RETURN(Found found,
                        FindObjects(entry.lookup, policies, call, outcome));
  if (call.observer != nullptr && found.state != LookupState::kPending) {
    call.observer->Tested(entry.place, found.state == LookupState::kFound);
  }
  if (found.state == LookupState::kFound) {
    call.required.SetNamed(entry.name,
                           {std::move(found.objects), entry.is_list()});
    return absl::OkStatus();
  }
  if (found.state != LookupState::kFailed) return absl::OkStatus();
  if (found.is_missing() && entry.is_list() && entry.may_be_empty()) {
    call.required.SetNamed(entry.name, {{}, /*is_list=*/true});
    return absl::OkStatus();
  }
  call.required.SetMissing(entry.name, WhyMissing(found, found.failure.cause));
  if (entry.optional) return absl::OkStatus();
  const std::string shown = found.Shown();
  outcome->not_ready = true;
  outcome->Add(Remark{
      .type = "ReferencesResolved",
      .status = StatusOf(found.failure),
      .reason = std::string(found.failure.reason),
      .text = absl::StrCat("required.", entry.name, ": ", found.failure.cause,
                           " (", entry.lookup.kind.name.ApiVersion(), " ",
                           found.kind, shown.empty() ? "" : " ", shown, ")"),
      .order = entry.index,
      .place = entry.place});
  return absl::OkStatus();
}

absl::Status Required::Run(Call& call, Outcome* outcome) const {
  for (const RequiredEntry& entry : entries_) {
    LOOM_RETURN_IF_ERROR(call.Begin(entry.place, entry.index));
    LOOM_RETURN_IF_ERROR(Find(entry, call, outcome));
  }
  outcome->Add(Remark{
      .type = "ReferencesResolved",
      .reason = "Resolved",
      .is_about = [](absl::string_view name, absl::string_view /*entry*/) {
        return absl::StartsWith(name, "required.");
      }});
  return absl::OkStatus();
}

}  // namespace loom
