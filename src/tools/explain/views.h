// SPDX-License-Identifier: Apache-2.0
// These functions show an Explanation in different forms. Each form is made only from
// the explanation, so all of them show the same.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/provenance/explanation.h"

namespace loom {

struct ViewOptions {
  // What to show: bucket, bucket.spec.forProvider.region, xr.status.bucketArn,
  // env.stage, context.KEY. Empty: everything.
  std::vector<std::string> at;
  // Whether to show long values whole, and objects with any number of leaves.
  bool full = false;
};

// Returns the part of an explanation that options.at names, with everything that it
// comes from. The first word is `xr`, `env`, `context` or the longest resource name
// that matches, because names may contain dots; a resource named `xr` is `./xr`.
// NotFound: no resource or field has this name; the second line has the nearest names.
absl::StatusOr<Explanation> Narrowed(const Explanation& whole,
                                     const ViewOptions& options);

std::string TextView(const Explanation& explanation,
                     const ViewOptions& options);
std::string MermaidView(const Explanation& explanation,
                        const ViewOptions& options);
// Returns one HTML file that works offline and contains the JSON.
std::string PageView(const Explanation& explanation,
                     const ViewOptions& options);
// Returns {"format":"loom.explain/v1", …} and a line break. An id is the letter of the
// list and the index: s0 is a source, t0 a step, f0 a field. Empty fields are left out,
// and a secret has `"secret":true` instead of a value.
std::string JsonView(const Explanation& explanation);

// Reads the output of JsonView. InvalidArgument: `json` is something else.
absl::StatusOr<Explanation> ReadJsonView(absl::string_view json);

// Sets `change` of the fields of `after`, and adds the fields and resources that it no
// longer has. For two secrets only the origins are compared. An origin has changed if
// the value comes from another source (kind, name, path) or another kind of step.
// Another index of a patch or another name of the composite is not a change.
void MarkChanges(const Explanation& before, Explanation* after);

// Returns the string with two kinds of characters escaped: those with a meaning in
// HTML, and those that a browser does not show.
std::string Html(absl::string_view text);

// PageVerdict and PageList return the parts of the page that are HTML without script:
// the heading with the reasons why the composite is not ready, and a list with the same
// content as the picture. The page shows the list when scripts are off, when it is
// printed and on request.
std::string PageVerdict(const Explanation& all);

// Returns a section for each resource, with an item for each field; `data-f` is the
// index of the field.
std::string PageList(const Explanation& all, bool full);

}  // namespace loom
