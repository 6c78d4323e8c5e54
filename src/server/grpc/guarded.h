// SPDX-License-Identifier: Apache-2.0
// Guarded runs a function and turns an exception into a status, so that an exception
// fails only its own call and the server continues with the others. The code of this
// program throws nothing. The C++ library throws if memory runs out, and other
// libraries may throw.
//
//   absl::StatusOr<Bytes> response = Guarded([&] { return Run(request); });
//
// If the function throws, the result is INTERNAL, "internal error 5f1c20ab; the
// server's log has a line with this id". That line names the type of the exception. Its
// message is not logged, because it may quote an object.
#pragma once

#include <exception>
#include <typeinfo>

#include "absl/status/status.h"

namespace loom {

// Logs an exception of this type (null: unknown) and returns the INTERNAL error
// with the id of the log line.
absl::Status InternalErrorOf(const std::type_info* type);

template <typename Work>
auto Guarded(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& thrown) {
    return InternalErrorOf(&typeid(thrown));
  } catch (...) {
    return InternalErrorOf(nullptr);
  }
}

}  // namespace loom
