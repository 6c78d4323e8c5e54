// SPDX-License-Identifier: Apache-2.0
// KeepField keeps the field that a patch would write while an expression of it, or of one
// of its transforms, is pending: it gets the value that is observed, because Crossplane
// deletes a field that is no longer desired.
//
//   patch to spec.size of a resource that is observed with size 3     spec.size: 3
//   the same, of a template whose base has the size 1                 spec.size: 3
//   patch to status.url of a composite that has no such field yet     nothing
//
// In a composed resource the observed value replaces what is desired, be it of the base,
// of an earlier step or of an earlier patch: the patch would have replaced that, too. An
// object is kept as a whole. What is desired of the composite already stays, because
// another patch has written it in this pipeline. A path with a wildcard keeps nothing, and
// nor does the environment, which has no observed state. The rule is ours.
#pragma once

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "sections/shared/patches/patch.h"

namespace loom {

// `observed` may be null: the composed resource is not observed.
absl::Status KeepField(const Patch& patch, const Value* observed,
                       Value* desired, Call& call);

}  // namespace loom
