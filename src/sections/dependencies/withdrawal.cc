// SPDX-License-Identifier: Apache-2.0
//
// How it works. Usually every observed resource is desired, and nothing is done. The
// rest works on pairs of logical names: those of the entries, which the section
// `dependencies` has recorded in the call, and those of the observed Usages. A resource
// that leaves stays if it is the prerequisite of any pair.
#include "sections/dependencies/withdrawal.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/call/lookup.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/transition.h"
#include "crossplane/kinds/kind_lookup.h"
#include "crossplane/objects/applied_object.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/gate.h"
#include "sections/dependencies/usages.h"
#include "sections/shared/ignore_label.h"

namespace loom {
namespace {

// The order after the remarks of entries.
constexpr size_t kOrder = limits::kDependencies;
constexpr size_t kNamesListed = 3;
// What the condition says of each kept resource.
constexpr absl::string_view kStays = " stays";
// Crossplane sets this label on the object that a Usage protects. Without it, nothing
// refuses the deletion.
constexpr absl::string_view kInUse = "crossplane.io/in-use";

struct Pair {
  absl::string_view dependent;  // "": it is not observed
  absl::string_view prerequisite;
  absl::string_view usage;  // "": an entry says so
  // The name of a dependent that is not observed but still exists.
  std::string hidden = {};
  // The resource of that dependent, if the resource is of another kind now.
  absl::string_view left_behind_by = "";
  bool reported = true;

  bool IsDependentThere() const {
    return !dependent.empty() || !hidden.empty();
  }
};

Remark Said(absl::string_view reason, std::string text) {
  return {.type = std::string(kDependenciesReady),
          .status = ConditionStatus::kFalse,
          .reason = std::string(reason),
          .text = std::move(text),
          .order = kOrder,
          .is_made_again = true};
}

bool IsLeaving(const Value& object) {
  return Dig(object, {"metadata", "deletionTimestamp"}) != nullptr;
}

void SetAnnotation(Value& object, absl::string_view key, Value value,
                   Pool* pool) {
  Value& metadata = FindOrAdd(object, "metadata", pool);
  Value& annotations = FindOrAdd(metadata, "annotations", pool);
  if (!annotations.IsObject()) annotations = Object();
  Set(annotations, key, std::move(value), pool);
}

// Returns the desired object of a resource that stays. Its mark is an annotation that
// Crossplane sets on each composed resource, to the same value, so that the mark does not
// change the object in the cluster.
absl::StatusOr<Value> KeptObject(absl::string_view name, const Value& observed,
                                 Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(Value object, AppliedObject(observed, pool));
  SetAnnotation(object, kResourceNameAnnotation, Borrow(name), pool);
  return object;
}

// The resources that leave, and the pairs between them.
class Leaving {
 public:
  // `before` is the condition of the observed composite that is not True, if any.
  Leaving(const Kinds& kinds, absl::string_view ignore_label,
          std::optional<Condition> before, Call& call, Outcome* outcome)
      : kinds_(kinds),
        ignore_label_(ignore_label),
        before_(std::move(before)),
        call_(call),
        outcome_(*outcome) {}

  // Finds the resources that leave and why they stay, which may need requirements.
  absl::Status Find() {
    for (absl::string_view name : call_.composed.ObservedNames()) {
      if (!call_.composed.IsDesired(name)) names_.push_back(name);
    }
    if (names_.empty()) return absl::OkStatus();
    for (const std::vector<EarlierSteps::Pair>* order :
         {&call_.steps.order, &call_.deletion_order}) {
      for (const auto& [dependent, prerequisite] : *order) {
        if (!call_.composed.IsObserved(dependent)) continue;
        pairs_.push_back({dependent, prerequisite, ""});
      }
    }
    LOOM_RETURN_IF_ERROR(AddUsages());
    for (const auto& [name, pair] : usages_) pairs_.push_back(pair);
    for (const Pair& pair : pairs_) {
      if (Leaves(pair.prerequisite)) {
        by_prerequisite_.emplace(pair.prerequisite, &pair);
      }
    }
    return FindLastUsages();
  }

  // Keeps resources desired, and reports the reasons.
  absl::Status Keep() {
    LOOM_RETURN_IF_ERROR(NameDependents());
    const std::set<absl::string_view> free = WithoutEnd();
    for (absl::string_view name : names_) {
      if (auto usage = usages_.find(name); usage != usages_.end()) {
        if (Keeps(usage->second) && !free.contains(name)) {
          LOOM_RETURN_IF_ERROR(KeepUsage(name, NameIn(usage->second)));
        }
        continue;
      }
      auto [first, last] = by_prerequisite_.equal_range(name);
      if (first == last && !in_use_.contains(name)) continue;
      LOOM_ASSIGN_OR_RETURN(const bool kept, KeepResource(name));
      if (!kept) continue;
      const std::string text = Reason(name, {first, last});
      if (text.empty()) continue;
      if (call_.observer != nullptr) {
        LOOM_ASSIGN_OR_RETURN(const Value* object,
                              call_.composed.Desired(name));
        call_.observer->Stays(name, *object, text);
      }
      outcome_.Add(Said(reasons::kKept, text));
      // A later step may desire what no template of this step leaves out.
      outcome_.remarks.back().is_news =
          MadeBy(name, call_) != nullptr && !WasReported(name);
    }
    LOOM_RETURN_IF_ERROR(ReportLeftBehind());
    return NoteKept();
  }

 private:
  using ByName = std::multimap<absl::string_view, const Pair*>;
  using ByObjectName = std::multimap<absl::string_view, absl::string_view>;
  using Range =
      std::pair<ByObjectName::const_iterator, ByObjectName::const_iterator>;

  bool Leaves(absl::string_view name) const {
    return std::binary_search(names_.begin(), names_.end(), name);
  }

  // Adds the pairs of the Usages that are observed.
  absl::Status AddUsages() {
    // The observed resources by the last part of their identity.
    ByObjectName by_object_name;
    std::vector<absl::string_view> usages;
    const Names observed = call_.composed.ObservedNames();
    for (absl::string_view name : observed) {
      LOOM_ASSIGN_OR_RETURN(const Value* object, call_.composed.Observed(name));
      if (!IsUsage(*object)) {
        by_object_name.emplace(Name(*object), name);
      } else if (MayNameUsage(name) && Name(*object) == name) {
        usages.push_back(name);
      }
    }
    // Returns the resource on that side of a Usage; "": none.
    auto find =
        [&](const Value& usage,
            absl::string_view side) -> absl::StatusOr<absl::string_view> {
      auto [first, last] = by_object_name.equal_range(NameOfSide(usage, side));
      for (auto each = first; each != last; ++each) {
        LOOM_ASSIGN_OR_RETURN(const Value* object,
                              call_.composed.Observed(each->second));
        if (IsSide(usage, side, *object)) return each->second;
      }
      return "";
    };
    for (absl::string_view name : usages) {
      LOOM_ASSIGN_OR_RETURN(const Value* usage, call_.composed.Observed(name));
      LOOM_ASSIGN_OR_RETURN(const absl::string_view of, find(*usage, "of"));
      LOOM_ASSIGN_OR_RETURN(const absl::string_view by, find(*usage, "by"));
      if (of.empty()) continue;  // what nothing can be done for
      LOOM_ASSIGN_OR_RETURN(const Value* object, call_.composed.Observed(of));
      if (!IsMadeHere(*usage, *object)) continue;
      Pair& pair = usages_[name];
      pair.dependent = by;
      pair.prerequisite = of;
      pair.usage = name;
      pair.reported = Annotation(*usage, kKeptAnnotation).has_value();
      if (by.empty() && Leaves(name)) {
        const auto dependent = Annotation(*usage, kDependentAnnotation);
        LOOM_RETURN_IF_ERROR(LookFor(
            *usage, dependent.value_or(""),
            by_object_name.equal_range(NameOfSide(*usage, "by")), &pair));
        // No step desires the Usage of a resource that no longer exists.
        pair.reported |= pair.hidden.empty();
      }
    }
    return absl::OkStatus();
  }

  // Reports whether the dependent of a Usage exists although it is not observed:
  // Crossplane forgets what it has deleted, even if a finalizer holds it.
  absl::Status LookFor(const Value& usage, absl::string_view name,
                       const Range& of_that_name, Pair* pair) {
    const Value& by = *Dig(usage, {"spec", "by"});
    WantedKind kind{.name = NamedKind::Of(ApiVersion(by), Kind(by))};
    kind.known = kinds_.Find(kind.name, call_.pool);
    LOOM_ASSIGN_OR_RETURN(
        const Found found,
        FindNamedObject(kind,
                        {.name = std::string(NameOfSide(usage, "by")),
                         .ns = std::string(Namespace(usage)),
                         .ns_is_fixed = true},
                        {}, call_, &outcome_));
    if (found.state != LookupState::kFound) return absl::OkStatus();
    const std::string object =
        absl::StrCat(Kind(by), " ", NameOfSide(usage, "by"));
    LOOM_ASSIGN_OR_RETURN(const absl::string_view successor,
                          SuccessorOf(by, of_that_name));
    if (successor.empty() || IsLeaving(found.object())) {
      outcome_.unwatched = true;
      pair->hidden =
          name.empty() ? object : std::string(Shortened(name, limits::kName));
    } else if (HasEntry(successor, pair->prerequisite)) {
      pair->left_behind_by = successor;
      pair->hidden = object;
    }
    return absl::OkStatus();
  }

  // Returns the observed resource that has the name of a Usage's side and is of another
  // kind, because the kind of the resource has changed; "" if there is none. Crossplane
  // compares only the names of resources, so it does not delete the object of the former
  // kind. Only an entry is then a reason to protect what that object uses.
  absl::StatusOr<absl::string_view> SuccessorOf(const Value& side,
                                                const Range& of_that_name) {
    for (auto each = of_that_name.first; each != of_that_name.second; ++each) {
      LOOM_ASSIGN_OR_RETURN(const Value* object,
                            call_.composed.Observed(each->second));
      if (Kind(*object) != Kind(side) ||
          GroupOf(ApiVersion(*object)) != GroupOf(ApiVersion(side))) {
        return each->second;
      }
    }
    return "";
  }

  // Reports whether an entry of this step or of an earlier one has the pair.
  bool HasEntry(absl::string_view dependent,
                absl::string_view prerequisite) const {
    const EarlierSteps::Pair pair(dependent, prerequisite);
    for (const std::vector<EarlierSteps::Pair>* order :
         {&call_.steps.order, &call_.deletion_order}) {
      if (std::find(order->begin(), order->end(), pair) != order->end()) {
        return true;
      }
    }
    return false;
  }

  absl::Status ReportLeftBehind() {
    for (const auto& [name, pair] : usages_) {
      if (pair.left_behind_by.empty()) continue;
      std::string text = absl::StrCat(
          pair.left_behind_by, ": ", pair.hidden, " still exists and uses ",
          pair.prerequisite,
          "; Crossplane does not delete it, because the kind of the resource "
          "has changed: delete it yourself");
      outcome_.Add(Said(reasons::kLeftBehind, std::move(text)));
    }
    return absl::OkStatus();
  }

  // Finds the resources in use without an observed Usage. Deleting a Usage takes time,
  // and Crossplane removes the label from its object after the last Usage is deleted.
  // This fails if several are deleted at the same time, so the label alone proves
  // nothing.
  absl::Status FindLastUsages() {
    for (absl::string_view name : names_) {
      if (usages_.contains(name) || by_prerequisite_.contains(name) ||
          !call_.composed.MayHave(name, kInUse)) {
        continue;
      }
      LOOM_ASSIGN_OR_RETURN(const Value* object, call_.composed.Observed(name));
      if (Label(*object, kInUse) != "true" || IsLeaving(*object)) continue;
      // Crossplane before 2.0 has no such Usages.
      LOOM_ASSIGN_OR_RETURN(
          const KindFound kind,
          FindKind({.name = {.group = "protection.crossplane.io",
                             .version = "v1beta1",
                             .kind = Namespace(*object).empty() ? "ClusterUsage"
                                                                : "Usage"}},
                   call_, &outcome_));
      if (kind.state != LookupState::kFound) continue;
      Requirement wanted;
      wanted.api_version = "protection.crossplane.io/v1beta1";
      wanted.kind = kind.kind.kind;
      wanted.labels = {{std::string(ignore_label_), "true"}};
      if (const absl::string_view ns = Namespace(*object); !ns.empty()) {
        wanted.ns = std::string(ns);
      }
      LOOM_ASSIGN_OR_RETURN(
          const bool found,
          IsUsed(*object, {.kind = kind.kind, .requirement = wanted}));
      if (!found) continue;
      outcome_.unwatched = true;
      in_use_.insert(name);
    }
    return absl::OkStatus();
  }

  // Reports whether any of the requested Usages protects the object.
  absl::StatusOr<bool> IsUsed(const Value& object, Question question) {
    LOOM_ASSIGN_OR_RETURN(const Answered answered,
                          Ask(std::move(question), call_, &outcome_));
    if (!answered.objects.has_value()) return false;
    const std::vector<const Value*>& usages = *answered.objects;
    return std::any_of(usages.begin(), usages.end(), [&](const Value* usage) {
      return IsSide(*usage, "of", object);
    });
  }

  // The Usages of entries store their leaving dependents for the calls in which these
  // are not observed.
  absl::Status NameDependents() {
    for (const auto& [name, pair] : usages_) {
      if (!Leaves(pair.dependent) || Leaves(name)) continue;
      LOOM_ASSIGN_OR_RETURN(Value * usage, call_.composed.Change(name));
      if (usage == nullptr) continue;
      Annotate(*usage, pair.dependent, Leaves(pair.prerequisite));
    }
    return absl::OkStatus();
  }

  // Leaves the kept resources, and why they stay, to later steps.
  absl::Status NoteKept() {
    EarlierSteps& steps = call_.steps;
    steps.kept.clear();
    steps.order.clear();
    for (absl::string_view name : kept_) {
      std::vector<EarlierSteps::Pair> reasons;
      auto [first, last] = by_prerequisite_.equal_range(name);
      for (auto each = first; each != last; ++each) {
        const Pair& pair = *each->second;
        if (pair.usage.empty()) reasons.emplace_back(pair.dependent, name);
      }
      if (auto usage = usages_.find(name);
          usage != usages_.end() && !usage->second.left_behind_by.empty()) {
        reasons.emplace_back(usage->second.left_behind_by,
                             usage->second.prerequisite);
      }
      // Without all of its reasons, a later step might not keep the resource.
      if (steps.kept.size() == limits::kResources ||
          steps.order.size() + reasons.size() > limits::kResources) {
        continue;
      }
      steps.kept.push_back(name);
      steps.order.insert(steps.order.end(), reasons.begin(), reasons.end());
    }
    return absl::OkStatus();
  }

  // A Usage with no withdrawn side is deleted at once.
  bool Keeps(const Pair& usage) const {
    return !usage.hidden.empty() ||
           (!usage.dependent.empty() &&
            (Leaves(usage.dependent) || Leaves(usage.prerequisite)));
  }

  // Reports whether the composite has the condition about the resource, for any reason:
  // the reasons of this step may not be those of all steps.
  bool WasReported(absl::string_view name) const {
    return before_.has_value() &&
           absl::StrContains(absl::StrCat("; ", before_->message),
                             absl::StrCat("; ", name, kStays));
  }

  static absl::string_view NameIn(const Pair& usage) {
    return usage.dependent.empty() ? usage.hidden : usage.dependent;
  }

  // Removes the pairs that are not part of a cycle: those whose `from` is the `to` of
  // no other pair, until none is left.
  static void WithoutEnds(absl::string_view Pair::*from,
                          absl::string_view Pair::*to,
                          std::vector<Pair>* pairs) {
    std::multimap<absl::string_view, const Pair*> by_from;
    std::map<absl::string_view, size_t> reached;
    for (const Pair& pair : *pairs) {
      by_from.emplace(pair.*from, &pair);
      ++reached[pair.*to];
    }
    std::vector<absl::string_view> ends;
    for (const Pair& pair : *pairs) {
      if (!reached.contains(pair.*from)) ends.push_back(pair.*from);
    }
    std::set<const Pair*> gone;
    while (!ends.empty()) {
      auto [first, last] = by_from.equal_range(ends.back());
      ends.pop_back();
      for (auto each = first; each != last; ++each) {
        if (!gone.insert(each->second).second) continue;
        if (--reached[each->second->*to] == 0) {
          ends.push_back(each->second->*to);
        }
      }
    }
    std::vector<Pair> left;
    for (const Pair& pair : *pairs) {
      if (!gone.contains(&pair)) left.push_back(pair);
    }
    *pairs = std::move(left);
  }

  // Finds the Usages among resources that all leave and depend on each other.
  std::set<absl::string_view> WithoutEnd() const {
    std::vector<Pair> left;
    for (const Pair& pair : pairs_) {
      if (Leaves(pair.dependent) && Leaves(pair.prerequisite)) {
        left.push_back(pair);
      }
    }
    WithoutEnds(&Pair::dependent, &Pair::prerequisite, &left);
    WithoutEnds(&Pair::prerequisite, &Pair::dependent, &left);
    std::set<absl::string_view> usages;
    for (const Pair& pair : left) usages.insert(pair.usage);
    return usages;
  }

  absl::Status KeepUsage(absl::string_view name, absl::string_view dependent) {
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
    LOOM_ASSIGN_OR_RETURN(Value usage, KeptObject(name, *observed, call_.pool));
    Annotate(usage, dependent, true);
    kept_.push_back(name);
    return call_.composed.SetDesired(name, std::move(usage), Ready::kTrue);
  }

  void Annotate(Value& usage, absl::string_view dependent, bool kept) {
    SetAnnotation(usage, kDependentAnnotation, Text(dependent, call_.pool),
                  call_.pool);
    if (kept) {
      SetAnnotation(usage, kKeptAnnotation, Borrow("true"), call_.pool);
    }
  }

  // False: it is being deleted.
  absl::StatusOr<bool> KeepResource(absl::string_view name) {
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
    if (IsLeaving(*observed)) return false;
    LOOM_ASSIGN_OR_RETURN(Value object,
                          KeptObject(name, *observed, call_.pool));
    kept_.push_back(name);
    LOOM_RETURN_IF_ERROR(
        call_.composed.SetDesired(name, std::move(object), Ready::kTrue));
    return true;
  }

  // Returns "" if a later step may desire it.
  std::string Reason(
      absl::string_view name,
      std::pair<ByName::const_iterator, ByName::const_iterator> pairs) const {
    bool reported = in_use_.contains(name);
    std::set<absl::string_view> staying, leaving;
    for (auto each = pairs.first; each != pairs.second; ++each) {
      const Pair& pair = *each->second;
      reported |= pair.reported;
      if (!pair.reported || !pair.IsDependentThere()) continue;
      const bool leaves = pair.dependent.empty() || Leaves(pair.dependent);
      (leaves ? leaving : staying).insert(NameIn(pair));
    }
    if (!reported) return "";
    if (!staying.empty()) {
      return absl::StrCat(name, kStays, ": ", Listed(staying),
                          staying.size() == 1 ? " uses it" : " use it");
    }
    if (leaving.empty()) {
      return absl::StrCat(name, kStays, " until its Usage is deleted");
    }
    return absl::StrCat(name, kStays, " until ", Listed(leaving),
                        leaving.size() == 1 ? " is deleted" : " are deleted");
  }

  static std::string Listed(const std::set<absl::string_view>& names) {
    std::vector<std::string> shown;
    for (absl::string_view name : names) {
      if (shown.size() == kNamesListed) break;
      shown.emplace_back(name);
    }
    const size_t more = names.size() - shown.size();
    if (more > 0) shown.push_back(absl::StrCat(more, " more"));
    if (shown.size() == 1) return shown[0];
    const std::string last = std::move(shown.back());
    shown.pop_back();
    return absl::StrCat(absl::StrJoin(shown, ", "), " and ", last);
  }

  const Kinds& kinds_;
  const absl::string_view ignore_label_;
  const std::optional<Condition> before_;
  Call& call_;
  Outcome& outcome_;
  Names names_;  // sorted
  std::vector<Pair> pairs_;
  std::map<absl::string_view, Pair> usages_;
  ByName by_prerequisite_;
  // The answers, by the key of the requirement.
  std::set<absl::string_view> in_use_;
  std::vector<absl::string_view> kept_;
};

// Resources that earlier steps have kept are not desired, so this step decides again. A
// step in between may have desired or changed a resource, which is then no longer kept.
class ForgetKept : public Section {
 public:
  bool runs_always() const override { return true; }
  absl::Status Run(Call& call, Outcome*) const override {
    for (absl::string_view name : call.steps.kept) {
      LOOM_ASSIGN_OR_RETURN(const bool kept, IsStillKept(name, call));
      if (kept) call.composed.ForgetDesired(name);
    }
    return absl::OkStatus();
  }

 private:
  static absl::StatusOr<bool> IsStillKept(absl::string_view name, Call& call) {
    if (!call.composed.IsObserved(name)) return false;
    LOOM_ASSIGN_OR_RETURN(const Value* desired, call.composed.Desired(name));
    if (desired == nullptr) return false;
    LOOM_ASSIGN_OR_RETURN(const Ready ready, call.composed.ReadyOf(name));
    if (ready != Ready::kTrue) return false;
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
    LOOM_ASSIGN_OR_RETURN(Value kept, KeptObject(name, *observed, call.pool));
    Value now = MakeCopy(*desired, call.pool);
    if (IsUsage(kept)) {
      // They follow from the state of this call.
      for (Value* usage : {&kept, &now}) {
        if (Dig(*usage, {"metadata", "annotations", kDependentAnnotation}) ==
            nullptr) {
          continue;
        }
        Value* annotations = Find(*Find(*usage, "metadata"), "annotations");
        Erase(*annotations, kDependentAnnotation, call.pool);
        Erase(*annotations, kKeptAnnotation, call.pool);
      }
    }
    return Equal(now, kept, call.pool);
  }
};

// Returns the condition of the composite, unless it is True. The composite is decoded only
// if it has the word anywhere.
absl::StatusOr<std::optional<Condition>> ConditionBefore(Call& call) {
  if (!absl::StrContains(call.request.observed.composite.value_or(""),
                         kDependenciesReady)) {
    return std::nullopt;
  }
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  std::optional<Condition> before =
      ObservedCondition(*composite, kDependenciesReady);
  if (before.has_value() && before->status == ConditionStatus::kTrue) {
    before.reset();
  }
  return before;
}

}  // namespace

std::unique_ptr<const Section> Withdrawal::ParseEarly(Fields&) {
  return std::make_unique<const ForgetKept>();
}

std::unique_ptr<const Section> Withdrawal::Parse(Fields& input) {
  auto section = std::make_unique<Withdrawal>();
  section->kinds_ = Kinds::Of(input);
  section->ignore_label_ = IgnoreLabelKeyOf(input.at());
  return section;
}

absl::Status Withdrawal::Run(Call& call, Outcome* outcome) const {
  const auto& observed = call.request.observed.resources.entries();
  const bool has_usages =
      std::any_of(observed.begin(), observed.end(),
                  [](const auto& entry) { return MayNameUsage(entry.key); });
  LOOM_ASSIGN_OR_RETURN(std::optional<Condition> before, ConditionBefore(call));
  if (!has_usages && !before.has_value() && call.deletion_order.empty() &&
      call.steps.kept.empty()) {
    return absl::OkStatus();
  }
  Leaving leaving(*kinds_, ignore_label_, std::move(before), call, outcome);
  LOOM_RETURN_IF_ERROR(leaving.Find());
  if (outcome->waits) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(leaving.Keep());
  outcome->Add(Remark{
      .type = std::string(kDependenciesReady),
      .reason = "Satisfied",
      .idle = true,
      .is_about = [&call](absl::string_view name, absl::string_view entry) {
        return absl::StrContains(entry, kStays) &&
               !call.composed.IsObserved(name);
      }});
  return absl::OkStatus();
}

}  // namespace loom
