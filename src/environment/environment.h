// SPDX-License-Identifier: Apache-2.0
// The environment of a composite: default data, what earlier steps put into the
// pipeline's context, and the data of selected EnvironmentConfigs, merged.
//
//   environment:
//     defaultData: {stage: test}
//     configs: [{ref: {name: base}}, {type: Selector, selector: {…}}]
//     policy: {resolution: Optional}      a Reference may find nothing
//
// Lowest to highest: defaultData < the incoming environment < the configs in
// listed order, each at its toFieldPath. Objects are united, everything else
// replaced (value/merge.h). The result stands under the context key
// apiextensions.crossplane.io/environment; it is flat, the members of `data`
// beside an apiVersion and kind of its own.
//
// It takes two calls: one that asks for the configs, one that has them. The
// rules are function-environment-configs'; the native input differs in that its
// keys are canonical (requirements that are equal share one), that it waits for
// each of its own keys, and that `resolution: Optional` counts for Single
// selectors too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "environment/asked.h"
#include "environment/source.h"
#include "resource/required.h"
#include "resource/requirement.h"

namespace loom {

inline constexpr absl::string_view kEnvironmentKey =
    "apiextensions.crossplane.io/environment";

class Environment {
 public:
  // Reads the section; `configs` is the name of its list. The values it keeps
  // refer to the input's tree.
  static Environment Parse(Fields& section, absl::string_view configs);

  // Nothing to select and no defaults: the environment is left as it came.
  bool idle() const { return default_data_ == nullptr && !has_configs_; }

  // An error names the label that has no value.
  absl::StatusOr<Asked> Ask(Value& composite, Value& incoming,
                            Pool* pool) const;

  // Whether what was asked for is here.
  absl::StatusOr<bool> Answered(const Asked& asked,
                                RequiredResources& required) const;

  // The merged environment; `incoming` is taken over. An error names the
  // config.
  absl::StatusOr<Value> Merge(Value incoming, const Asked& asked,
                              RequiredResources& required, Pool* pool) const;

 private:
  struct Entry {
    Source source;
    absl::StatusOr<Path> to;
    std::string key;  // of the drop-in input: where it is in the author's list
  };
  absl::StatusOr<std::vector<Value*>> Select(
      const Entry& entry, const std::optional<std::string>& key,
      RequiredResources& required, Pool* pool) const;

  const Value* default_data_ = nullptr;
  bool has_configs_ = false;
  bool optional_ = false;
  bool native_ = false;
  std::vector<Entry> entries_;
};

// Gives an environment without a usable apiVersion and kind those of its own:
// internal.crossplane.io/v1alpha1, Environment. Whether it had to.
bool EnsureIdentity(Value& environment, Pool* pool);

}  // namespace loom
