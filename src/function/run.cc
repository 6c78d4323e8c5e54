// SPDX-License-Identifier: Apache-2.0
#include "function/run.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <new>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/shared_condition.h"
#include "crossplane/contract/transition.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

struct Part {
  const char* what;
  absl::string_view name;
  size_t size;
};

class Largest {
 public:
  explicit Largest(const Response& response) {
    if (response.passes_through) {
      AddEntries("resource", 2, response.desired_bytes.value_or(""));
    }
    for (const DesiredResource& resource : response.resources) {
      Add({"resource", resource.name, SizeOf(resource)});
    }
    if (response.context_bytes.has_value()) {
      AddEntries("context key", 1, *response.context_bytes);
    } else if (response.context.has_value()) {
      for (const ContextEntry& entry : *response.context) {
        Add({"context key", entry.key, SizeOf(entry)});
      }
    }
  }

  const std::vector<Part>& parts() const { return parts_; }

 private:
  // Adds the entries of the given field, a map<string, message>.
  void AddEntries(const char* what, uint32_t field, absl::string_view message) {
    for (WireReader in(message); in.Next();) {
      if (!in.Is(field, WireType::kBytes)) continue;
      Part part{what, "", in.bytes().size()};
      for (WireReader entry(in.bytes()); entry.Next();) {
        if (entry.Is(1, WireType::kBytes)) part.name = entry.bytes();
      }
      Add(part);
    }
  }

  // Among parts of equal size, keeps the first.
  void Add(const Part& part) {
    constexpr size_t kNamed = 3;
    auto smaller = std::find_if(
        parts_.begin(), parts_.end(),
        [&part](const Part& other) { return other.size < part.size; });
    parts_.insert(smaller, part);
    if (parts_.size() > kNamed) parts_.pop_back();
  }

  std::vector<Part> parts_;
};

}  // namespace

std::string LargestParts(const Response& response) {
  const Largest largest(response);
  auto append = [](std::string* out, const Part& part) {
    absl::StrAppend(out, part.what, " \"", Shortened(part.name, limits::kName),
                    "\": ", part.size, " bytes");
  };
  return absl::StrJoin(largest.parts(), ", ", append);
}

namespace {

// Crossplane before 2.0 answers only the older field. If Crossplane lists its
// capabilities, they include the field that it answers, so one field is enough.
bool FillsExtraResources(const Plan& plan, const Request& request) {
  if (plan.settings.requirement_fields != RequirementFields::kAuto) {
    return plan.settings.requirement_fields == RequirementFields::kBoth;
  }
  return !(request.Has(Capability::kCapabilities) &&
           request.Has(Capability::kRequiredResources));
}

// Fold runs the sections and collects their outcomes and the error of the first
// section that failed.
class Fold {
 public:
  Fold(const Plan& plan, Call& call, Response* response)
      : plan_(plan), call_(call), response_(*response) {}

  // Whether the next call should come soon.
  bool unresolved() const { return unresolved_; }
  // Whether it should come at once.
  bool unwatched() const { return unwatched_; }

  absl::Status Run() {
    for (const auto& section : plan_.sections) section->Begin(call_);
    LOOM_ASSIGN_OR_RETURN(const bool applies, Applies());
    for (size_t i = 0; i < plan_.sections.size(); ++i) {
      const Section& section = *plan_.sections[i];
      if (!applies && !section.runs_always()) continue;
      if (call_.incomplete && !section.asks()) continue;
      Outcome outcome(call_.pool);
      absl::Status status = section.Run(call_, &outcome);
      if (call_.observer != nullptr) {
        call_.observer->Ran(plan_.section_names[i], call_, outcome, status);
      }
      Add(std::move(outcome), status);
    }
    if (waits_ || Unanswered()) return Wait();
    LOOM_RETURN_IF_ERROR(AddConditions());
    LOOM_RETURN_IF_ERROR(failed_);
    // A section that turns errors into warnings may have turned this error into one.
    LOOM_RETURN_IF_ERROR(SpendNoted(call_.pool));
    return Finish();
  }

 private:
  // Returns whether the step has to do anything.
  absl::StatusOr<bool> Applies() {
    const std::optional<InputExpression>& condition = plan_.settings.condition;
    if (!condition.has_value()) return true;
    CallVariables variables(&call_);
    absl::StatusOr<bool> holds = condition->Bool(&variables, call_.pool);
    const bool pending = IsPending(holds.status());
    if (holds.ok() && call_.observer != nullptr) {
      call_.observer->Tested("condition", *holds);
    }
    if (holds.ok() && *holds) {
      remarks_.push_back(ExpressionsResolved());
    } else if (call_.observer != nullptr && (pending || holds.ok())) {
      call_.observer->Asked({}, "condition", holds.status(), pending);
    }
    if (!pending) return holds;
    remarks_.push_back(
        PendingExpression("", holds.status(), call_.pool->redacted()));
    not_ready_ = true;
    call_.is_tentative = true;
    pending_condition_ = remarks_.back().text;
    return true;
  }

  void Add(Outcome outcome, const absl::Status& status) {
    AddRequirements(&outcome);
    waits_ |= outcome.waits;
    // Conditions and results of an incomplete call are dropped. The sections
    // report them again in the round in which nothing is missing.
    if (!call_.incomplete) {
      failed_ = status;
      AddTo(&response_.results, std::move(outcome.results));
      AddTo(&conditions_, std::move(outcome.conditions));
      AddTo(&remarks_, std::move(outcome.remarks));
      for (const WithheldResource& each : outcome.withheld) {
        call_.composed.EraseDesired(each.name);
        call_.steps.withheld.insert(each.name);
      }
      if (outcome.output.has_value()) {
        response_.output = std::move(outcome.output);
      }
      not_ready_ |= outcome.not_ready || !outcome.withheld.empty();
      unresolved_ |= outcome.unresolved;
      unwatched_ |= outcome.unwatched;
    }
    call_.incomplete |= outcome.waits || !status.ok();
  }

  template <typename T>
  static void AddTo(std::vector<T>* all, std::vector<T> more) {
    std::move(more.begin(), more.end(), std::back_inserter(*all));
  }

  // Collects the requirements of all sections. Sections may share a requirement.
  void AddRequirements(Outcome* outcome) {
    response_.schemas.merge(outcome->schemas);
    if (outcome->requirements.empty()) return;
    if (!response_.requirements.has_value()) response_.requirements.emplace();
    response_.requirements->merge(outcome->requirements);
  }

  std::vector<absl::string_view> Keys() const {
    std::vector<absl::string_view> keys;
    if (response_.requirements.has_value()) {
      for (const auto& [key, value] : *response_.requirements) {
        keys.push_back(key);
      }
    }
    for (const auto& [key, value] : response_.schemas) keys.push_back(key);
    std::sort(keys.begin(), keys.end());
    return keys;
  }

  bool Unanswered() const {
    std::vector<absl::string_view> keys = Keys();
    return !std::all_of(keys.begin(), keys.end(),
                        [this](auto key) { return IsAnswered(key); });
  }

  bool IsAnswered(absl::string_view key) const {
    return call_.request.Answer(key) != nullptr ||
           call_.request.Schema(key) != nullptr;
  }

  absl::Status Wait() {
    response_.results.clear();
    response_.output.reset();
    if (!plan_.rules->follows_go) {
      LOOM_RETURN_IF_ERROR(CheckEarlierRounds());
      call_.context.Reset();
      LOOM_RETURN_IF_ERROR(NoteWhatIsAsked());
      response_.PassThrough(call_.request);
      response_.ttl = absl::ZeroDuration();  // no cache may keep this
      unresolved_ = unwatched_ = false;
      return call_.context.Finish(&response_);
    }
    response_.PassThrough(call_.request);
    return absl::OkStatus();
  }

  // Returns an error if a requirement of an earlier round is still not answered.
  absl::Status CheckEarlierRounds() {
    LOOM_ASSIGN_OR_RETURN(const Value* note, call_.context.Get(kAskedKey));
    const Value* keys =
        note != nullptr && note->IsObject() ? Find(*note, "keys") : nullptr;
    if (keys == nullptr || !keys->IsArray()) return absl::OkStatus();
    for (const Value& key : Items(*keys)) {
      if (!key.IsString() || IsAnswered(View(key))) continue;
      unresolved_ = true;
      constexpr absl::string_view kWhy =
          ", which an earlier round of this call requested; turn off the "
          "response cache of Crossplane";
      // A key may contain the value of a label, which may be read from any
      // object. So only the message without the key is harmless.
      return Harmless(
          absl::FailedPreconditionError(absl::StrCat(
              "Crossplane does not answer the requirement ", View(key), kWhy)),
          absl::StrCat("Crossplane does not answer a requirement", kWhy));
    }
    return absl::OkStatus();
  }

  absl::Status NoteWhatIsAsked() {
    Pool* pool = call_.pool;
    Value keys = Array();
    for (absl::string_view key : Keys()) {
      keys.PushBack(Text(key, pool), pool->allocator());
    }
    Value note = Object();
    Set(note, "keys", std::move(keys), pool);
    return call_.context.Set(kAskedKey, std::move(note));
  }

  // Adds all conditions, and a result for each one that changed.
  absl::Status AddConditions() {
    if (conditions_.empty() && remarks_.empty()) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
    JoinRemarks(*composite);
    std::stable_sort(conditions_.begin(), conditions_.end(),
                     [](const Condition& a, const Condition& b) {
                       return OrderOfCondition(a.type) <
                              OrderOfCondition(b.type);
                     });
    for (const Condition& condition : conditions_) {
      if (condition.is_authors) continue;
      auto before = ObservedCondition(*composite, condition.type);
      // If the call is FATAL, that result already has the reason.
      if (auto result = Transition(before, condition); result && failed_.ok()) {
        response_.results.push_back(*std::move(result));
      }
      unresolved_ |= condition.status != ConditionStatus::kTrue &&
                     !ConditionTypeOf(condition.type).silent;
    }
    response_.conditions = std::move(conditions_);
    return absl::OkStatus();
  }

  // Combines the remarks of all sections about a condition, and those of earlier steps,
  // into one condition.
  void JoinRemarks(const Value& composite) {
    std::map<std::string, std::vector<Remark>> by_type;
    for (Remark& remark : remarks_) {
      by_type[remark.type].push_back(std::move(remark));
    }
    for (auto& [type, remarks] : by_type) {
      const std::optional<Condition> before =
          ObservedCondition(composite, type);
      EarlierRemarks& earlier = call_.steps.conditions[type];
      auto condition = ConditionOf(remarks, before, earlier);
      if (!condition.has_value()) continue;
      if (before.has_value() && before->status != ConditionStatus::kTrue) {
        const bool knows_all = NoteKnown(*before, remarks, &earlier.known);
        if (condition->status == ConditionStatus::kTrue) {
          condition->is_news = knows_all && !earlier.announced;
          earlier.announced |= condition->is_news;
        }
      }
      earlier.Add(remarks);
      conditions_.push_back(*std::move(condition));
    }
  }

  // Adds the entries of a condition in the observed composite that remarks of this step
  // may be about. Returns whether this step or an earlier one knows all of them; a later
  // step may report the others again.
  bool NoteKnown(const Condition& before, const std::vector<Remark>& remarks,
                 std::set<std::string, std::less<>>* known) const {
    const std::vector<absl::string_view> entries = EntriesShown(before);
    const std::vector<absl::string_view> wanted = call_.WantedNames();
    for (absl::string_view entry : entries) {
      const absl::string_view subject = SubjectOf(entry);
      // No step knows what only stays.
      const std::vector<absl::string_view>& kept = call_.steps.kept;
      if (std::find(kept.begin(), kept.end(), subject) != kept.end()) continue;
      const bool is_known = std::any_of(
          remarks.begin(), remarks.end(), [&](const Remark& remark) {
            // Each section has one such remark, which stands for all of it.
            if (remark.status != ConditionStatus::kTrue) return false;
            if (remark.is_about != nullptr) {
              return remark.is_about(subject, entry);
            }
            return std::binary_search(wanted.begin(), wanted.end(), subject) ||
                   call_.expansions.Of(subject) != nullptr ||
                   IsPathInInput(subject);
          });
      if (is_known) known->emplace(entry);
    }
    return std::all_of(
        entries.begin(), entries.end(),
        [&](absl::string_view entry) { return known->contains(entry); });
  }

  // Returns the name of the resource that an entry begins with, or the path of a field
  // that does not belong to a resource: `spec.cidr` in `environment spec.cidr: …`.
  static absl::string_view SubjectOf(absl::string_view entry) {
    const std::pair<absl::string_view, absl::string_view> words =
        absl::StrSplit(entry.substr(0, entry.find(':')),
                       absl::MaxSplits(' ', 1));
    const bool is_state = words.first == "composite" ||
                          words.first == "environment" ||
                          words.first == "context";
    return is_state ? words.second : words.first;
  }

  // Reports whether the input has that path of a field.
  bool IsPathInInput(absl::string_view subject) const {
    return absl::StrContains(subject, '.') &&
           absl::StrContains(call_.request.input.value_or(""), subject);
  }

  absl::Status Finish() {
    if (!plan_.rules->follows_go) {
      LOOM_RETURN_IF_ERROR(call_.context.Erase(kAskedKey));
    }
    if (pending_condition_.has_value()) {
      Outcome outcome(call_.pool);
      for (absl::string_view name : call_.composed.WithholdNew()) {
        call_.steps.withheld.insert(name);
        outcome.withheld.push_back({name, *pending_condition_, "condition"});
      }
      if (call_.observer != nullptr) {
        call_.observer->Ran("condition", call_, outcome, absl::OkStatus());
      }
    }
    // An Operation has no composite.
    if (not_ready_ && call_.request.observed.composite.has_value()) {
      LOOM_RETURN_IF_ERROR(call_.composite.SetNotReady());
    }
    if (!plan_.rules->follows_go) {
      for (absl::string_view name : call_.expansions.LeftOut()) {
        call_.steps.left_out.insert(call_.NameOf(name));
      }
      LOOM_RETURN_IF_ERROR(call_.steps.Write(call_.context, call_.pool));
    }
    response_.desired_bytes = call_.request.desired.bytes;
    response_.desired_has_more = call_.request.desired.has_more;
    response_.composite = call_.composite.Finish();
    response_.resources = call_.composed.Finish();
    return call_.context.Finish(&response_);
  }

  const Plan& plan_;
  Call& call_;
  Response& response_;
  std::vector<Condition> conditions_;
  std::vector<Remark> remarks_;
  bool waits_ = false;
  bool not_ready_ = false;
  // Why nothing new is composed while the condition of the input is pending.
  std::optional<std::string> pending_condition_;
  bool unresolved_ = false;
  bool unwatched_ = false;
  absl::Status failed_;
};

// Reports the entries that expressions name and that neither the input nor its step
// requires.
std::string UnknownEntriesOf(const Plan& plan, const Request& request) {
  if (plan.unknown_entries.empty()) return "";
  Problems problems;
  for (const UnknownEntry& entry : plan.unknown_entries) {
    if (request.Answer(entry.name) == nullptr) problems.Add(entry.problem);
  }
  return problems.Joined();
}

// Makes the requirements of the step itself available to expressions. Crossplane sends
// their objects with the first call.
absl::Status TakeRequired(const Plan& plan, Call& call) {
  for (const UnknownEntry& entry : plan.unknown_entries) {
    LOOM_ASSIGN_OR_RETURN(auto objects, call.required.Answer(entry.name));
    call.required.SetNamed(entry.name,
                           {.objects = *std::move(objects), .is_list = true});
  }
  return absl::OkStatus();
}

absl::Status RunSections(const Plan& plan, Call& call, Response* response) {
  const std::string unknown = UnknownEntriesOf(plan, call.request);
  if (!unknown.empty() || !plan.problems.empty()) {
    const bool both = !unknown.empty() && !plan.problems.empty();
    return Harmless(absl::InvalidArgumentError(absl::StrCat(
        "invalid Function input: ", unknown, both ? "; " : "", plan.problems)));
  }
  LOOM_ASSIGN_OR_RETURN(const Value* mark, call.context.Get(kRedactedKey));
  if (mark != nullptr) call.pool->NoteSecret();
  if (!plan.rules->follows_go) {
    LOOM_RETURN_IF_ERROR(call.steps.Read(call.context, call.pool));
    for (const auto& [name, alias] : call.steps.aliases) {
      call.expansions.Set(name, {alias});
      call.expansions.SetId(alias, name);
    }
  }
  if (call.observer != nullptr) call.observer->Begins(call);
  LOOM_RETURN_IF_ERROR(TakeRequired(plan, call));
  call.values.Begin(plan.settings.values.get());
  Fold fold(plan, call, response);
  absl::Status status = fold.Run();
  if (fold.unresolved()) response->ttl = plan.settings.pending_ttl;
  if (fold.unwatched()) {
    response->ttl = std::min(plan.settings.pending_ttl,
                             absl::Seconds(limits::kUnwatchedSeconds));
  }
  return status;
}

// A call that allocates too much memory at once ends at that allocation, by an
// exception.
absl::Status RunWithinMemory(const Plan& plan, Call& call, Response* response) {
  try {
    return RunSections(plan, call, response);
  } catch (const std::bad_alloc&) {
    if (call.pool->account().ended().ok()) throw;
    return call.pool->account().ended();
  }
}

}  // namespace

void Fail(std::string message, const Request& request, Response* response,
          std::string reason) {
  response->PassThrough(request);
  response->output.reset();
  response->results.push_back(
      {Severity::kFatal, std::move(message), std::move(reason)});
}

absl::Status Run(const Plan& plan, Call& call, Response* response) {
  response->ttl = plan.settings.ttl;
  response->fill_extra_resources = FillsExtraResources(plan, call.request);
#ifndef NDEBUG
  const size_t before = HashOf(plan.input);
#endif
  absl::Status status = RunWithinMemory(plan, call, response);
  // All calls share the tree, whose nodes are also in the objects of this call
  // (data/fieldpath/access.h).
  assert(HashOf(plan.input) == before && "a call has changed its plan");
  if (const absl::Status& ended = call.pool->account().ended(); !ended.ok()) {
    // An error that the author can fix is a FATAL result. A malformed request, a client
    // that has disconnected and full memory are errors of the RPC.
    if (!absl::IsFailedPrecondition(ended)) return ended;
    // The status may include the location.
    if (!EndsCall(status)) status = ended;
  }
  if (!status.ok()) {
    if (call.observer != nullptr) call.observer->Failed(status);
    Fail(MessageOf(status, call.pool->redacted()), call.request, response,
         FactOf(status, Fact::kReason));
  }
  if (call.observer != nullptr) call.observer->Reported(response->results);
  return absl::OkStatus();
}

}  // namespace loom
