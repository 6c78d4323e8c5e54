// SPDX-License-Identifier: Apache-2.0
// RouteSteps decides where each step of a pipeline runs. The following steps run in
// this process, unless the annotations of their Function route them to a function that
// is running elsewhere:
//
//   * a step of this function: its Function or the package is named function-loom, or
//     its name ends with -function-loom. It gets the server's answer for any input.
//   * a step with an input that this function accepts (function/plan/inputs.h)
//   * a step without input whose Function is named function-auto-ready, or has a name
//     that ends so
//
// Any other step needs such annotations:
//
//   render.crossplane.io/runtime: Development         a call over gRPC to
//   render.crossplane.io/runtime-development-target   this address
//                                                     (localhost:9443)
//   render.crossplane.io/runtime: InProcess           in this process
//   render.crossplane.io/runtime: Docker, or none     in this process
//
// The annotations and Development are those of `crossplane render`. One rule is ours:
// no step runs in Docker, so a step that can run neither here nor at a target is an
// error.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"

namespace grpc {
class ChannelInterface;
}

namespace loom {

struct RuntimeOptions {
  // The file of the Functions; may be empty.
  std::string functions;
  // Annotations (key and value) that every Function gets. They replace its own.
  std::vector<std::pair<std::string, std::string>> annotations;
  // The addresses of functions that run elsewhere, by the names of the Functions. They
  // replace all annotations.
  std::map<std::string, std::string> addresses;
  // The names of the steps to skip.
  std::vector<std::string> skip;
  // Whether steps that can run nowhere are also skipped, instead of causing an error.
  bool skips_foreign = false;
};

// Adds the values of --function-address. InvalidArgument: one is not NAME=HOST:PORT.
absl::Status AddAddresses(const std::vector<std::string>& values,
                          RuntimeOptions* options);

struct Route {
  enum class Kind { kInProcess, kRemote, kSkipped };
  Kind kind = Kind::kInProcess;
  std::string target;  // the address, if kind is kRemote
};

// Returns the route of each step. `functions` are the documents of options.functions or
// of a cluster. InvalidArgument: a document is not a Function, no step has a name in
// `skip`, or some steps can run nowhere (one error names them all).
absl::StatusOr<std::vector<Route>> RouteSteps(
    const std::vector<PipelineStep>& steps, const RuntimeOptions& options,
    const std::vector<YamlDocument>& functions);

// RemoteFunction calls a function in another process over gRPC without TLS, as a
// function that was started with --insecure expects. It calls version v1 of the
// contract, or v1beta1 if the function does not have v1; the bytes of both are the
// same.
//
//   RemoteFunction function("localhost:9443");
//   LOOM_ASSIGN_OR_RETURN(std::string response, function.Run(bytes, deadline));
class RemoteFunction {
 public:
  // `target` is an address in gRPC's notation: HOST:PORT, dns:///HOST:PORT or
  // unix:PATH.
  explicit RemoteFunction(const std::string& target);

  // Sends the bytes of a request and returns the bytes of the response. NotFound: the
  // target does not answer. InvalidArgument: the deadline has passed, or the function
  // answered with an error, which the message names.
  absl::StatusOr<std::string> Run(absl::string_view request,
                                  absl::Time deadline) const;

 private:
  std::shared_ptr<grpc::ChannelInterface> channel_;
};

}  // namespace loom
