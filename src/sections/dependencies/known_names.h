// SPDX-License-Identifier: Apache-2.0
// KnownNames are the logical names that dependencies know of in one call, sorted.
//
//   wanted          the resources that are desired so far, also if a section of this
//                   call withheld them
//   known           those, the observed ones, and those of the input's own templates,
//                   also those that wait for a value; of one with forEach or a
//                   condition what it makes
//   pending_loops   the input's own templates with forEach whose list is not known yet:
//                   what they will make has names that are not known either
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

using Names = std::vector<absl::string_view>;

struct KnownNames {
  Names wanted;
  Names known;
  Names pending_loops;

  // Both must outlive the names. An error is one of the account of the call.
  static absl::StatusOr<KnownNames> Of(const OwnTemplates& templates,
                                       Call& call);
};

void SortUnique(Names* names);

}  // namespace loom
