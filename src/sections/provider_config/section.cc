// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/section.h"

#include <string>
#include <vector>

#include "base/discretion.h"
#include "base/status_macros.h"
#include "crossplane/contract/fatal_reason.h"
#include "crossplane/contract/transition.h"
#include "sections/provider_config/injection.h"
#include "sections/provider_config/requested.h"
#include "sections/provider_config/schemas.h"

namespace loom {
namespace {

constexpr absl::string_view kNotFound = "ProviderConfigNotFound";

// Puts what is missing in the place of the condition that injection gave.
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
  return WithReason(Harmless(absl::FailedPreconditionError(condition.message)),
                    kNotFound);
}

}  // namespace

std::unique_ptr<const Section> ProviderConfigSection::Parse(Fields& input) {
  std::optional<Input> section = input.Section("providerConfig");
  if (!section.has_value()) return nullptr;
  return std::make_unique<const ProviderConfigSection>(
      ProviderConfig::Parse(*section, input));
}

void ProviderConfigSection::AddReads(Reads* reads) const {
  reads->composite.Add({"metadata", "labels"});
  for (const Fallback& fallback : config_.fallbacks) {
    if (fallback.from == Fallback::From::kComposite) {
      AddPath(fallback.path.segments(), &reads->composite);
    } else if (fallback.from == Fallback::From::kEnvironment) {
      AddPath(fallback.path.segments(), &reads->environment);
    }
  }
  reads->resources.Add({"spec", "providerConfigRef"});
  // Whether they are there says what the resource is (detection.h).
  for (absl::string_view member :
       {"crossplane", "resourceRefs", "compositionRef"}) {
    reads->resources.AddEmpty({"spec", member});
  }
}

absl::Status ProviderConfigSection::Run(Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* environment, call.context.Environment());
  Requested requested =
      RequestedBy(config_, *composite, environment, call.pool);
  std::vector<MissingConfig> missing;
  if (requested.state == Requested::State::kNamed) {
    LOOM_ASSIGN_OR_RETURN(
        missing, config_.validation.FindMissing(requested.name, config_.names,
                                                call, outcome));
  }
  Surroundings around;
  around.schema_of = [&](absl::string_view api_version,
                         absl::string_view kind) {
    return AskForSchema(api_version, kind, call, outcome);
  };
  const OnMissing on_missing = config_.validation.on_missing();
  if (on_missing == OnMissing::kWithhold) {
    around.checked_groups = config_.validation.Groups();
    for (const MissingConfig& config : missing) {
      around.withheld_groups.push_back(config.group);
    }
  }
  LOOM_RETURN_IF_ERROR(Inject(config_, *composite, requested, around,
                              call.composed, call.pool, outcome));
  if (missing.empty() || outcome->waits) return absl::OkStatus();
  return Tell(missing, on_missing, outcome);
}

}  // namespace loom
