// SPDX-License-Identifier: Apache-2.0
// DetailsSection is the section `connectionDetails` of the native input. In each call
// it gathers the details (detail.h), in their order, and publishes them
// (details_output.h). Of two with one name the later one counts.
//
// What is published stays published:
//
//   * Keys of earlier steps, and of templates of the same input, stay; the same name
//     is overwritten.
//   * A detail whose source is away keeps the value that the composite, or the
//     observed Secret, has now.
//   * Beside an allFrom, every key stays that is published now, because what it has
//     published is not known any more when its resource is away.
//   * A Secret is not made without details, and one that is observed stays.
//
// A key goes when its entry is removed from an input without allFrom. The Secret is
// ready at once, has the type connection.crossplane.io/v1alpha1, and is called
// <composite's name>-connection-secret among the composed resources, as P&T's.
//
// The condition ConnectionDetailsReady is True (Complete), or False (KeysMissing) with
// the cause of each detail that has no value now. Its changes give no events, because
// details are missing for a while whenever a composite is created:
//
//   password: db connection key password is missing
//   allFrom: cache connection details are missing
//
// The composite's readiness does not depend on them. No message quotes a value.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "crossplane/call/section.h"
#include "language/input/fields.h"
#include "sections/connection_details/detail.h"
#include "sections/connection_details/details_output.h"

namespace loom {

class DetailsSection : public Section {
 public:
  DetailsSection(std::vector<Detail> list, DetailsOutput output)
      : list_(std::move(list)), output_(std::move(output)) {}

  // nullptr if the input has no details.
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<Detail> list_;
  DetailsOutput output_;
};

}  // namespace loom
