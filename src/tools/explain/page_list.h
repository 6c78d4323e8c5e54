// SPDX-License-Identifier: Apache-2.0
// What of the page is HTML without script: the head with the verdict, and the list
// that says the same as the picture. The page shows the list when scripts are
// off, when it is printed and when a reader asks for it.
//
//   std::string shown = Html("1 < 2");     // 1 &lt; 2
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

// The text with the characters escaped that HTML takes for its own, and those
// that a browser does not show.
std::string Html(absl::string_view text);

// The heading and why the composite is not ready.
std::string PageVerdict(const Explanation& all);

// A section for each resource, an item for each field with `data-f`, the index of
// the field.
std::string PageList(const Explanation& all, bool full);

}  // namespace loom
