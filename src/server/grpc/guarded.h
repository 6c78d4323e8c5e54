// SPDX-License-Identifier: Apache-2.0
// Guarded runs a function and turns an exception into a status, so that a call
// that throws fails alone and the server goes on with the others. The code of
// this program throws nothing; the C++ library throws if memory runs out, and
// other libraries may.
//
//   absl::StatusOr<Bytes> response = Guarded([&] { return Run(request); });
//
// The function returns an absl::Status or an absl::StatusOr. If it throws, the
// result is INTERNAL, "internal error 5f1c20ab; the server's log has a line
// with this id". That line names the type of the exception, for example
// std::bad_alloc. Its text is not logged, because it may quote an object: that
// of absl::BadStatusOrAccess contains the message of a status.
#pragma once

#include <exception>
#include <typeinfo>

#include "absl/status/status.h"

namespace loom {

// Logs an exception of the type, or of an unknown one (null), and returns the
// INTERNAL error that names the line of the log.
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
