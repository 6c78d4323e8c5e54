// SPDX-License-Identifier: Apache-2.0
// ProviderConfig is the `providerConfig` section of the native input: the label of the
// composite that names a ProviderConfig, and the composed resources that get it. The
// schema has the fields and their defaults (docs/reference).
// The rules for names and labels are AppCat's; detection and everything else is ours.
#pragma once

#include <string>
#include <vector>

#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "language/input/input.h"
#include "sections/provider_config/field_rules.h"
#include "sections/provider_config/validation.h"
#include "sections/shared/ignore_label.h"

namespace loom {

enum class IgnoreMatch { kExists, kTrue };
enum class InjectionPolicy { kOverride, kIfNotPresent };
enum class PropagateLabel { kInjected, kAll, kNever };
enum class RefKind { kAuto, kProviderConfig, kClusterProviderConfig, kNone };
enum class Detection { kAuto, kSchema, kAll };
enum class NestedMode { kLabelOnly, kIgnore, kInject };

// The source of a name if the composite lacks the label.
struct Fallback {
  enum class From { kComposite, kEnvironment, kClaimNamespace };
  From from = From::kClaimNamespace;
  Path path;  // unused for kClaimNamespace
};

struct ProviderConfig {
  std::string label_key = "appcat.vshn.io/provider-config";
  std::string kind_label_key = "appcat.vshn.io/provider-config-kind";
  std::string ignore_label_key = kIgnoreLabelKey;
  IgnoreMatch ignore_match = IgnoreMatch::kExists;
  std::vector<std::string> noop_values = {"", "local"};
  std::vector<std::string> allowed;  // globs; empty: every value
  bool required = false;
  std::vector<Fallback> fallbacks;
  InjectionPolicy policy = InjectionPolicy::kOverride;
  PropagateLabel propagate_label = PropagateLabel::kInjected;
  RefKind kind = RefKind::kAuto;

  Detection detection = Detection::kAuto;
  std::vector<Selector> include;  // empty: everything
  std::vector<Selector> exclude;

  NestedMode nested_mode = NestedMode::kLabelOnly;
  std::vector<Selector> nested_kinds;
  std::vector<std::string> copied_labels;

  NameMap names;
  std::vector<FieldRule> field_rules;
  Validation validation;

  // Errors are reported to the problems of the input, whose fields are in `root`.
  static ProviderConfig Parse(const Input& section, Fields& root);
};

}  // namespace loom
