// SPDX-License-Identifier: Apache-2.0
// RenderCommand is `function-loom render`: it prints what Crossplane would make
// of a composite, without Crossplane. The text is that of `crossplane render`
// 2.2, byte for byte, but for one rule: what functions ask for is found as in a
// cluster, which heeds namespaces (tools/pipeline/requirement_answers.h).
//
// Exit codes: 0, the text is on stdout; 1, what is to be rendered is wrong (a
// step returns a FATAL result, the Composition is for another kind); 2, it
// could not be rendered (an unknown flag, a file that cannot be read, a
// function that cannot be reached). With 1 and 2 stdout is empty; on stderr a
// line says what is wrong and at most two more say what to do. With every code,
// lines of notes may come before that on stderr: a step that is left out, an
// object that a step would have found but for its namespace, version or kind.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/inputs/render_options.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

// `argv` holds the arguments that follow the command. Returns the exit code.
int RenderCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunRender(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err);

// RenderOutput makes the text that `function-loom render` prints: documents of
// YAML, each after a line `---`. They are the composite, then the composed
// resources in the order of their names, then, if the options ask for them, the
// results of the functions (kind Result) and the context of the last step (kind
// Context).
//
//   LOOM_ASSIGN_OR_RETURN(std::string text,
//                         RenderOutput(inputs, outcome, options, &pool));
//
// FailedPrecondition: what the pipeline desires cannot be printed, for instance
// a number that is infinite.
absl::StatusOr<std::string> RenderOutput(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const RenderOptions& options,
                                         Pool* pool);

}  // namespace loom
