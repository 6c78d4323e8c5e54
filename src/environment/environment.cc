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
#include "value/budget.h"
#include "value/merge.h"
#include "value/object.h"

namespace loom {
namespace {

constexpr char kApiVersion[] = "apiextensions.crossplane.io/v1beta1";
constexpr char kKind[] = "EnvironmentConfig";
constexpr SourceShape kShape = {.has_modes = true, .reads_environment = true};

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
  if (found != nullptr) LOOM_RETURN_IF_ERROR(Charge(*found, pool));
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
  for (const Input& input : section.List(configs)) {
    Fields entry(input);
    Source source = Source::Parse(entry, kShape);
    absl::StatusOr<Path> to = input.ParsePath(
        "toFieldPath", entry.String("toFieldPath").value_or(""));
    entry.Done();
    size_t index = environment.entries_.size();
    environment.entries_.push_back(
        {std::move(source), std::move(to),
         absl::StrCat("environment-config-", index)});
  }
  environment.optional_ = ParseResolution(section);
  return environment;
}

absl::StatusOr<Asked> Environment::Ask(Value& composite, Value& incoming,
                                       Pool* pool) const {
  Asked asked;
  for (const Entry& entry : entries_) {
    Requirement requirement{kApiVersion, kKind, {}, {}, {}};
    auto wants = entry.source.Ask(composite, incoming, pool, &requirement);
    if (!wants.ok()) {
      return Annotate(wants.status(), "cannot build requirements");
    }
    // The Go function takes what stands under its key even if it did not ask.
    std::optional<std::string>& key = asked.keys.emplace_back();
    if (!native_ && entry.source.type != Source::Type::kUnknown) {
      key = entry.key;
    } else if (*wants) {
      key = CanonicalKey(requirement);
    }
    if (*wants) asked.requirements.emplace(*key, std::move(requirement));
  }
  return asked;
}

absl::StatusOr<bool> Environment::Answered(const Asked& asked,
                                           RequiredResources& required) const {
  // The Go function takes any resource that came for an answer to all.
  if (native_ || asked.requirements.empty()) return asked.Answered(required);
  return required.AnyAnswer();
}

absl::StatusOr<std::vector<Value*>> Environment::Select(
    const Entry& entry, const std::optional<std::string>& key,
    RequiredResources& required, Pool* pool) const {
  if (!key.has_value()) return std::vector<Value*>();
  LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(*key));
  if (!answer.has_value()) return std::vector<Value*>();
  bool reference = entry.source.type == Source::Type::kReference;
  absl::string_view name = reference ? entry.source.name : *key;
  auto selected =
      SelectObjects(entry.source, {"environment config", name, optional_},
                    *std::move(answer), pool);
  if (selected.ok()) return selected;
  return Annotate(
      selected.status(),
      absl::StrCat(
          "cannot get selected environment configs: cannot process "
          "environment config \"",
          name, "\" by ",
          reference ? absl::StrCat("reference, \"", *key, "\"") : "selector"));
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
    LOOM_ASSIGN_OR_RETURN(std::vector<Value*> configs,
                          Select(entry, asked.keys[i], required, pool));
    LOOM_RETURN_IF_ERROR(entry.to.status());
    for (Value* config : configs) {
      absl::Status status = AddData(merged, *config, *entry.to, pool);
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
