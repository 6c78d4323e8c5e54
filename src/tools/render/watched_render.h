// SPDX-License-Identifier: Apache-2.0
// WatchRender is `render --watch`: it renders, and again whenever a file that the
// command line names has changed. A terminal is cleared before each text. On standard
// error a line says how it went, and how the text differs from the one before:
//
//   12:01:07 rendered in 3 ms
//   Bucket bucket: spec.forProvider.region
//     - us-east-1
//     + eu-west-1
//   1 difference in 1 of 2 documents
//
// An error is printed, and the next change is waited for.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>

#include "tools/render/render_options.h"

namespace loom {

// `render` makes the text; if it cannot, it prints why and returns nothing. Goes on
// until `again`, which is asked after each text, says no.
void WatchRender(const RenderOptions& options,
                 const std::function<std::optional<std::string>()>& render,
                 const std::function<bool()>& again, bool terminal,
                 std::ostream& out, std::ostream& err);

}  // namespace loom
