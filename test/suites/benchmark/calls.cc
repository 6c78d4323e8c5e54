// SPDX-License-Identifier: Apache-2.0
// loom_calls FILE COUNT [decode]: answers the request in a file so many times,
// without a server, or only decodes its required resources. test/suites/benchmark/calls
// counts its instructions.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "base/errors.h"
#include "crossplane/contract/request.h"
#include "data/value/struct_codec.h"
#include "function/function.h"

namespace {

absl::Status Decode(absl::string_view bytes) {
  loom::Pool pool;
  LOOM_ASSIGN_OR_RETURN(loom::Request request, loom::Request::Parse(bytes));
  for (const auto& entry : request.required_resources.entries()) {
    LOOM_ASSIGN_OR_RETURN(auto objects, loom::ObjectsOf(entry.value));
    for (absl::string_view object : objects) {
      LOOM_RETURN_IF_ERROR(loom::DecodeStruct(object, &pool).status());
    }
  }
  return absl::OkStatus();
}

absl::Status Call(const loom::Function& function, absl::string_view bytes) {
  LOOM_ASSIGN_OR_RETURN(loom::Bytes response, function.Run(bytes));
  return response.size > 0 ? absl::OkStatus()
                           : absl::InternalError("an empty response");
}

}  // namespace

int main(int argc, char** argv) {
  const bool decodes = argc == 4 && std::string(argv[3]) == "decode";
  if (argc != 3 && !decodes) {
    std::cerr << "usage: loom_calls FILE COUNT [decode]\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string request{std::istreambuf_iterator<char>(file), {}};
  const loom::Function function;
  for (int i = std::atoi(argv[2]); i > 0; --i) {
    absl::Status status = decodes ? Decode(request) : Call(function, request);
    if (!status.ok()) {
      std::cerr << argv[1] << ": " << status << "\n";
      return 1;
    }
  }
  return 0;
}
