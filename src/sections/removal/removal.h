// SPDX-License-Identifier: Apache-2.0
// Removal is the `remove` section of the native input: it drops desired resources of
// earlier steps, as function-cel-filter does.
//
//   remove:
//   - replica                                 # a name, or a pattern of the whole name
//   - {name: "read-.*", condition: composite.spec.slim}
//
// It runs after all sections that change resources. What a template of this step makes
// stays, whatever the patterns match; the name of such a template is an error of the
// input. An entry that matches nothing has no effect. Crossplane deletes a removed
// resource that is observed, in the order of `dependencies` (sections/dependencies/withdrawal.h).
//
// All conditions are evaluated before the first resource is removed. While one is
// pending, an observed resource stays and a new one waits, so that nothing is lost either
// way; ExpressionsResolved reports it. If one fails, the call is FATAL.
//
// One result names all removed resources, in the calls that make a difference: when a
// removed resource is observed, or when the composite has no conditions yet. Observers get
// each of them in every call. The rules are ours.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/shared/readiness_checks/name_pattern.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

// An entry of `remove`.
struct Removed {
  std::string place;  // in the input
  NamePattern name;
  std::optional<InputExpression> condition = std::nullopt;
};

class Removal : public Section {
 public:
  Removal(std::vector<Removed> list, OwnTemplates templates)
      : list_(std::move(list)), templates_(std::move(templates)) {}

  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  // Returns the desired resources that this step does not make, sorted.
  std::vector<absl::string_view> NamesOfEarlierSteps(Call& call) const;

  std::vector<Removed> list_;
  OwnTemplates templates_;
};

}  // namespace loom
