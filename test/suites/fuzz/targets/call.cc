// SPDX-License-Identifier: Apache-2.0
// A whole call: any bytes are answered or refused, the same bytes with the same
// answer, an answer can be read, and one that is FATAL has desired state and
// context as they came. The bytes are those of a RunFunctionRequest.
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "function/protobuf.h"
#include "test/suites/fuzz/library.h"
#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {
namespace {

namespace v1 = apiextensions::fn::proto::v1;

// Small limits, so that no request takes long.
FunctionOptions Options() {
  FunctionOptions options;
  options.max_call_bytes = 64 << 20;
  options.max_call_steps = 2'000'000;
  return options;
}

void CheckAnswer(const v1::RunFunctionRequest& request,
                 absl::string_view bytes) {
  v1::RunFunctionResponse answer;
  Must(LibraryReads(bytes, &answer), "an answer can be read");
  Must(answer.meta().tag() == request.meta().tag(), "the tag comes back");
  for (const v1::Result& result : answer.results()) {
    if (result.severity() != v1::SEVERITY_FATAL) continue;
    Must(Serialize(answer.desired()) == Serialize(request.desired()),
         "FATAL leaves the desired state as it came");
    Must(Serialize(answer.context()) == Serialize(request.context()),
         "FATAL leaves the context as it came");
  }
}

}  // namespace

void RunTarget(absl::string_view bytes) {
  static const Function function(Options());
  absl::StatusOr<Bytes> first = function.Run(bytes);
  absl::StatusOr<Bytes> second = function.Run(bytes);
  Must(first.ok() == second.ok(), "the same bytes end alike");
  if (!first.ok()) {
    Must(absl::IsInvalidArgument(first.status()),
         "what is refused is no request");
    return;
  }
  Must(first->view() == second->view(), "the same bytes get the same answer");
  v1::RunFunctionRequest request;
  if (LibraryReads(bytes, &request)) CheckAnswer(request, first->view());
}

}  // namespace loom::testing
