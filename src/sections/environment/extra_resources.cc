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
#include "crossplane/call/observer.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "language/input/fields.h"

namespace loom {
namespace {

constexpr QueryShape kExtraShape = {.has_modes = false,
                                    .reads_environment = true,
                                    .namespaces = QueryNamespaces::kAll,
                                    .takes_all = true,
                                    .names = kNamesOfCall};
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
  const bool follows_go = input.rules().follows_go;
  Entry entry;
  entry.into = Identifying(fields, "into");
  Requirement what;
  what.api_version = Identifying(fields, "apiVersion");
  what.kind = Identifying(fields, "kind");
  if (follows_go) {
    std::optional<absl::string_view> ns = fields.String("namespace");
    if (ns.has_value()) what.ns = std::string(*ns);
  }
  entry.query =
      ObjectQuery::Parse(fields, follows_go ? kDropInShape : kExtraShape);
  entry.query.subject = entry.into;
  entry.query.noun = "extra resource";
  entry.query.what = std::move(what);
  entry.query.guarded = true;
  if (!follows_go) {
    entry.context_key =
        std::string(fields.String("contextKey").value_or(kExtraResourcesKey));
    entry.query.optional = ParseResolution(fields);
  }
  fields.Done();
  return entry;
}

void ExtraResources::Add(Entry entry) {
  const std::string& key = entry.context_key;
  auto found = std::find(context_keys_.begin(), context_keys_.end(), key);
  if (found == context_keys_.end()) context_keys_.push_back(key);
  entries_.push_back(std::move(entry));
}

std::unique_ptr<const Section> ExtraResources::ParseNative(Fields& input) {
  const std::vector<Input> inputs = input.ListSection("extraResources");
  if (inputs.empty()) return nullptr;
  auto extra = std::make_unique<ExtraResources>();
  std::set<std::pair<std::string, std::string>> names;
  for (const Input& at : inputs) {
    Entry entry = ParseEntry(at);
    if (!names.emplace(entry.context_key, entry.into).second) {
      at.Invalid("into", absl::StrCat("duplicate key \"", entry.into, "\""),
                 ProblemKind::kDuplicate);
    }
    if (entry.context_key == kEnvironmentKey) {
      at.Invalid("contextKey", "this key is reserved for the environment");
    }
    extra->Add(std::move(entry));
  }
  auto required = RequiredNames::Of(input.at());
  extra->access_ = AccessPolicy::Of(input);
  const auto kinds = Kinds::Of(input);
  for (Entry& entry : extra->entries_) {
    required->Declare(entry.into);
    const Requirement& what = entry.query.what;
    entry.query.known = kinds->Find(NamedKind::Of(what.api_version, what.kind));
  }
  extra->names_ = std::move(required);
  return extra;
}

std::unique_ptr<const Section> ExtraResources::ParseDropIn(Fields& input) {
  std::optional<Input> spec = input.Object("spec");
  if (!spec.has_value()) return nullptr;
  Fields fields(*spec);
  auto extra = std::make_unique<ExtraResources>();
  extra->follows_go_ = spec->rules().follows_go;
  std::string key(kExtraResourcesKey);
  if (std::optional<Input> context = fields.Object("context")) {
    Fields members(*context);
    key = std::string(members.String("key").value_or(key));
    members.Done();
  }
  const bool optional = ParseResolution(fields);
  for (const Input& at : fields.List("extraResources")) {
    Entry entry = ParseEntry(at);
    entry.context_key = key;
    entry.query.optional = optional;
    extra->Add(std::move(entry));
  }
  fields.Done();
  return extra;
}

absl::Status ExtraResources::Run(Call& call, Outcome* outcome) const {
  std::vector<const AccessPolicy*> policies;
  if (!follows_go_) {
    policies = {call.access, access_.get()};
  } else if (call.limits_drop_ins) {
    policies = {call.access};
  }
  QueryList list{.policies = policies,
                 .cannot_ask = "could not build extra resource requirements",
                 .is_merged = !call.incomplete,
                 .last_applies = follows_go_};
  list.queries.reserve(entries_.size());
  for (const Entry& entry : entries_) list.queries.push_back(&entry.query);
  LOOM_ASSIGN_OR_RETURN(const std::vector<QueryAnswer> answers,
                        AskAll(list, call, outcome));
  if (outcome->waits || call.incomplete) return absl::OkStatus();
  if (outcome->requirements.empty() && follows_go_) return absl::OkStatus();
  return Collect(answers, call);
}

namespace {

// Returns the objects of an entry; nullopt if it requested nothing.
absl::StatusOr<std::optional<std::vector<const Value*>>> Got(
    const ObjectQuery& query, const QueryAnswer& answer, Pool* pool) {
  if (!answer.objects.has_value()) return std::nullopt;
  auto selected = SelectObjects(query, query.subject, *answer.objects, pool);
  if (selected.ok()) return *std::move(selected);
  // The message names only what the author wrote, so it is harmless.
  return Annotate(WithPlace(Harmless(selected.status()), query.place),
                  "verifying and sorting extra resources");
}

}  // namespace

absl::Status ExtraResources::Collect(const std::vector<QueryAnswer>& answers,
                                     Call& call) const {
  Pool* pool = call.pool;
  const bool named = names_ != nullptr && names_->any();
  std::map<absl::string_view, Value> values;
  for (const std::string& key : context_keys_) values[key] = Object();
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    LOOM_ASSIGN_OR_RETURN(auto got, Got(entry.query, answers[i], pool));
    const absl::Status& pending = answers[i].pending;
    if (named && pending.ok()) {
      call.required.SetNamed(entry.into,
                             {got.value_or(std::vector<const Value*>()),
                              /*is_list=*/true});
    } else if (named) {
      call.required.SetMissing(
          entry.into,
          absl::StrCat("waits: ", MessageOf(pending, pool->redacted())));
    }
    if (call.observer != nullptr && got.has_value()) {
      call.observer->Tested(entry.query.place, !got->empty());
    }
    if (!got.has_value() || (entry.query.by_name() && got->empty())) continue;
    Value list = Array();
    for (const Value* object : *got) {
      list.PushBack(MakeCopy(*object, pool), pool->allocator());
    }
    Set(values[entry.context_key], entry.into, std::move(list), pool);
  }
  for (const std::string& key : context_keys_) {
    LOOM_RETURN_IF_ERROR(call.context.Set(key, std::move(values[key])));
  }
  return absl::OkStatus();
}

}  // namespace loom
