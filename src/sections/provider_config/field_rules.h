// SPDX-License-Identifier: Apache-2.0
// FieldRules says in which fields a kind of resources names its provider config, if
// it is not spec.providerConfigRef:
//
//   fieldPaths:                      # the first that matches counts
//   - {group: argoproj.io, kind: Application, namePath: spec.destination.name}
//   - {group: "*.example.org", namePath: spec.config.name,
//      kindPath: spec.config.kind}
//
// A rule does not make a resource managed; `targets.include` does. Without kindPath
// no kind is written.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/objects/selector.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/input.h"

namespace loom {

struct FieldRule {
  Selector selector;
  Path name;
  std::optional<Path> kind;

  static FieldRule Parse(const Input& input);

  // Whether the resource names a provider config already.
  bool IsNamedIn(const Value& desired, Pool* pool) const;
  // Both texts have to outlive the tree. FailedPrecondition: the resource does not
  // fit a path.
  absl::Status Write(Value& desired, absl::string_view config_name,
                     absl::string_view config_kind, Pool* pool) const;
};

// The first rule that matches; nullptr if none does. Errors are those of
// Selector::Matches.
absl::StatusOr<const FieldRule*> FirstMatch(const std::vector<FieldRule>& rules,
                                            const Selectable& id, Pool* pool);

}  // namespace loom
