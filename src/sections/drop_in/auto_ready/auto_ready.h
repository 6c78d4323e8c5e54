// SPDX-License-Identifier: Apache-2.0
// AutoReady is function-auto-ready as a section: it says of composed resources that
// they are ready, so that Crossplane can say it of the composite.
//
//   apiVersion: autoready.fn.crossplane.io/v1beta1
//   kind: Input
//   ttl: 5m                      # how long Crossplane may use the answer
//
// A step without an input is the same, with the default of `ttl`. A resource is ready
// if it is desired and observed, no earlier step has said whether it is ready, and
//
//   * the check of its kind holds (sections/shared/readiness_checks/kind_check.h), or
//   * its condition Ready is True.
//
// It is not said that a resource is not ready, nor why. Kinds are those of observed
// objects. The connection details of desired resources are dropped, which Crossplane
// ignores.
//
//   ttl: soon       fails: cannot set ttl: time: invalid duration "soon"
//
// Own rules for kinds (health_rules.h) come before both if the process has the feature
// gate of function-auto-ready for them, and may also say that a resource is not ready.
//
// All of this is function-auto-ready's rule.
#pragma once

#include <memory>

#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "sections/drop_in/auto_ready/health_rules.h"

namespace loom {

class AutoReady : public Section {
 public:
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  HealthRules rules_;
};

}  // namespace loom
