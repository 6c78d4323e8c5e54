// SPDX-License-Identifier: Apache-2.0
// RemoteFunction calls a function that runs in another process, over gRPC
// without TLS, which is what a function that was started with --insecure
// expects. It calls version v1 of the contract, or v1beta1 if the function does
// not have v1; the bytes of both are the same.
//
//   RemoteFunction function("localhost:9443");
//   LOOM_ASSIGN_OR_RETURN(std::string response, function.Run(bytes, deadline));
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace grpc {
class ChannelInterface;
}

namespace loom {

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
