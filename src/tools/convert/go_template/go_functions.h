// SPDX-License-Identifier: Apache-2.0
// CallGoFunction computes a function of a Go template with symbols: those of Go, of
// Sprig and of function-go-templating, as the rows of tables (go_function_rows.h).
//
//   default 3 $spec.size      optional.ofNonZeroValue(composite.spec.?size.orValue(null))
//                                 .orValue(3)
//   eq $spec.size "large"     composite.spec.?size.orValue(null) == 'large'
//
// The expression returns what the function does. What cannot be equal, such as a random
// number or the time, is broken and has the reason.
#pragma once

#include <string>
#include <vector>

#include "tools/convert/go_template/symbol.h"

namespace loom {

// `arguments` are in the order of the call; a value that is piped in is the last one.
Symbol CallGoFunction(const std::string& name,
                      const std::vector<Symbol>& arguments);

}  // namespace loom
