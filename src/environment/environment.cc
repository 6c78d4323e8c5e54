// SPDX-License-Identifier: Apache-2.0
#include "environment/environment.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "environment/selection.h"
#include "fieldpath/access.h"
#include "resource/object.h"
#include "value/merge.h"
#include "value/object.h"

namespace loom {
namespace {

// The data of a config, as what it adds to the environment.
absl::Status AddData(Value& environment, Value& config, const Path& to,
                     Pool* pool) {
  Value* found = Find(config, "data", pool);
  std::string name(Name(config));
  if (to.segments().empty()) {
    if (found == nullptr || found->IsNull()) return absl::OkStatus();
    if (!found->IsObject()) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot get data from environment config \"", name,
                       "\": data: want an object, got ", KindName(*found)));
    }
    Overlay(environment, *found, pool);
    return absl::OkStatus();
  }
  Value data = found == nullptr ? Object() : Copy(*found, pool);
  Value placed = Object();
  absl::Status status = Put(placed, to, std::move(data), pool);
  if (!status.ok()) {
    return Annotate(
        status, absl::StrCat("cannot get data from environment config ", name,
                             " into path \"", to.text(), "\""));
  }
  Overlay(environment, placed, pool);
  return absl::OkStatus();
}

}  // namespace

Environment Environment::Parse(Fields& section, absl::string_view configs) {
  Environment environment;
  environment.native_ = section.at().native();
  if (std::optional<Input> data = section.Object("defaultData")) {
    environment.default_data_ = &data->value();
  }
  environment.has_configs_ = section.Has(configs);
  std::vector<Input> list = section.List(configs);
  for (size_t i = 0; i < list.size(); ++i) {
    std::optional<Source> source = Source::Parse(list[i]);
    if (source.has_value()) {
      environment.entries_.push_back({i, *std::move(source)});
    }
  }
  if (std::optional<Input> policy = section.Object("policy")) {
    Fields fields(*policy);
    absl::string_view resolution =
        fields.String("resolution").value_or("Required");
    environment.optional_ = resolution == "Optional";
    if (policy->native() && resolution != "Optional" &&
        resolution != "Required") {
      policy->Invalid(
          "resolution",
          absl::StrCat("\"", resolution, "\": want Optional or Required"));
    }
    fields.Done();
  }
  return environment;
}

absl::StatusOr<Environment::Asked> Environment::Ask(Value& composite,
                                                    Value& incoming,
                                                    Pool* pool) const {
  Asked asked;
  for (const Entry& entry : entries_) {
    auto requirement = entry.source.Ask(composite, incoming, pool);
    if (!requirement.ok()) {
      return Annotate(requirement.status(), "cannot build requirements");
    }
    std::string key;
    if (!native_) {
      key = absl::StrCat("environment-config-", entry.index);
    } else if (requirement->has_value()) {
      key = CanonicalKey(**requirement);
    }
    if (requirement->has_value()) {
      asked.requirements.emplace(key, **std::move(requirement));
    }
    asked.keys.push_back(std::move(key));
  }
  return asked;
}

absl::StatusOr<bool> Environment::Answered(const Asked& asked,
                                           RequiredResources& required) const {
  if (asked.requirements.empty()) return true;
  // The Go function takes any resource that came for an answer to all.
  if (!native_) return required.AnyAnswer();
  for (const auto& [key, requirement] : asked.requirements) {
    FN_ASSIGN_OR_RETURN(auto answer, required.Answer(key));
    if (!answer.has_value()) return false;
  }
  return true;
}

absl::StatusOr<std::vector<Value*>> Environment::Select(
    const Entry& entry, absl::string_view key, RequiredResources& required,
    Pool* pool) const {
  if (key.empty()) return std::vector<Value*>();
  FN_ASSIGN_OR_RETURN(auto answer, required.Answer(key));
  if (!answer.has_value()) return std::vector<Value*>();
  auto selected =
      SelectObjects(entry.source, *std::move(answer), optional_, pool);
  if (selected.ok()) return selected;
  absl::string_view name = entry.source.name;
  return Annotate(
      selected.status(),
      entry.source.is_reference
          ? absl::StrCat("cannot get selected environment configs: cannot "
                         "process environment config \"",
                         name, "\" by reference, \"", key, "\"")
          : absl::StrCat("cannot get selected environment configs: cannot "
                         "process environment config \"",
                         key, "\" by selector"));
}

absl::StatusOr<Value> Environment::Merge(Value incoming, const Asked& asked,
                                         RequiredResources& required,
                                         Pool* pool) const {
  Value merged =
      default_data_ == nullptr ? Object() : Copy(*default_data_, pool);
  if (incoming.IsObject() && merged.ObjectEmpty()) {
    merged = std::move(incoming);
  } else if (incoming.IsObject()) {
    Overlay(merged, incoming, pool);
  }
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    FN_ASSIGN_OR_RETURN(std::vector<Value*> configs,
                        Select(entry, asked.keys[i], required, pool));
    FN_RETURN_IF_ERROR(entry.source.to.status());
    for (Value* config : configs) {
      absl::Status status = AddData(merged, *config, *entry.source.to, pool);
      if (!status.ok())
        return Annotate(status, "cannot merge environment data");
    }
  }
  EnsureIdentity(merged, pool);
  return merged;
}

bool EnsureIdentity(Value& environment, Pool* pool) {
  absl::string_view version = ApiVersion(environment);
  absl::string_view kind = Kind(environment);
  bool malformed = std::count(version.begin(), version.end(), '/') > 1;
  if (!malformed && !(version.empty() && kind.empty())) return false;
  Set(environment, "apiVersion", Borrow("internal.crossplane.io/v1alpha1"),
      pool);
  Set(environment, "kind", Borrow("Environment"), pool);
  return true;
}

}  // namespace loom
