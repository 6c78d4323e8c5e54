// SPDX-License-Identifier: Apache-2.0
// Runs the injection of provider configs, for tests, and shows its outcome.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "crossplane/call/composed_state.h"
#include "crossplane/contract/transition.h"
#include "sections/provider_config/injection.h"
#include "test/testing/test_call.h"
#include "test/testing/wire_text.h"

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

// The composed resources of a request.
class GivenResources {
 public:
  using Objects = std::map<std::string, std::string>;  // as JSON, by name
  static constexpr char kBroken[] = "";  // its bytes are no object

  struct Given {
    Objects desired;
    Objects observed = {};
  };

  explicit GivenResources(const Given& given)
      : of_(FieldWire(3, Wire(given.desired)) +
            FieldWire(2, Wire(given.observed))),
        state_(of_.request, &of_.decoder) {}

  ComposedState& state() { return state_; }
  Pool* pool() { return &of_.pool; }
  std::string DesiredJson(const std::string& name) {
    return CompactJson(**state_.Desired(name)).value();
  }
  size_t changed() const {
    size_t count = 0;
    for (const DesiredResource& each : state_.Finish()) {
      count += each.object == nullptr ? 0 : 1;
    }
    return count;
  }

 private:
  static std::string Wire(const Objects& objects) {
    std::string wire;
    for (const auto& [name, json] : objects) {
      const std::string bytes =
          json == kBroken ? std::string("\x0a\x05") : StructBytes(json);
      wire += MapEntryWire(2, name, FieldWire(1, bytes));
    }
    return wire;
  }

  TestRequest of_;
  ComposedState state_;
};

inline absl::StatusOr<Outcome> Injected(const ProviderConfig& config,
                                        const Value& composite,
                                        const Value* environment,
                                        GivenResources& resources) {
  Outcome outcome;
  absl::Status status =
      Inject(config, composite,
             RequestedBy(config, composite, environment, resources.pool()), {},
             resources.state(), resources.pool(), &outcome);
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
