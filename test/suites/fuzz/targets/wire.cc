// SPDX-License-Identifier: Apache-2.0
// Request and everything below it reads any bytes without harm, and refuses what
// protobuf refuses, and what is given twice. The bytes are those of a
// RunFunctionRequest.
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/suites/fuzz/library.h"
#include "test/suites/fuzz/read_everything.h"
#include "test/suites/fuzz/targets/target.h"
#include "test/testing/given_twice.h"

namespace loom::testing {

void RunTarget(absl::string_view bytes) {
  if (!ReadEverything(bytes).ok()) return;
  apiextensions::fn::proto::v1::RunFunctionRequest request;
  Must(LibraryReads(bytes, &request), "what protobuf refuses is refused");
  Must(!GivesTwice(std::string(bytes), request.GetDescriptor()),
       "what is given twice is refused");
}

}  // namespace loom::testing
