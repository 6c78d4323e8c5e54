// SPDX-License-Identifier: Apache-2.0
// Runs the injection of provider configs, for tests, and shows its outcome.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "crossplane/contract/transition.h"
#include "sections/provider_config/injection.h"
#include "test/testing/fake_composed_resources.h"

namespace loom {

// The section of that JSON. Mistakes are reported to `problems`.
inline ProviderConfig ConfigIn(const Value& section, Problems* problems) {
  const Value none = Object();
  const Input input(none, Dialect::kNative, problems);
  Fields root(input);
  return ProviderConfig::Parse(input.Member("providerConfig", section), root);
}

// Short keys make short tables: the label is cfg, the ignore label skip.
inline ProviderConfig ConfigOf(absl::string_view section, Pool* pool) {
  Problems problems;
  auto value = ParseJson(section, pool);
  ProviderConfig config = ConfigIn(*value, &problems);
  EXPECT_EQ(problems.Joined(), "");
  config.label_key = "cfg";
  config.kind_label_key = "cfg-kind";
  config.ignore_label_key = "skip";
  return config;
}

inline absl::StatusOr<Outcome> Injected(const ProviderConfig& config,
                                        const Value& composite,
                                        const Value* environment,
                                        ComposedResources& resources,
                                        Pool* pool) {
  Outcome outcome;
  absl::Status status = Inject(
      config, composite, RequestedBy(config, composite, environment, pool), {},
      resources, pool, &outcome);
  if (!status.ok()) return status;
  return outcome;
}

inline std::optional<Condition> ConditionIn(const Outcome& outcome) {
  if (outcome.conditions.empty()) return std::nullopt;
  EXPECT_EQ(outcome.conditions.size(), 1u);
  return outcome.conditions[0];
}

// The result that will tell of the condition.
inline std::optional<Result> ResultFor(const Value& composite,
                                       const Outcome& outcome) {
  auto condition = ConditionIn(outcome);
  if (!condition) return std::nullopt;
  return Transition(ObservedCondition(composite, condition->type), *condition);
}

inline std::string Sorted(absl::string_view json) {
  Pool pool;
  return CompactJson(ParseJson(json, &pool).value()).value();
}

inline std::string Text(const std::optional<Condition>& condition) {
  if (!condition) return "none";
  EXPECT_EQ(condition->type, "ProviderConfigApplied");
  std::string status =
      condition->status == ConditionStatus::kTrue ? "True " : "False ";
  return status + condition->reason + " " + condition->message;
}

inline std::string Text(const std::optional<Result>& result) {
  if (!result) return "none";
  std::string severity =
      result->severity == Severity::kWarning ? "Warning " : "Normal ";
  return severity + result->reason + " " + result->message;
}

}  // namespace loom
