// SPDX-License-Identifier: Apache-2.0
// The answer that a call with references has to get, by the decision table of
// src/crossplane/call/field.h written a second time, over plain data: it shares no code
// with src/. Everything is expected: the desired state, what is asked for, the
// condition with its message, the results, the context and the TTL.
#pragma once

#include "test/suites/fuzz/references/reference_case.h"

namespace loom::testing {

struct ExpectedAnswer {
  // What the call asks for.
  CaseSelectors asked;
  bool pending = false;
  bool fatal = false;
  apiextensions::fn::proto::v1::RunFunctionResponse response;
};

ExpectedAnswer ExpectedFor(const ReferenceCase& the);

}  // namespace loom::testing
