// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/extra_resources.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "language/input/fields.h"
#include "sections/environment/selection.h"

namespace loom {
namespace {

constexpr QueryShape kExtraShape = {.has_modes = false,
                                    .reads_environment = true,
                                    .namespaces = QueryNamespaces::kAll,
                                    .takes_all = true};
constexpr QueryShape kDropInShape = {.has_modes = false,
                                     .reads_environment = false};

// Reads a field that identifies the requested objects. The Go function accepts
// an entry without it and requests something that cannot exist, so only
// Crossplane reports the error.
std::string Identifying(Fields& entry, absl::string_view name) {
  absl::string_view text = entry.String(name).value_or("");
  if (text.empty()) {
    entry.at().Mistake(name, absl::StrCat(name, " is required"),
                       ProblemKind::kIncomplete);
  }
  return std::string(text);
}

}  // namespace

ExtraResources::Entry ExtraResources::ParseEntry(const Input& input) {
  Fields fields(input);
  Entry entry;
  entry.place = input.place();
  entry.into = Identifying(fields, "into");
  entry.what.api_version = Identifying(fields, "apiVersion");
  entry.what.kind = Identifying(fields, "kind");
  if (input.rules().follows_go) {
    std::optional<absl::string_view> ns = fields.String("namespace");
    if (ns.has_value()) entry.what.ns = std::string(*ns);
  }
  entry.query = ObjectQuery::Parse(
      fields, input.rules().follows_go ? kDropInShape : kExtraShape);
  if (!input.rules().follows_go) {
    entry.context_key =
        std::string(fields.String("contextKey").value_or(kExtraResourcesKey));
    entry.optional = ParseResolution(fields);
  }
  fields.Done();
  return entry;
}

ExtraResources ExtraResources::Parse(const std::vector<Input>& entries) {
  ExtraResources extra;
  if (!entries.empty()) extra.rules_ = &entries.front().rules();
  std::set<std::pair<std::string, std::string>> names;
  for (const Input& input : entries) {
    Entry entry = ParseEntry(input);
    if (!names.emplace(entry.context_key, entry.into).second) {
      input.Invalid("into", absl::StrCat("\"", entry.into, "\" is given twice"),
                    ProblemKind::kDuplicate);
    }
    if (entry.context_key == kEnvironmentKey) {
      input.Invalid("contextKey", "this key is reserved for the environment");
    }
    extra.AddKey(entry.context_key);
    extra.has_expressions_ |= entry.query.ns.has_expression();
    extra.entries_.push_back(std::move(entry));
  }
  return extra;
}

ExtraResources ExtraResources::ParseSpec(Fields& spec) {
  ExtraResources extra;
  extra.rules_ = &spec.at().rules();
  std::string key(kExtraResourcesKey);
  if (std::optional<Input> context = spec.Object("context")) {
    Fields fields(*context);
    key = std::string(fields.String("key").value_or(key));
    fields.Done();
  }
  bool optional = ParseResolution(spec);
  extra.AddKey(key);
  for (const Input& input : spec.List("extraResources")) {
    Entry entry = ParseEntry(input);
    entry.context_key = key;
    entry.optional = optional;
    extra.entries_.push_back(std::move(entry));
  }
  return extra;
}

void ExtraResources::AddKey(const std::string& key) {
  auto found = std::find(context_keys_.begin(), context_keys_.end(), key);
  if (found == context_keys_.end()) context_keys_.push_back(key);
}

std::unique_ptr<const Section> ExtraResources::ParseNative(Fields& input) {
  std::vector<Input> entries = input.ListSection("extraResources");
  if (entries.empty()) return nullptr;
  auto extra = std::make_unique<ExtraResources>(Parse(entries));
  auto names = RequiredNames::Of(input.at());
  for (const Entry& entry : extra->entries_) names->Declare(entry.into);
  extra->names_ = std::move(names);
  extra->access_ = AccessPolicy::Of(input);
  extra->kinds_ = Kinds::Of(input);
  return extra;
}

std::unique_ptr<const Section> ExtraResources::ParseDropIn(Fields& input) {
  std::optional<Input> spec = input.Object("spec");
  if (!spec.has_value()) return nullptr;
  Fields fields(*spec);
  auto extra = std::make_unique<const ExtraResources>(ParseSpec(fields));
  fields.Done();
  return extra;
}

absl::Status ExtraResources::Run(Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* environment, call.context.Environment());
  CallVariables variables(&call);
  const QueryValues values{*composite, *environment, &variables, call.pool};
  std::vector<const AccessPolicy*> policies;
  if (access_ != nullptr) {
    policies = {call.access, access_.get()};
  } else if (call.limits_drop_ins) {
    policies = {call.access};
  }
  Asked asked = Ask(values, !call.incomplete, policies);
  if (!asked.failed.ok() && rules_->follows_go) return asked.failed;
  outcome->requirements = asked.requirements;
  if (has_expressions_) {
    ReportPending(
        asked,
        [this](size_t i) -> absl::string_view { return entries_[i].into; },
        *call.pool, outcome);
  }
  LOOM_RETURN_IF_ERROR(asked.failed);
  LOOM_ASSIGN_OR_RETURN(bool answered, asked.Answered(call.required));
  outcome->waits = !answered;
  if (!answered || call.incomplete) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(RefusedFound(asked, values, policies, call));
  if (asked.requirements.empty() && rules_->follows_go) {
    return absl::OkStatus();
  }
  const bool named = names_ != nullptr && names_->any();
  LOOM_ASSIGN_OR_RETURN(auto found, Collect(asked, call.required, call.pool,
                                            named ? &call.required : nullptr));
  for (auto& [key, value] : found) {
    LOOM_RETURN_IF_ERROR(call.context.Set(key, std::move(value)));
  }
  return absl::OkStatus();
}

absl::Status ExtraResources::Refused(const Entry& entry, absl::string_view ns,
                                     const QueryValues& values,
                                     AccessPolicies policies) const {
  const auto named = NamedKind::Of(entry.what.api_version, entry.what.kind);
  std::optional<KnownKind> kind;
  if (kinds_ != nullptr) kind = kinds_->Find(named);
  if (!kind.has_value()) {
    kind =
        KnownKind{.group = named.group,
                  .kind = entry.what.kind,
                  .scope = ns.empty() ? Scope::kCluster : Scope::kNamespaced};
  }
  const bool fixed = entry.query.ns.is_fixed();
  const WantedObject wanted{*kind, ns, fixed, Namespace(values.composite)};
  LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal,
                        RefusalOf(policies, wanted, values.pool));
  if (refusal.empty()) return absl::OkStatus();
  // The value of a field may come from a Secret.
  const bool hidden = !fixed && values.pool->redacted();
  return WithReason(
      Harmless(absl::FailedPreconditionError(
          absl::StrCat(entry.place, ": ", refusal, " (", entry.what.api_version,
                       " ", entry.what.kind, ns.empty() ? "" : " in namespace ",
                       hidden ? "?" : ns, "); ", HowToAllow(refusal)))),
      "ReferenceNotAllowed");
}

absl::Status ExtraResources::RefusedFound(const Asked& asked,
                                          const QueryValues& values,
                                          AccessPolicies policies,
                                          Call& call) const {
  if (policies.empty()) return absl::OkStatus();
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (!asked.keys[i].has_value()) continue;
    const Requirement& requirement = asked.requirements.at(*asked.keys[i]);
    if (requirement.ns.has_value()) continue;
    LOOM_ASSIGN_OR_RETURN(auto objects, call.required.Answer(*asked.keys[i]));
    if (!objects.has_value()) continue;
    for (const Value* object : *objects) {
      if (Namespace(*object).empty()) continue;
      LOOM_RETURN_IF_ERROR(
          WithPlace(Refused(entries_[i], Namespace(*object), values, policies),
                    entries_[i].place));
    }
  }
  return absl::OkStatus();
}

Asked ExtraResources::Ask(const QueryValues& values, bool merged,
                          AccessPolicies policies) const {
  Asked asked;
  std::map<Name, Requirement> questions;
  for (const Entry& entry : entries_) {
    asked.keys.emplace_back();
    if (!merged && entry.query.ReadsEnvironment()) continue;
    Requirement requirement = entry.what;
    auto wish = entry.query.Ask(values, entry.optional, &requirement);
    if (wish.ok() && wish->asks) {
      const absl::Status refused =
          Refused(entry, requirement.ns.value_or(""), values, policies);
      if (!refused.ok() && entry.optional && !EndsCall(refused)) {
        wish = Wish();
      } else if (!refused.ok()) {
        wish = refused;
      }
    }
    if (!wish.ok()) {
      asked.failed.Update(
          Annotate(WithPlace(wish.status(), entry.place),
                   "could not build extra resource requirements"));
      continue;
    }
    if (!wish->pending.ok()) {
      asked.pending.emplace(asked.keys.size() - 1, wish->pending);
    }
    if (!wish->asks) continue;
    questions.insert_or_assign(NameOf(entry), std::move(requirement));
  }
  for (size_t i = 0; i < entries_.size(); ++i) {
    auto question = questions.find(NameOf(entries_[i]));
    if (question == questions.end()) continue;
    asked.keys[i] = CanonicalKey(question->second);
    asked.requirements.emplace(*asked.keys[i], question->second);
  }
  return asked;
}

absl::StatusOr<std::optional<std::vector<const Value*>>> ExtraResources::Got(
    size_t index, const Asked& asked, RequiredResources& required,
    Pool* pool) const {
  if (!asked.keys[index].has_value()) return std::nullopt;
  LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(*asked.keys[index]));
  if (!answer.has_value()) return std::nullopt;
  return Select(entries_[index], *std::move(answer), pool);
}

absl::StatusOr<std::vector<ExtraResources::ContextValue>>
ExtraResources::Collect(const Asked& asked, RequiredResources& required,
                        Pool* pool, RequiredState* named) const {
  std::vector<ContextValue> values;
  values.reserve(context_keys_.size());
  for (const std::string& key : context_keys_)
    values.push_back({key, Object()});
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    LOOM_ASSIGN_OR_RETURN(auto got, Got(i, asked, required, pool));
    if (named != nullptr && !asked.pending.contains(i)) {
      named->SetNamed(entry.into, {got.value_or(std::vector<const Value*>()),
                                   /*is_list=*/true});
    }
    if (!got.has_value()) continue;
    bool reference = entry.query.type == ObjectQuery::Type::kReference;
    if (reference && got->empty()) continue;
    Value list = Array();
    for (const Value* object : *got) {
      LOOM_RETURN_IF_ERROR(Charge(*object, pool));
      list.PushBack(Copy(*object, pool), pool->allocator());
    }
    auto at = std::find_if(values.begin(), values.end(),
                           [&](const ContextValue& value) {
                             return value.key == entry.context_key;
                           });
    Set(at->value, entry.into, std::move(list), pool);
  }
  return values;
}

absl::StatusOr<std::vector<const Value*>> ExtraResources::Select(
    const Entry& entry, std::vector<const Value*> objects, Pool* pool) const {
  auto selected =
      SelectObjects(entry.query, {"extra resource", entry.into, entry.optional},
                    std::move(objects), pool);
  if (selected.ok()) return selected;
  // The message names only what the author wrote, so it is harmless.
  return Annotate(WithPlace(Harmless(selected.status()), entry.place),
                  "verifying and sorting extra resources");
}

}  // namespace loom
