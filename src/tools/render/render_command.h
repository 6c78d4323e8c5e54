// SPDX-License-Identifier: Apache-2.0
// RenderCommand implements `function-loom render`: it prints what Crossplane
// would make of a composite, without Crossplane. The output is the same as that
// of `crossplane render` 2.2, byte for byte, with one exception: required
// objects are found as in a cluster, which respects namespaces
// (tools/run/requirement_answers.h).
//
// Exit codes: 0, the output is on stdout; 1, the content is wrong (a step
// returns a FATAL result, the Composition is for another kind); 2, rendering
// failed (an unknown flag, an unreadable file, an unreachable function). With 1
// and 2 stdout is empty; on stderr one line describes the error and at most two
// more give advice. With every code, notes may come first on stderr: for
// example, a step was skipped, or an object was not found only because of its
// namespace, version or kind.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/objects/secret_texts.h"
#include "data/value/value.h"
#include "tools/inputs/render_options.h"
#include "tools/run/pipeline.h"

namespace loom {

// `argv` holds the arguments after the command. Returns the exit code.
int RenderCommand(int argc, const char* const* argv);

int RunRender(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err);

// Returns the output of `function-loom render`: YAML documents, each after a line
// `---`. They are the composite, then the composed resources sorted by name, then, if
// the options request them, the results of the functions (kind Result) and the context
// of the last step (kind Context). Values that contain one of `secrets` are "(secret)".
//
// FailedPrecondition: the desired state cannot be printed, for example because a number
// is infinite.
absl::StatusOr<std::string> RenderOutput(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const RenderOptions& options,
                                         Pool* pool,
                                         const SecretTexts& secrets = {});

}  // namespace loom
