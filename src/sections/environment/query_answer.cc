// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/query_answer.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/sort_objects.h"

namespace loom {
namespace {

using Objects = std::vector<const Value*>;

// What is known about the kind; otherwise its scope follows from the namespace, and
// `made` holds it.
const KnownKind& KindOf(const ObjectQuery& query,
                        const Requirement& requirement, KnownKind* made) {
  if (query.known.has_value()) return *query.known;
  made->group = std::string(GroupOf(requirement.api_version));
  made->kind = requirement.kind;
  made->scope = requirement.ns.value_or("").empty() ? Scope::kCluster
                                                    : Scope::kNamespaced;
  return *made;
}

absl::Status NotAllowed(const ObjectQuery& query, absl::string_view refusal,
                        absl::string_view ns, const Requirement& requirement,
                        const Pool& pool) {
  // The value of a field may come from a Secret.
  const bool hidden = !query.ns.is_fixed() && pool.redacted();
  const absl::string_view shown = hidden ? "?" : ns;
  const std::string where =
      !query.kind.empty()
          ? absl::StrCat(" ", shown, "/", requirement.name.value_or("?"))
      : ns.empty() ? ""
                   : absl::StrCat(" in namespace ", shown);
  return WithFact(
      Harmless(absl::FailedPreconditionError(absl::StrCat(
          query.place, ": ", refusal, " (", requirement.api_version, " ",
          requirement.kind, where, "); ", HowToAllow(refusal)))),
      Fact::kReason, "ReferenceNotAllowed");
}

// Asks the queries of one list in one call.
class Asking {
 public:
  Asking(const QueryList& list, Call& call, Outcome* outcome)
      : list_(list), call_(call), outcome_(*outcome) {}

  absl::StatusOr<std::vector<QueryAnswer>> Run() {
    LOOM_RETURN_IF_ERROR(FindWishes());
    if (!failed_.ok() && list_.queries.front()->rules->follows_go) {
      return failed_;
    }
    ReportPending();
    if (list_.last_applies) ApplyLast();
    std::vector<QueryAnswer> answers(wishes_.size());
    absl::Status refused;
    for (size_t i = 0; i < wishes_.size(); ++i) {
      failed_.Update(Answer(i, &answers[i], &refused));
    }
    LOOM_RETURN_IF_ERROR(failed_);
    if (!outcome_.waits && !call_.incomplete) LOOM_RETURN_IF_ERROR(refused);
    return answers;
  }

 private:
  const ObjectQuery& QueryAt(size_t i) const { return *list_.queries[i]; }

  Question QuestionOf(const ObjectQuery& query, const KnownKind& kind,
                      Requirement requirement) const {
    return {.kind = kind,
            .requirement = std::move(requirement),
            .ns_is_fixed = query.ns.is_fixed(),
            .policies = query.guarded ? list_.policies : AccessPolicies()};
  }

  absl::Status FindWishes() {
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
    LOOM_ASSIGN_OR_RETURN(const Value* environment, call_.PatchedEnvironment());
    CallVariables variables(&call_);
    variables.environment = environment;
    const QueryValues values{*composite, *environment, &variables, call_.pool};
    wishes_.reserve(list_.queries.size());
    for (const ObjectQuery* query : list_.queries) {
      Wish& wish = wishes_.emplace_back();
      if (!list_.is_merged && query->ReadsEnvironment()) continue;
      absl::Status status = query->Ask(values, &wish);
      if (status.ok()) status = Check(*query, &wish);
      if (status.ok()) continue;
      wish = Wish();
      failed_.Update(Annotate(WithPlace(std::move(status), query->place),
                              list_.cannot_ask));
    }
    return absl::OkStatus();
  }

  // Reports an error if the objects may not be requested. An optional query then
  // requests nothing.
  absl::Status Check(const ObjectQuery& query, Wish* wish) {
    if (!query.guarded || !wish->requirement.has_value()) {
      return absl::OkStatus();
    }
    const Requirement& requirement = *wish->requirement;
    KnownKind made;
    const KnownKind& kind = KindOf(query, requirement, &made);
    LOOM_ASSIGN_OR_RETURN(
        const absl::string_view refusal,
        RefusalOf(QuestionOf(query, kind, requirement), call_));
    if (refusal.empty()) return absl::OkStatus();
    if (!query.optional) {
      return NotAllowed(query, refusal, requirement.ns.value_or(""),
                        requirement, *call_.pool);
    }
    wish->requirement.reset();
    return absl::OkStatus();
  }

  void ReportPending() {
    if (std::none_of(list_.queries.begin(), list_.queries.end(),
                     [](auto* query) { return query->has_expressions; })) {
      return;
    }
    outcome_.Add(ExpressionsResolved());
    for (size_t i = 0; i < wishes_.size(); ++i) {
      if (wishes_[i].pending.ok()) continue;
      outcome_.not_ready = true;
      outcome_.Add(PendingExpression(QueryAt(i).subject, wishes_[i].pending,
                                     call_.pool->redacted()));
    }
  }

  void ApplyLast() {
    std::map<absl::string_view, std::optional<Requirement>> last;
    for (size_t i = 0; i < wishes_.size(); ++i) {
      if (!wishes_[i].requirement.has_value()) continue;
      last[QueryAt(i).subject] = wishes_[i].requirement;
    }
    for (size_t i = 0; i < wishes_.size(); ++i) {
      wishes_[i].requirement = last[QueryAt(i).subject];
    }
  }

  // Requests the objects of a query, and notes the first that may not be read.
  absl::Status Answer(size_t i, QueryAnswer* answer, absl::Status* refused) {
    answer->pending = wishes_[i].pending;
    if (!wishes_[i].requirement.has_value()) return absl::OkStatus();
    const ObjectQuery& query = QueryAt(i);
    Requirement& requirement = *wishes_[i].requirement;
    KnownKind made;
    const KnownKind& kind = KindOf(query, requirement, &made);
    LOOM_ASSIGN_OR_RETURN(
        Answered answered,
        RequestObjects(QuestionOf(query, kind, std::move(requirement)), call_,
                       &outcome_));
    if (answered.refused != nullptr) {
      refused->Update(WithPlace(
          NotAllowed(query, answered.refusal, Namespace(*answered.refused),
                     outcome_.requirements.at(answered.key), *call_.pool),
          query.place));
    }
    answer->key = std::move(answered.key);
    answer->objects = std::move(answered.objects);
    return absl::OkStatus();
  }

  const QueryList& list_;
  Call& call_;
  Outcome& outcome_;

  std::vector<Wish> wishes_;
  // The error of the first query that failed.
  absl::Status failed_;
};

absl::Status WantOne(const ObjectQuery& query, absl::string_view name,
                     size_t found) {
  return absl::FailedPreconditionError(absl::StrCat(
      "expected exactly one ", query.noun, " \"", name, "\", got ", found));
}

absl::StatusOr<Objects> ByReference(const ObjectQuery& query,
                                    absl::string_view name, Objects objects) {
  if (objects.empty() && !query.optional) {
    return absl::NotFoundError(
        absl::StrCat("Required ", query.noun, " \"", name, "\" not found"));
  }
  if (objects.size() > 1) return WantOne(query, name, objects.size());
  return objects;
}

absl::StatusOr<Objects> Single(const ObjectQuery& query, absl::string_view name,
                               Objects objects) {
  if (objects.empty() && query.optional && !query.rules->follows_go)
    return objects;
  if (objects.size() != 1) return WantOne(query, name, objects.size());
  return objects;
}

absl::StatusOr<Objects> Multiple(const ObjectQuery& query,
                                 absl::string_view name, Objects objects,
                                 Pool* pool) {
  int64_t count = static_cast<int64_t>(objects.size());
  if (query.min_match.has_value() && count < *query.min_match) {
    return absl::FailedPreconditionError(
        absl::StrCat("expected at least ", *query.min_match, " ", query.noun,
                     "s \"", name, "\", got ", count));
  }
  if (!objects.empty()) {
    LOOM_RETURN_IF_ERROR(query.sort_by.status());
    LOOM_RETURN_IF_ERROR(SortObjects(*query.sort_by, pool, &objects));
  }
  if (query.max_match.has_value() && count > *query.max_match) {
    objects.resize(*query.max_match);
  }
  return objects;
}

}  // namespace

absl::StatusOr<std::vector<QueryAnswer>> AskAll(const QueryList& list,
                                                Call& call, Outcome* outcome) {
  return Asking(list, call, outcome).Run();
}

absl::StatusOr<Objects> SelectObjects(const ObjectQuery& query,
                                      absl::string_view name, Objects objects,
                                      Pool* pool) {
  if (query.type == ObjectQuery::Type::kUnknown) return objects;
  if (query.by_name()) return ByReference(query, name, std::move(objects));
  return query.multiple ? Multiple(query, name, std::move(objects), pool)
                        : Single(query, name, std::move(objects));
}

}  // namespace loom
