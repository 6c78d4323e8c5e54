// SPDX-License-Identifier: Apache-2.0
// Request and everything below it reads any bytes without harm, and refuses what
// protobuf refuses. The bytes are those of a RunFunctionRequest.
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/normalize.h"
#include "test/suites/fuzz/library.h"
#include "test/suites/fuzz/read_everything.h"
#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {

void RunTarget(absl::string_view bytes) {
  bool odd = false;
  absl::Status status = ReadEverything(bytes, &odd);
  apiextensions::fn::proto::v1::RunFunctionRequest request;
  const bool accepted = LibraryReads(bytes, &request);
  if (accepted || !status.ok()) return;
  Must(odd, "what protobuf refuses is refused");
  Must(!Normalize(bytes).ok(), "what protobuf refuses cannot be rewritten");
}

}  // namespace loom::testing
