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

// ChainLines tells in lines how a field came to its value: the step that wrote
// it, its transforms, what it read, and what that came from.
//
//   patch 1 FromEnvironmentFieldPath  composition.yaml:27:11
//   string Convert ToUpper  prod -> PROD  composition.yaml:31:13
//   EnvironmentConfig eu-west-1 data.stage  environment.yaml:9:15
//     over test of EnvironmentConfig base  environment.yaml:4:40
//
// Lines that begin with blanks belong to the line above them. The text and the
// list of the page are made of these.
std::vector<std::string> ChainLines(const Explanation& all,
                                    const ExplainedField& field, bool full);

// Such as "patch 2 ToCompositeFieldPath  composition.yaml:32:11  bucket is not
// observed" with "skipped: " before it, or what else the step did.
std::string OutcomeLine(const ExplainedStep& step);
// The same of the step of that id, and below it what its expression has read.
std::vector<std::string> OutcomeLines(const Explanation& all, size_t id,
                                      bool full);

// The lines below the reason why a resource is not ready: where, and which step would
// write what is missing.
std::vector<std::string> UnreadyLines(const Explanation& all,
                                      const Unready& unready);

// What of the page is HTML without script: the head with the verdict, and the list
// that says the same as the picture. The page shows the list when scripts are
// off, when it is printed and when a reader asks for it.
//
//   std::string shown = Html("1 < 2");     // 1 &lt; 2

// The text with the characters escaped that HTML takes for its own, and those
// that a browser does not show.
std::string Html(absl::string_view text);

// The heading and why the composite is not ready.
std::string PageVerdict(const Explanation& all);

// A section for each resource, an item for each field with `data-f`, the index of
// the field.
std::string PageList(const Explanation& all, bool full);

}  // namespace loom
