// SPDX-License-Identifier: Apache-2.0
// A fuzz target is a source beside this file that defines RunTarget, which is
// given bytes of any kind and ends the process if something does not hold. With
// the preset `fuzz` a target is a libFuzzer program (test/suites/fuzz/run); in all other
// builds it is a program that runs the files it is given (replay.cc).
#pragma once

#include <cstdio>
#include <cstdlib>

#include "absl/strings/string_view.h"

namespace loom::testing {

void RunTarget(absl::string_view bytes);

inline void Must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "This does not hold: %s.\n", what);
  std::abort();
}

}  // namespace loom::testing
