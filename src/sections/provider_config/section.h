// SPDX-License-Identifier: Apache-2.0
// ProviderConfigSection is the `providerConfig` section of the native input. It first
// requests the information that it needs (validation.h, AskForSchema), and then injects
// (injection.h).
#pragma once

#include <memory>
#include <utility>

#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/provider_config/provider_config.h"

namespace loom {
// Requested is the provider config that a composite requests: the value of its
// label, or of the first fallback that has one.
//
//   label             fallbacks                   requested
//   edge-3            any                         edge-3
//   local             any                         nothing: a no-op value
//   none              {claimNamespace: true}      the namespace of the composite or, if
//                                                 it has none, that of its claim
//   none              none that has a value       it is missing
//
// A fallback has a value if it is a non-empty string; a fallback whose path does not
// fit has none. A fallback whose value is a no-op value requests nothing. An empty
// label counts as absent, unless "" is a no-op value. A value that no glob of `allow`
// matches is not allowed, regardless of its source.
struct Requested {
  enum class State { kNamed, kNothing, kMissing, kNotAllowed };
  State state = State::kMissing;
  absl::string_view name = {};
  // The source of the name: null is the label.
  const Fallback* fallback = nullptr;

  // A value from the environment may come from a Secret.
  bool from_environment() const {
    return fallback != nullptr &&
           fallback->from == Fallback::From::kEnvironment;
  }
};

// `environment` may be nullptr. The name lives as long as its source.
Requested RequestedBy(const ProviderConfig& config, const Value& composite,
                      const Value* environment, Pool* pool);

class ProviderConfigSection : public Section {
 public:
  explicit ProviderConfigSection(ProviderConfig config)
      : config_(std::move(config)) {}

  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  ProviderConfig config_;
};

}  // namespace loom
