// SPDX-License-Identifier: Apache-2.0
// What protobuf's own library reads, which is what our reader is compared with.
// The library tells mistakes on standard error; a program that includes this
// hears of none of them.
//
//   v1::RunFunctionRequest request;
//   bool accepted = LibraryReads(bytes, &request);
#pragma once

#include "absl/strings/string_view.h"
#include "google/protobuf/message.h"

namespace loom::testing {

// Whether the library accepts the bytes, with objects nested as deep as our
// reader takes them.
bool LibraryReads(absl::string_view bytes, google::protobuf::Message* message);

}  // namespace loom::testing
