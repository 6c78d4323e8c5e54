// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/lookup.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/sort_objects.h"
#include "data/value/budget.h"

namespace loom {
namespace {

using Objects = std::vector<const Value*>;

constexpr absl::string_view kNameTooLong = "a name is longer than 253 bytes";

// Reports whether no object can have such a name, namespace or label. Messages then do
// not repeat it.
bool IsTooLong(absl::string_view name) { return name.size() > limits::kName; }

std::string NamespaceRequired(absl::string_view kind) {
  return absl::StrCat("a namespace is required for the namespaced kind ", kind,
                      ", because the composite is cluster-scoped");
}

std::string Matches(size_t count) {
  return count == 1 ? "1 object matches"
                    : absl::StrCat(count, " objects match");
}

std::string ShownText(const TextOrField& value) {
  if (value.text.empty()) return "";
  return IsTooLong(value.text) || !value.is_fixed() ? "?" : value.text;
}

Requirement RequirementOf(const NamedKind& name, const KnownKind& kind,
                          const std::string& ns) {
  Requirement requirement;
  requirement.api_version = name.ApiVersion();
  requirement.kind = kind.kind;
  if (!ns.empty()) requirement.ns = ns;
  return requirement;
}

// A string that was read, and the part of it that a message may show.
struct Text {
  std::string text;
  std::string shown;
};

// Finds the objects of one lookup in one call. The steps return false if they do not
// find them, and found_ has the reason.
class Finder {
 public:
  Finder(const Lookup& lookup, AccessPolicies policies, Call& call,
         Outcome* outcome)
      : lookup_(lookup), policies_(policies), call_(call), outcome_(*outcome) {}

  absl::StatusOr<Found> Run() {
    LOOM_RETURN_IF_ERROR(FindAll().status());
    return std::move(found_);
  }

 private:
  absl::StatusOr<bool> FindAll() {
    const NamedKind& name = lookup_.kind.name;
    found_.kind = name.kind.empty() ? name.resource : name.kind;
    found_.ns = ShownText(lookup_.ns);
    const bool known = !lookup_.selects() && lookup_.name.is_fixed();
    found_.name = known ? ShownText(lookup_.name) : lookup_.all ? "*" : "?";
    LOOM_ASSIGN_OR_RETURN(KindFound kind,
                          FindKind(lookup_.kind, call_, &outcome_));
    if (!kind.kind.kind.empty()) found_.kind = kind.kind.kind;
    if (kind.state == LookupState::kPending) return false;
    if (kind.state == LookupState::kFailed) {
      return Failed(kind.failure.reason, std::move(kind.failure.cause));
    }
    kind_ = std::move(kind.kind);
    LOOM_ASSIGN_OR_RETURN(const bool named, ReadNames());
    return named ? AskAndPick() : false;
  }

  bool Failed(absl::string_view reason, std::string cause) {
    found_.state = LookupState::kFailed;
    found_.failure = {.reason = reason, .cause = std::move(cause)};
    return false;
  }

  absl::StatusOr<bool> Read(const TextOrField& value, Text* read) {
    absl::StatusOr<std::string> text = value.Read(call_);
    if (EndsCall(text.status())) return text.status();
    if (!text.ok()) {
      return Failed(absl::IsNotFound(text.status()) ? reasons::kFieldMissing
                                                    : reasons::kInvalid,
                    MessageOf(text.status(), call_.pool->redacted()));
    }
    if (IsTooLong(*text)) {
      return Failed(reasons::kInvalid, std::string(kNameTooLong));
    }
    // The value of a field may come from a Secret.
    const bool hidden = !value.is_fixed() && call_.pool->redacted();
    *read = {*text, hidden ? "?" : *text};
    return true;
  }

  absl::StatusOr<bool> ReadNames() {
    if (kind_.scope == Scope::kCluster) {
      found_.ns.clear();
    } else {
      LOOM_ASSIGN_OR_RETURN(const bool found, ReadNamespace());
      if (!found) return false;
    }
    if (lookup_.all) return true;
    if (lookup_.by_labels) return ReadLabels();
    Text name;
    LOOM_ASSIGN_OR_RETURN(const bool found, Read(lookup_.name, &name));
    if (!found) return false;
    name_ = std::move(name.text);
    found_.name = std::move(name.shown);
    return true;
  }

  absl::StatusOr<bool> ReadNamespace() {
    Text ns;
    LOOM_ASSIGN_OR_RETURN(const bool found, Read(lookup_.ns, &ns));
    if (!found) return false;
    if (ns.text.empty()) {
      LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
      ns.text = ns.shown = std::string(Namespace(*composite));
    }
    ns_ = std::move(ns.text);
    found_.ns = std::move(ns.shown);
    if (!ns_.empty() || lookup_.selects()) return true;
    return Failed(reasons::kInvalid, NamespaceRequired(kind_.kind));
  }

  absl::StatusOr<bool> ReadLabels() {
    LOOM_RETURN_IF_ERROR(Spend(Sorting(lookup_.labels.size()), call_.pool));
    std::map<std::string, std::string> shown;
    for (const LabelSource& label : lookup_.labels) {
      Text value;
      LOOM_ASSIGN_OR_RETURN(const bool found, Read(label.value, &value));
      if (!found && label.optional &&
          found_.failure.reason == reasons::kFieldMissing) {
        continue;
      }
      if (!found) return false;
      labels_[label.key] = std::move(value.text);
      shown[label.key] = std::move(value.shown);
    }
    found_.name = absl::StrJoin(shown, ",", absl::PairFormatter("="));
    if (labels_.empty()) found_.state = LookupState::kNothing;
    return !labels_.empty();
  }

  absl::StatusOr<bool> AskAndPick() {
    Requirement requirement = RequirementOf(lookup_.kind.name, kind_, ns_);
    if (lookup_.selects()) {
      requirement.labels = std::move(labels_);
    } else {
      requirement.name = std::move(name_);
    }
    LOOM_ASSIGN_OR_RETURN(Answered answered,
                          Ask({.kind = kind_,
                               .requirement = std::move(requirement),
                               .ns_is_fixed = lookup_.ns.is_fixed(),
                               .policies = policies_},
                              call_, &outcome_));
    if (!answered.refusal.empty()) {
      found_.refusal = answered.refusal;
      return Failed(reasons::kNotAllowed, std::string(answered.refusal));
    }
    found_.state = LookupState::kPending;
    if (!answered.objects.has_value()) return false;
    return Pick(*std::move(answered.objects));
  }

  absl::StatusOr<bool> Pick(Objects objects) {
    LOOM_RETURN_IF_ERROR(Spend(Sorting(objects.size()), call_.pool));
    // Crossplane before 2.0 answers a query by labels from all namespaces.
    std::erase_if(objects, [&](const Value* object) {
      const absl::string_view ns = Namespace(*object);
      return !ns_.empty() && !ns.empty() && ns != ns_;
    });
    std::sort(objects.begin(), objects.end(), [](auto* a, auto* b) {
      return std::pair(Namespace(*a), Name(*a)) <
             std::pair(Namespace(*b), Name(*b));
    });
    const bool multiple = lookup_.mode == SelectionMode::kMultiple;
    const auto least = size_t(lookup_.min_match.value_or(1));
    if (multiple && lookup_.min_match.has_value() && objects.size() < least) {
      return Failed(
          reasons::kNotFound,
          absl::StrCat(Matches(objects.size()), ", want at least ", least));
    }
    if (objects.empty()) return Failed(reasons::kNotFound, "object not found");
    if (lookup_.mode == SelectionMode::kSingle && objects.size() > 1) {
      return Failed(reasons::kAmbiguous,
                    absl::StrCat(Matches(objects.size()), ", want 1"));
    }
    return multiple ? Sort(std::move(objects)) : Take({objects.front()});
  }

  bool Take(Objects objects) {
    found_.state = LookupState::kFound;
    found_.objects = std::move(objects);
    return true;
  }

  absl::StatusOr<bool> Sort(Objects objects) {
    absl::Status sorted = SortObjects(lookup_.sort_by, call_.pool, &objects);
    if (EndsCall(sorted)) return sorted;
    if (!sorted.ok()) {
      return Failed(reasons::kInvalid,
                    MessageOf(sorted, call_.pool->redacted()));
    }
    const auto most =
        size_t(lookup_.max_match.value_or(int64_t(objects.size())));
    objects.resize(std::min(most, objects.size()));
    return Take(std::move(objects));
  }

  const Lookup& lookup_;
  const AccessPolicies policies_;
  Call& call_;
  Outcome& outcome_;

  KnownKind kind_;
  std::string name_, ns_;
  std::map<std::string, std::string> labels_;
  Found found_;
};

// Refuses objects that were found and may not be read.
absl::Status CheckFound(const Question& question, Call& call,
                        Answered* answered) {
  if (question.policies.empty() || question.kind.scope == Scope::kNamespaced) {
    return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(Spend(Finding(answered->objects->size()), call.pool));
  for (const Value* object : *answered->objects) {
    if (Namespace(*object).empty()) continue;
    LOOM_ASSIGN_OR_RETURN(answered->refusal,
                          RefusalOfObject(*object, question.ns_is_fixed,
                                          question.policies, call));
    if (answered->refusal.empty()) continue;
    answered->refused = object;
    answered->objects.reset();
    break;
  }
  return absl::OkStatus();
}

}  // namespace

std::string Found::Shown() const {
  return absl::StrCat(ns, ns.empty() ? "" : "/", name);
}

std::string Found::Where(absl::string_view api_version,
                         absl::string_view path) const {
  return absl::StrCat(api_version, " ", kind, " ", Shown(), " ", path);
}

absl::StatusOr<Found> FindObjects(const Lookup& lookup, AccessPolicies policies,
                                  Call& call, Outcome* outcome) {
  return Finder(lookup, policies, call, outcome).Run();
}

absl::StatusOr<Found> FindNamedObject(const WantedKind& kind,
                                      const ObjectName& name,
                                      AccessPolicies policies, Call& call,
                                      Outcome* outcome) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const bool too_long = IsTooLong(name.name) || IsTooLong(name.ns);
  const bool hidden = call.pool->redacted() || too_long;
  const std::string ns =
      name.ns.empty() ? std::string(Namespace(*composite)) : name.ns;
  Found found{.kind = kind.name.kind,
              .ns = hidden && !name.ns.empty() ? "?" : ns,
              .name = hidden ? "?" : name.name};
  auto failed = [&](absl::string_view reason, std::string cause) {
    found.state = LookupState::kFailed;
    found.failure = {.reason = reason, .cause = std::move(cause)};
    return std::move(found);
  };
  if (too_long) return failed(reasons::kInvalid, std::string(kNameTooLong));
  LOOM_ASSIGN_OR_RETURN(KindFound known, FindKind(kind, call, outcome));
  if (known.state == LookupState::kPending) return found;
  if (known.state == LookupState::kFailed) {
    return failed(known.failure.reason, std::move(known.failure.cause));
  }
  found.kind = known.kind.kind;
  const bool namespaced = known.kind.scope == Scope::kNamespaced;
  if (!namespaced) found.ns.clear();
  if (namespaced && ns.empty()) {
    return failed(reasons::kInvalid, NamespaceRequired(found.kind));
  }
  Requirement requirement =
      RequirementOf(kind.name, known.kind, namespaced ? ns : "");
  requirement.name = name.name;
  LOOM_ASSIGN_OR_RETURN(Answered answered,
                        Ask({.kind = known.kind,
                             .requirement = std::move(requirement),
                             .ns_is_fixed = name.ns_is_fixed,
                             .policies = policies},
                            call, outcome));
  if (!answered.refusal.empty()) {
    return failed(reasons::kNotAllowed, std::string(answered.refusal));
  }
  if (!answered.objects.has_value()) return found;
  if (answered.objects->empty()) {
    return failed(reasons::kNotFound, "object not found");
  }
  found.state = LookupState::kFound;
  found.objects = *std::move(answered.objects);
  return found;
}

absl::StatusOr<KindFound> FindKind(const WantedKind& kind, Call& call,
                                   Outcome* outcome) {
  absl::StatusOr<KindFound> found = LookUpKind(
      kind.name, kind.known, call.required, call.pool, &outcome->requirements);
  outcome->waits |= found.ok() && found->state == LookupState::kPending;
  return found;
}

absl::StatusOr<absl::string_view> RefusalOfObject(const Value& object,
                                                  bool ns_is_fixed,
                                                  AccessPolicies policies,
                                                  Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const absl::string_view ns = Namespace(object);
  const KnownKind kind{
      .group = std::string(GroupOf(ApiVersion(object))),
      .kind = std::string(Kind(object)),
      .scope = ns.empty() ? Scope::kCluster : Scope::kNamespaced};
  return RefusalOf(policies,
                   {.kind = kind,
                    .ns = ns,
                    .ns_is_fixed = ns_is_fixed,
                    .composite_ns = Namespace(*composite)},
                   call.pool);
}

absl::StatusOr<absl::string_view> RefusalOf(const Question& question,
                                            Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const std::optional<std::string>& ns = question.requirement.ns;
  return RefusalOf(question.policies,
                   {.kind = question.kind,
                    .ns = ns.has_value() ? absl::string_view(*ns) : "",
                    .ns_is_fixed = question.ns_is_fixed,
                    .composite_ns = Namespace(*composite)},
                   call.pool);
}

absl::StatusOr<Answered> Ask(Question question, Call& call, Outcome* outcome) {
  LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal,
                        RefusalOf(question, call));
  if (!refusal.empty()) return Answered{.refusal = refusal};
  return RequestObjects(std::move(question), call, outcome);
}

absl::StatusOr<Answered> RequestObjects(Question question, Call& call,
                                        Outcome* outcome) {
  Answered answered;
  answered.key = question.key.empty() ? CanonicalKey(question.requirement)
                                      : std::move(question.key);
  outcome->requirements.emplace(answered.key, std::move(question.requirement));
  LOOM_ASSIGN_OR_RETURN(answered.objects, call.required.Answer(answered.key));
  outcome->waits |= !answered.objects.has_value();
  if (answered.objects.has_value()) {
    LOOM_RETURN_IF_ERROR(CheckFound(question, call, &answered));
  }
  return answered;
}

}  // namespace loom
