// SPDX-License-Identifier: Apache-2.0
// TypedReferences is the section `typedReferences` of the native input. Every field
// gets a new value in each call (typed_reference.h):
//
//   given: field, reference    effect
//   neither, and not required  nothing
//   neither                    ReferenceOrValueRequired
//   the value                  it stays
//   both                       ReferenceAndValueSet; nothing is requested
//   the reference              for each of its names, in order:
//                              name → namespace → kind → object → terminal? →
//                              synced? → field
//
// A list is written only if all its values are available. Messages about missing values
// use the words of ACK, so that people recognize them:
//
//   link spec.forProvider.securityGroupIds: the referenced resource is not synced
//   yet. resource:SecurityGroup, namespace:team-a, name:web (…)
//
// Without a value, the field keeps the observed one; a target that is not observed is
// withheld (sections/shared/targets/reference_report.h). A reference in the desired
// resource is removed, because its kind may not have the field. The rules are ACK's;
// seeds.md of test/suites/oracle lists the differences.
#pragma once

#include <memory>
#include <vector>

#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "language/input/fields.h"
#include "sections/typed_references/typed_reference.h"

namespace loom {

class TypedReferences : public Section {
 public:
  TypedReferences(std::vector<TypedReference> list,
                  std::shared_ptr<const AccessPolicy> access)
      : list_(std::move(list)), access_(std::move(access)) {}

  // Returns nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override { return true; }
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<TypedReference> list_;
  std::shared_ptr<const AccessPolicy> access_;
};

}  // namespace loom
