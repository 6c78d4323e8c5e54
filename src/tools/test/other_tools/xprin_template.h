// SPDX-License-Identifier: Apache-2.0
// The template actions of xprin's suites, such as `{{ .Tests.first.Outputs.XR }}`. xprin
// expands a suite with Go's text/template; its suites use these parts of it:
//
//   {{ .Inputs.XR }}                                  a field; its name may have hyphens
//   {{ index .Outputs.Rendered "App/web" }}           a key of a map, or an item of a list
//   {{ (index .Tests "first").Outputs.RenderCount }}  a field of a value in parentheses
//
// A suite is YAML only without them, because `{{` begins a map. So Protected replaces
// the braces, and the other functions read protected text.
//
//   std::string text = Protected("xr: {{ .Inputs.XR }}");   // now it is YAML
//   absl::StatusOr<std::string> path = Expanded(text, variables);
//
// Other actions (pipes, range, if, functions) are errors.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Replaces the braces of actions by as many characters that YAML accepts everywhere.
// Actions end in the line in which they begin.
std::string Protected(absl::string_view text);

// Puts the braces back.
std::string Unprotected(absl::string_view text);

bool HasAction(absl::string_view text);

// Returns the text with the values of its actions. `variables` is an object with
// Inputs, Outputs, Tests and Repositories. InvalidArgument: an action is malformed, or
// what it names does not exist.
absl::StatusOr<std::string> Expanded(absl::string_view text,
                                     const Value& variables);

// Does not expand, but finds the errors. In `variables`, null stands for a value that
// is not known yet: any field of it may exist.
absl::Status CheckActions(absl::string_view text, const Value& variables);

}  // namespace loom
