// SPDX-License-Identifier: Apache-2.0
// What a response says of the readiness of composed resources, for tests.
//
//   ReadinessFlags(call.message())          "a=TRUE b=- c=FALSE"
//   WithReady(Managed(), "READY_TRUE")      a Resource message that says so
#pragma once

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"

namespace loom {

inline std::string ReadinessFlags(
    const apiextensions::fn::proto::v1::RunFunctionResponse& response) {
  std::map<std::string, std::string> flags;
  for (const auto& [name, resource] : response.desired().resources()) {
    std::string flag =
        apiextensions::fn::proto::v1::Ready_Name(resource.ready());
    flag = flag.substr(flag.find('_') + 1);
    flags[name] = flag == "UNSPECIFIED" ? "-" : flag;
  }
  return absl::StrJoin(flags, " ", absl::PairFormatter("="));
}

// `resource` is a Resource message as JSON that says nothing of it.
inline std::string WithReady(const std::string& resource, const char* ready) {
  return absl::StrCat(resource.substr(0, resource.size() - 1),
                      R"(, "ready": ")", ready, "\"}");
}

}  // namespace loom
