// SPDX-License-Identifier: Apache-2.0
// The ways to show an Explanation. Each is made from the explanation alone, so
// all of them say the same.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "explain/explanation.h"

namespace loom {

struct ViewOptions {
  // What is asked for: bucket, bucket.spec.forProvider.region,
  // xr.status.bucketArn, env.stage, context.KEY. Empty: everything.
  std::vector<std::string> at;
  // Long values whole, and objects of any number of leaves.
  bool full = false;
};

// Leaves of an explanation what options.at names and what that comes from.
// NotFound: there is no such resource or field; the message has the nearest
// names.
absl::StatusOr<Explanation> Narrowed(const Explanation& whole,
                                     const ViewOptions& options);

std::string TextView(const Explanation& explanation,
                     const ViewOptions& options);
std::string MermaidView(const Explanation& explanation,
                        const ViewOptions& options);
// One file that works without network, with the JSON in it.
std::string PageView(const Explanation& explanation,
                     const ViewOptions& options);
// {"format":"loom.explain/v1", …}
std::string JsonView(const Explanation& explanation);

// Reads what JsonView wrote. InvalidArgument: it is something else.
absl::StatusOr<Explanation> ReadJsonView(absl::string_view json);

// Sets `change` of the fields of `after`, and adds those that it no longer has.
void MarkChanges(const Explanation& before, Explanation* after);

}  // namespace loom
