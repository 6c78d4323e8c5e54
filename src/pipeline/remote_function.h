// SPDX-License-Identifier: Apache-2.0
// RemoteFunction calls a function that runs elsewhere, in plain text, as a
// function listens that was started with --insecure. Version v1 of the contract
// first, v1beta1 if the function has no other; their bytes are the same.
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
  // A target of gRPC: HOST:PORT, dns:///HOST:PORT, unix:PATH.
  explicit RemoteFunction(const std::string& target);

  // The bytes of the response. NotFound: nobody answers there. InvalidArgument:
  // it took longer than the deadline, or answered with an error.
  absl::StatusOr<std::string> Run(absl::string_view request,
                                  absl::Time deadline) const;

 private:
  std::shared_ptr<grpc::ChannelInterface> channel_;
};

}  // namespace loom
