// SPDX-License-Identifier: Apache-2.0
// TypedReferences is the section `typedReferences` of the native input. In each call
// every field takes its value anew (typed_reference.h):
//
//   given: field, reference    what happens
//   neither, and not required  nothing
//   neither                    ReferenceOrValueRequired
//   the value                  it stays
//   both                       ReferenceAndValueSet; nothing is asked for
//   the reference              for each name of it, in order:
//                              name → namespace → kind → object → terminal? →
//                              synced? → field
//
// A list is written only if all its values are there. What is missing has the words
// of ACK, so that people recognise them:
//
//   link spec.forProvider.securityGroupIds: the referenced resource is not synced
//   yet. resource:SecurityGroup, namespace:team-a, name:web (…)
//
// While there is no value, the field keeps the observed one; a target that is not
// observed is withheld (sections/shared/targets/reference_report.h). A reference that stands in
// the desired resource is removed from it, because its kind may not know the field.
// The rules are ACK's; seeds.md of test/suites/oracle lists what differs.
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

  // nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override { return true; }
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<TypedReference> list_;
  std::shared_ptr<const AccessPolicy> access_;
};

}  // namespace loom
