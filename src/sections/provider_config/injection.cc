// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/injection.h"

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "crossplane/contract/transition.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "sections/provider_config/detection.h"
#include "sections/provider_config/provider_config_ref.h"
#include "sections/provider_config/section.h"

namespace loom {
namespace {

constexpr absl::string_view kCondition = "ProviderConfigApplied";

// The changes to one resource.
struct Treatment {
  bool copied_labels = false;
  bool label = false;
  bool reference = false;
  // Existing labels are not overwritten.
  bool keeps_labels = false;
  // The rule for the reference; nullptr: it is spec.providerConfigRef.
  const FieldRule* rule = nullptr;

  bool none() const { return !copied_labels && !label && !reference; }
};

bool IsIgnored(const ProviderConfig& config, const Value& desired) {
  auto value = Label(desired, config.ignore_label_key);
  if (!value) return false;
  return config.ignore_match == IgnoreMatch::kExists ||
         absl::EqualsIgnoreCase(*value, "true");
}

absl::StatusOr<bool> IsTarget(const ProviderConfig& config,
                              const Selectable& id, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(bool excluded, AnyMatches(config.exclude, id, pool));
  if (excluded) return false;
  if (config.include.empty()) return true;
  return AnyMatches(config.include, id, pool);
}

Treatment OfComposite(const ProviderConfig& config, bool ignored) {
  bool label = config.propagate_label != PropagateLabel::kNever;
  switch (config.nested_mode) {
    case NestedMode::kLabelOnly:
      return {.copied_labels = true, .label = label, .keeps_labels = ignored};
    case NestedMode::kIgnore:
      return {};
    case NestedMode::kInject:
      if (ignored) return {};
      return {.copied_labels = true, .label = label, .reference = true};
  }
  return {};
}

absl::StatusOr<Treatment> OfManaged(const ProviderConfig& config,
                                    const Candidate& candidate, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const FieldRule* rule,
                        FirstMatch(config.field_rules, candidate.id, pool));
  const Value& desired = *candidate.desired;
  if (config.policy == InjectionPolicy::kIfNotPresent &&
      (rule != nullptr ? rule->IsNamedIn(desired, pool)
                       : NamesProviderConfig(desired))) {
    return Treatment{};
  }
  return Treatment{.label = config.propagate_label != PropagateLabel::kNever,
                   .reference = true,
                   .rule = rule};
}

absl::StatusOr<Treatment> TreatmentOf(const ProviderConfig& config,
                                      Candidate& candidate, Pool* pool) {
  bool ignored = IsIgnored(config, *candidate.desired);
  if (!ignored) {
    LOOM_ASSIGN_OR_RETURN(bool target, IsTarget(config, candidate.id, pool));
    if (!target) return Treatment{};
  }
  LOOM_ASSIGN_OR_RETURN(Role role, RoleOf(config, candidate, pool));
  if (role == Role::kNestedComposite) return OfComposite(config, ignored);
  if (ignored) return Treatment{};
  if (role == Role::kManaged) return OfManaged(config, candidate, pool);
  return Treatment{.label = config.propagate_label == PropagateLabel::kAll};
}

// Injector writes a provider config into the composed resources of one call.
class Injector {
 public:
  Injector(const ProviderConfig& config, const Value& composite,
           const Surroundings& around, ComposedState& resources, Pool* pool)
      : config_(config),
        composite_(composite),
        around_(around),
        resources_(resources),
        pool_(pool) {}

  absl::Status Inject(absl::string_view provider_config) {
    provider_config_ = pool_->Keep(provider_config);
    LOOM_RETURN_IF_ERROR(
        ForEach([this](const Candidate& candidate, const Treatment& treatment) {
          if (const std::string* why = WhyWithheld(candidate, treatment)) {
            Withhold(candidate, *why);
            return;
          }
          absl::Status status = Write(candidate, treatment);
          if (status.ok()) {
            injected_ += treatment.reference;
          } else {
            failures_.push_back(absl::StrCat(
                candidate.id.name, ": ", MessageOf(status, pool_->redacted())));
          }
        }));
    return fatal_;
  }

  // Collects the resources that need a provider config and are not observed
  // yet.
  absl::Status WithholdAll(const std::string& why) {
    return ForEach([&](const Candidate& candidate, const Treatment& treatment) {
      if (candidate.observed != nullptr || !treatment.reference) return;
      Withhold(candidate, why);
    });
  }

  int injected() const { return injected_; }
  const std::vector<std::string>& failures() const { return failures_; }
  std::vector<WithheldResource> withheld() && { return std::move(withheld_); }

 private:
  void Withhold(const Candidate& candidate, const std::string& why) {
    withheld_.push_back({candidate.id.name, why, "providerConfig"});
  }

  // Returns the message if its ProviderConfig is missing, and it can wait for it;
  // otherwise nullptr.
  const std::string* WhyWithheld(const Candidate& candidate,
                                 const Treatment& treatment) {
    if (!treatment.reference || candidate.observed != nullptr) return nullptr;
    const std::string* checked =
        LongestAbove(candidate.id.group, around_.checked_groups);
    if (checked == nullptr) return nullptr;
    auto missing = around_.missing.find(*checked);
    return missing == around_.missing.end() ? nullptr : &missing->second;
  }

  // Calls `visit` for every resource that is to be changed.
  template <typename Visit>
  absl::Status ForEach(Visit visit) {
    for (absl::string_view name : resources_.DesiredNames()) {
      LOOM_ASSIGN_OR_RETURN(const Value* desired, resources_.Desired(name));
      LOOM_ASSIGN_OR_RETURN(const Value* observed, resources_.Observed(name));
      Selectable id{name, GroupOf(ApiVersion(*desired)), Kind(*desired),
                    around_.IdOf(name)};
      Candidate candidate{id, desired, observed};
      if (around_.schema_of) {
        candidate.schema_of = [this, desired] {
          return around_.schema_of(ApiVersion(*desired), Kind(*desired));
        };
      }
      LOOM_ASSIGN_OR_RETURN(Treatment treatment,
                            TreatmentOf(config_, candidate, pool_));
      if (!treatment.none()) visit(candidate, treatment);
    }
    return absl::OkStatus();
  }

  absl::Status Write(const Candidate& candidate, const Treatment& treatment) {
    const bool own_field = treatment.rule != nullptr;
    if (treatment.reference && !own_field) {
      LOOM_RETURN_IF_ERROR(CheckProviderConfigRef(*candidate.desired));
    }
    absl::string_view kind =
        treatment.reference ? RefKindOf(config_, composite_, candidate) : "";
    LOOM_ASSIGN_OR_RETURN(Value * desired,
                          resources_.Change(candidate.id.name));
    absl::string_view name =
        config_.names.NameFor(provider_config_, candidate.id.group);
    if (treatment.reference && !own_field && !IsObjectName(name)) {
      LOOM_RETURN_IF_ERROR(RefuseName(candidate.id.name));
    }
    if (treatment.reference && own_field) {
      return WriteOwnField(treatment, name, kind, *desired);
    }
    LOOM_RETURN_IF_ERROR(WriteLabels(treatment, *desired));
    if (treatment.reference) {
      WriteProviderConfigRef(*desired, name, kind, pool_);
    }
    return absl::OkStatus();
  }

  // Without its reference, the resource would use the config `default`.
  absl::Status RefuseName(absl::string_view resource) {
    fatal_ = WithFact(
        Harmless(absl::FailedPreconditionError(absl::StrCat(
            resource,
            ": no ProviderConfig can have the requested name: expected at "
            "most 253 of the characters a-z 0-9 - . that begin and "
            "end with a letter or a digit"))),
        Fact::kReason, "InvalidProviderConfigName");
    return fatal_;
  }

  // A resource that does not fit the paths of its rule stays unchanged.
  absl::Status WriteOwnField(const Treatment& treatment, absl::string_view name,
                             absl::string_view kind, Value& desired) {
    Value before = MakeCopy(desired, pool_);
    absl::Status status = WriteLabels(treatment, desired);
    if (status.ok()) {
      status = treatment.rule->Write(desired, name, kind, pool_);
    }
    if (!status.ok()) desired = std::move(before);
    return status;
  }

  absl::Status WriteLabels(const Treatment& treatment, Value& desired) {
    if (treatment.copied_labels) {
      for (const std::string& key : config_.copied_labels) {
        auto value = Label(composite_, key, pool_);
        if (!value || (treatment.keeps_labels && Label(desired, key, pool_)))
          continue;
        LOOM_RETURN_IF_ERROR(SetLabel(desired, key, *value, pool_));
      }
    }
    // A name that comes from a fallback may not be valid as the value of a
    // label. With such a label the API server would refuse the whole resource.
    if (!treatment.label || config_.label_key.empty() ||
        !IsLabelValue(provider_config_)) {
      return absl::OkStatus();
    }
    if (treatment.keeps_labels && Label(desired, config_.label_key)) {
      return absl::OkStatus();
    }
    return SetLabel(desired, config_.label_key, provider_config_, pool_);
  }

  const ProviderConfig& config_;
  const Value& composite_;
  const Surroundings& around_;
  ComposedState& resources_;
  Pool* pool_;
  absl::string_view provider_config_;
  int injected_ = 0;
  std::vector<std::string> failures_;
  absl::Status fatal_;  // a name that no object can have
  std::vector<WithheldResource> withheld_;
};

Condition Applied(ConditionStatus status, absl::string_view reason,
                  std::string message) {
  return {std::string(kCondition), status, std::string(reason),
          std::move(message)};
}

Condition AfterInjection(const Requested& requested, const Injector& injector,
                         bool redacted) {
  if (!injector.failures().empty()) {
    return Applied(ConditionStatus::kFalse, "InjectionFailed",
                   JoinedEntries(injector.failures()));
  }
  int count = injector.injected();
  bool hidden = redacted && requested.from_environment();
  return Applied(
      ConditionStatus::kTrue, "Injected",
      absl::StrCat(hidden ? "" : requested.name, hidden ? "" : ": ", count,
                   " composed resource", count == 1 ? "" : "s"));
}

}  // namespace

absl::Status Inject(const ProviderConfig& config,
                    const Value& observed_composite, const Requested& requested,
                    const Surroundings& around, ComposedState& resources,
                    Pool* pool, Outcome* outcome) {
  Injector injector(config, observed_composite, around, resources, pool);
  if (requested.state == Requested::State::kNamed) {
    LOOM_RETURN_IF_ERROR(injector.Inject(requested.name));
    outcome->Add(AfterInjection(requested, injector, pool->redacted()));
    outcome->withheld = std::move(injector).withheld();
  } else if (requested.state == Requested::State::kMissing && config.required) {
    std::string why =
        config.label_key.empty()
            ? "no source in `from` yields the name of a provider config"
            : absl::StrCat("label ", config.label_key,
                           " is missing on the composite");
    LOOM_RETURN_IF_ERROR(injector.WithholdAll(why));
    outcome->withheld = std::move(injector).withheld();
    outcome->Add(
        Applied(ConditionStatus::kFalse, "LabelMissing", std::move(why)));
  } else if (auto condition =
                 NothingToDo(ObservedCondition(observed_composite, kCondition),
                             "NotRequested")) {
    outcome->Add(*std::move(condition));
  }
  return absl::OkStatus();
}

}  // namespace loom
