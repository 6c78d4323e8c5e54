// SPDX-License-Identifier: Apache-2.0
// Validation (`validate`) checks that the ProviderConfigs about to be written exist.
//
// Each provider is requested by the name that its group gets (NameMap). A kind that is
// not known is looked up first (crossplane/call/lookup.h). A ProviderConfig also
// counts as present if it is desired in this call, by itself or as the manifest of an
// Object of provider-kubernetes.
//
//   missing    Warn       resources still get the name
//              Withhold   resources of that group, and of those below it, are
//                         withheld if they are not observed yet (LongestAbove)
//              Fatal      the call is FATAL
//
// In each case the condition names the missing ProviderConfig.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "crossplane/contract/outcome.h"
#include "language/input/fields.h"
#include "sections/provider_config/field_rules.h"

namespace loom {

enum class OnMissing { kWarn, kWithhold, kFatal };

struct MissingConfig {
  std::string group;
  std::string text;
};

class Validation {
 public:
  // Reads the field `validate`; `root` is the whole input, which has the kinds.
  static Validation Parse(const Input& section, Fields& root);

  OnMissing on_missing() const { return on_missing_; }
  std::vector<std::string> Groups() const;

  // Requests all providers. Sets outcome->waits if one is not answered.
  absl::StatusOr<std::vector<MissingConfig>> FindMissing(
      absl::string_view value, const NameMap& names, Call& call,
      Outcome* outcome) const;

 private:
  // Returns nullopt if it exists, or is not answered yet.
  absl::StatusOr<std::optional<MissingConfig>> Missing(
      const WantedKind& provider, absl::string_view name, Call& call,
      Outcome* outcome) const;

  std::vector<WantedKind> providers_;
  OnMissing on_missing_ = OnMissing::kWarn;
};

}  // namespace loom
