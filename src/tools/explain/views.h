// SPDX-License-Identifier: Apache-2.0
// The ways to show an Explanation. Each is made from the explanation alone, so
// all of them say the same.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

struct ViewOptions {
  // What is asked for: bucket, bucket.spec.forProvider.region,
  // xr.status.bucketArn, env.stage, context.KEY. Empty: everything.
  std::vector<std::string> at;
  // Long values whole, and objects of any number of leaves.
  bool full = false;
};

// Leaves of an explanation what options.at names and what that comes from. The
// first word is `xr`, `env`, `context` or the longest resource name that fits,
// for these may hold dots; a resource that is called `xr` is `./xr`. NotFound:
// there is no such resource or field; the second line has the nearest names.
//
//   --at buckt: no resource has this name
//     did you mean bucket?
absl::StatusOr<Explanation> Narrowed(const Explanation& whole,
                                     const ViewOptions& options);

std::string TextView(const Explanation& explanation,
                     const ViewOptions& options);
std::string MermaidView(const Explanation& explanation,
                        const ViewOptions& options);
// One file that works without network, with the JSON in it.
std::string PageView(const Explanation& explanation,
                     const ViewOptions& options);
// {"format":"loom.explain/v1", …} and a line break. Ids are the letter of the
// list and the index: s0 is a source, t0 a step, f0 a field. Members without
// content are left out, and a secret has `"secret":true` instead of a value.
std::string JsonView(const Explanation& explanation);

// Reads what JsonView wrote. InvalidArgument: it is something else.
absl::StatusOr<Explanation> ReadJsonView(absl::string_view json);

// Sets `change` of the fields of `after`, and adds fields and resources
// that it no longer has.
// Of two secrets only the origin is compared. An origin changed if the value
// comes from another source (kind, name, path) or another kind of step; that a
// patch has another index, and that the composite has another name, is no change.
void MarkChanges(const Explanation& before, Explanation* after);

}  // namespace loom
