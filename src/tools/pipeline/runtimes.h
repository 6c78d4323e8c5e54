// SPDX-License-Identifier: Apache-2.0
// RouteSteps decides where each step of a pipeline runs. These run in this process,
// unless the annotations of their Function send them to a function that is running
// elsewhere:
//
//   * a step of this function: the package of its Function is called function-loom,
//     or the Function itself, or its name ends with -function-loom. Whatever its
//     input is, it gets what the server would answer.
//   * a step whose input is one that this function accepts (function/plan/inputs.h)
//   * a step without input whose Function is called function-auto-ready, or has that
//     name with another before it
//
// Any other step needs such annotations:
//
//   render.crossplane.io/runtime: Development         a call over gRPC to
//   render.crossplane.io/runtime-development-target   this address
//                                                     (localhost:9443)
//   render.crossplane.io/runtime: InProcess           in this process
//   render.crossplane.io/runtime: Docker, or none     in this process
//
// The annotations and Development are those of `crossplane render`. The rule is
// ours that no step runs in Docker: a step that can run neither here nor at a
// target is an error.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tools/pipeline/composition.h"
#include "tools/pipeline/files.h"

namespace grpc {
class ChannelInterface;
}

namespace loom {

struct RuntimeOptions {
  // The file of the Functions; may be empty.
  std::string functions;
  // Annotations, key and value, that every Function gets. They replace its own.
  std::vector<std::pair<std::string, std::string>> annotations;
  // The names of the steps to skip.
  std::vector<std::string> skip;
  // Whether steps that can run nowhere are skipped, too, and are no error.
  bool skips_foreign = false;
};

struct Route {
  enum class Kind { kInProcess, kRemote, kSkipped };
  Kind kind = Kind::kInProcess;
  std::string target;  // the address, if it is kRemote
};

// The route of each step; `functions` are the documents of options.functions, or those of
// a cluster. InvalidArgument: one of them is something else than a Function, there is no step of a name to skip, or some steps can run nowhere
// (one error names all of these).
absl::StatusOr<std::vector<Route>> RouteSteps(
    const std::vector<PipelineStep>& steps, const RuntimeOptions& options,
    const std::vector<YamlDocument>& functions);

// RemoteFunction calls a function that runs in another process, over gRPC
// without TLS, which is what a function that was started with --insecure
// expects. It calls version v1 of the contract, or v1beta1 if the function does
// not have v1; the bytes of both are the same.
//
//   RemoteFunction function("localhost:9443");
//   LOOM_ASSIGN_OR_RETURN(std::string response, function.Run(bytes, deadline));
class RemoteFunction {
 public:
  // `target` is an address as gRPC knows it: HOST:PORT, dns:///HOST:PORT or
  // unix:PATH.
  explicit RemoteFunction(const std::string& target);

  // Takes and returns the bytes of the two messages. NotFound: nothing answers
  // at the target. InvalidArgument: the deadline has passed, or the function
  // answered with an error, which the message names.
  absl::StatusOr<std::string> Run(absl::string_view request,
                                  absl::Time deadline) const;

 private:
  std::shared_ptr<grpc::ChannelInterface> channel_;
};

}  // namespace loom
