// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/section.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/glob.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/observer.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/transition.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "sections/provider_config/detection.h"
#include "sections/provider_config/injection.h"

namespace loom {
namespace {

constexpr absl::string_view kClaimNamespaceLabel =
    "crossplane.io/claim-namespace";

absl::string_view TextAt(const Value* root, const Path& path, Pool* pool) {
  if (root == nullptr) return "";
  absl::StatusOr<const Value*> value = Get(*root, path, pool);
  return value.ok() && (*value)->IsString() ? View(**value) : "";
}

absl::string_view ValueOf(const Fallback& fallback, const Value& composite,
                          const Value* environment, Pool* pool) {
  switch (fallback.from) {
    case Fallback::From::kComposite:
      return TextAt(&composite, fallback.path, pool);
    case Fallback::From::kEnvironment:
      return TextAt(environment, fallback.path, pool);
    case Fallback::From::kClaimNamespace:
      // Any user who may edit a namespaced composite could give it any label.
      if (!Namespace(composite).empty()) return Namespace(composite);
      return Label(composite, kClaimNamespaceLabel).value_or("");
  }
  return "";
}

bool IsNoop(const ProviderConfig& config, absl::string_view value) {
  return std::find(config.noop_values.begin(), config.noop_values.end(),
                   value) != config.noop_values.end();
}

std::optional<absl::string_view> LabelOf(const ProviderConfig& config,
                                         const Value& composite) {
  if (config.label_key.empty()) return std::nullopt;
  return Label(composite, config.label_key);
}

bool Allows(const ProviderConfig& config, absl::string_view name) {
  return config.allowed.empty() ||
         std::any_of(config.allowed.begin(), config.allowed.end(),
                     [name](const std::string& glob) {
                       return GlobMatches(glob, name);
                     });
}

}  // namespace

Requested RequestedBy(const ProviderConfig& config, const Value& composite,
                      const Value* environment, Pool* pool) {
  absl::string_view name;
  const Fallback* used = nullptr;
  if (auto label = LabelOf(config, composite)) {
    if (IsNoop(config, *label)) return {.state = Requested::State::kNothing};
    name = *label;
  }
  for (const Fallback& fallback : config.fallbacks) {
    if (!name.empty()) break;
    name = ValueOf(fallback, composite, environment, pool);
    used = &fallback;
  }
  if (name.empty()) return {.state = Requested::State::kMissing};
  if (IsNoop(config, name)) return {.state = Requested::State::kNothing};
  return {Allows(config, name) ? Requested::State::kNamed
                               : Requested::State::kNotAllowed,
          name, used};
}

namespace {

constexpr absl::string_view kNotFound = "ProviderConfigNotFound";
constexpr absl::string_view kNotAllowed = "ProviderConfigNotAllowed";

// The error for a value outside `allow`, with its condition.
absl::Status Refuse(const ProviderConfig& config, const Requested& requested,
                    const Call& call, Outcome* outcome) {
  const bool hidden = call.pool->redacted() && requested.from_environment();
  std::string message = absl::StrCat(
      "the provider config ",
      hidden ? "?"
             : absl::StrCat("\"", Cut(requested.name, limits::kName), "\""),
      " is not allowed; allowed: ", absl::StrJoin(config.allowed, ", "));
  outcome->Add(Condition{.type = "ProviderConfigApplied",
                         .status = ConditionStatus::kFalse,
                         .reason = std::string(kNotAllowed),
                         .message = message});
  return WithPlace(WithFact(Harmless(absl::FailedPreconditionError(message)),
                            Fact::kReason, kNotAllowed),
                   "providerConfig.allow");
}

// Describes where the name was read.
void TellRead(const ProviderConfig& config, const Requested& requested,
              const Value& composite, const Value* environment,
              Observer* observer) {
  observer->EntryBegan("providerConfig", 0);
  std::vector<Segment> path = {Segment::Field("metadata")};
  if (requested.fallback == nullptr) {
    path.push_back(Segment::Field("labels"));
    path.push_back(Segment::Field(config.label_key));
  } else if (requested.fallback->from != Fallback::From::kClaimNamespace) {
    path = requested.fallback->path.segments();
  } else if (!Namespace(composite).empty()) {
    path.push_back(Segment::Field("namespace"));
  } else {
    path.push_back(Segment::Field("labels"));
    path.push_back(Segment::Field(kClaimNamespaceLabel));
  }
  const bool from_environment = requested.from_environment();
  observer->Read({.holder = from_environment ? FieldUse::Holder::kEnvironment
                                             : FieldUse::Holder::kComposite,
                  .object = from_environment ? environment : &composite,
                  .path = path});
}

// Replaces the condition of the injection by the missing ProviderConfigs.
absl::Status Tell(const std::vector<MissingConfig>& missing,
                  OnMissing on_missing, Outcome* outcome) {
  std::vector<std::string> texts;
  texts.reserve(missing.size());
  for (const MissingConfig& config : missing) texts.push_back(config.text);
  Condition& condition = outcome->conditions.back();
  condition.status = ConditionStatus::kFalse;
  condition.reason = std::string(kNotFound);
  condition.message = JoinedEntries(std::move(texts));
  if (on_missing != OnMissing::kFatal) return absl::OkStatus();
  return WithFact(Harmless(absl::FailedPreconditionError(condition.message)),
                  Fact::kReason, kNotFound);
}

}  // namespace

std::unique_ptr<const Section> ProviderConfigSection::Parse(Fields& input) {
  std::optional<Input> section = input.Section("providerConfig");
  if (!section.has_value()) return nullptr;
  return std::make_unique<const ProviderConfigSection>(
      ProviderConfig::Parse(*section, input));
}

absl::Status ProviderConfigSection::Run(Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* environment, call.context.Environment());
  Requested requested =
      RequestedBy(config_, *composite, environment, call.pool);
  if (requested.state == Requested::State::kNotAllowed) {
    return Refuse(config_, requested, call, outcome);
  }
  std::vector<MissingConfig> missing;
  if (requested.state == Requested::State::kNamed) {
    if (call.observer != nullptr) {
      TellRead(config_, requested, *composite, environment, call.observer);
    }
    LOOM_ASSIGN_OR_RETURN(
        missing, config_.validation.FindMissing(requested.name, config_.names,
                                                call, outcome));
  }
  Surroundings around;
  around.expansions = &call.expansions;
  around.schema_of = [&](absl::string_view api_version,
                         absl::string_view kind) {
    return AskForSchema(api_version, kind, call, outcome);
  };
  const OnMissing on_missing = config_.validation.on_missing();
  if (on_missing == OnMissing::kWithhold) {
    around.checked_groups = config_.validation.Groups();
    for (const MissingConfig& config : missing) {
      around.missing.emplace(config.group, config.text);
    }
  }
  LOOM_RETURN_IF_ERROR(Inject(config_, *composite, requested, around,
                              call.composed, call.pool, outcome));
  if (missing.empty() || outcome->waits) return absl::OkStatus();
  return Tell(missing, on_missing, outcome);
}

}  // namespace loom
