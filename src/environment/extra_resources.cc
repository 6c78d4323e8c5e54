// SPDX-License-Identifier: Apache-2.0
#include "environment/extra_resources.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "environment/environment.h"
#include "environment/selection.h"
#include "value/budget.h"
#include "value/object.h"

namespace loom {
namespace {

constexpr SourceShape kNativeShape = {.has_modes = false,
                                      .reads_environment = true};
constexpr SourceShape kDropInShape = {.has_modes = false,
                                      .reads_environment = false};

// What the Go function asks for without these is nothing that exists; it is
// left to Crossplane to say so.
std::string Identifying(Fields& entry, absl::string_view name) {
  absl::string_view text = entry.String(name).value_or("");
  if (text.empty()) {
    entry.at().Mistake(name, absl::StrCat(name, " is required"));
  }
  return std::string(text);
}

}  // namespace

ExtraResources::Entry ExtraResources::ParseEntry(const Input& input) {
  Fields fields(input);
  Entry entry;
  entry.into = Identifying(fields, "into");
  entry.what.api_version = Identifying(fields, "apiVersion");
  entry.what.kind = Identifying(fields, "kind");
  std::optional<absl::string_view> ns = fields.String("namespace");
  if (ns.has_value()) entry.what.ns = std::string(*ns);
  entry.source =
      Source::Parse(fields, input.native() ? kNativeShape : kDropInShape);
  if (input.native()) {
    entry.context_key =
        std::string(fields.String("contextKey").value_or(kExtraResourcesKey));
    entry.optional = ParseResolution(fields);
  }
  fields.Done();
  return entry;
}

ExtraResources ExtraResources::Parse(const std::vector<Input>& entries) {
  ExtraResources extra;
  std::set<std::pair<std::string, std::string>> names;
  for (const Input& input : entries) {
    Entry entry = ParseEntry(input);
    if (!names.emplace(entry.context_key, entry.into).second) {
      input.Invalid("into",
                    absl::StrCat("\"", entry.into, "\" is there twice"));
    }
    if (entry.context_key == kEnvironmentKey) {
      input.Invalid("contextKey", "this is where the environment stands");
    }
    extra.AddKey(entry.context_key);
    extra.entries_.push_back(std::move(entry));
  }
  return extra;
}

ExtraResources ExtraResources::ParseSpec(Fields& spec) {
  ExtraResources extra;
  extra.native_ = false;
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

absl::StatusOr<Asked> ExtraResources::Ask(Value& composite, Value& environment,
                                          bool merged, Pool* pool) const {
  Asked asked;
  for (const Entry& entry : entries_) {
    std::optional<std::string>& key = asked.keys.emplace_back();
    if (!native_) key = entry.into;
    if (!merged && entry.source.ReadsEnvironment()) continue;
    Requirement requirement = entry.what;
    auto wants = entry.source.Ask(composite, environment, pool, &requirement);
    if (!wants.ok()) {
      return Annotate(wants.status(),
                      "could not build extra resource requirements");
    }
    if (!*wants) continue;
    if (native_) key = CanonicalKey(requirement);
    // Of entries that share a key, the Go function asks for the last one.
    asked.requirements.insert_or_assign(*key, std::move(requirement));
  }
  return asked;
}

absl::StatusOr<bool> ExtraResources::Answered(
    const Asked& asked, RequiredResources& required) const {
  // The Go function takes any resource that came for an answer to all, and
  // without any it leaves the context alone.
  if (!native_) return required.AnyAnswer();
  return asked.Answered(required);
}

absl::StatusOr<std::vector<ExtraResources::ContextValue>>
ExtraResources::Collect(const Asked& asked, RequiredResources& required,
                        Pool* pool) const {
  std::vector<ContextValue> values;
  for (const std::string& key : context_keys_)
    values.push_back({key, Object()});
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (!asked.keys[i].has_value()) continue;
    const std::string& key = *asked.keys[i];
    LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(key));
    if (!answer.has_value()) {
      // Not asked for, so not missing either.
      if (!asked.requirements.contains(key)) continue;
      return absl::NotFoundError(
          absl::StrCat("verifying and sorting extra resources: cannot find "
                       "expected extra resource \"",
                       entry.into, "\""));
    }
    LOOM_ASSIGN_OR_RETURN(std::vector<Value*> selected,
                          Select(entry, *std::move(answer), pool));
    bool reference = entry.source.type == Source::Type::kReference;
    if (reference && selected.empty()) continue;
    Value list = Array();
    for (const Value* object : selected) {
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

absl::StatusOr<std::vector<Value*>> ExtraResources::Select(
    const Entry& entry, std::vector<Value*> objects, Pool* pool) const {
  auto selected = SelectObjects(entry.source,
                                {"extra resource", entry.into, entry.optional},
                                std::move(objects), pool);
  if (selected.ok()) return selected;
  return Annotate(selected.status(), "verifying and sorting extra resources");
}

}  // namespace loom
