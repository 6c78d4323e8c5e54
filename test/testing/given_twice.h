// SPDX-License-Identifier: Apache-2.0
// GivesTwice says whether a message on the wire gives twice what it may give once: a
// message field that is not repeated, a member of a oneof (or two of them), a key of a
// map, or the key or the value of one entry. Protobuf merges such bytes; a Request and a
// Decoder refuse them, and nothing else that protobuf accepts. It is found with
// protobuf's descriptors, so it is independent of what it is compared with.
//
//   GivesTwice(FieldWire(4, "") + FieldWire(4, ""), RunFunctionRequest::descriptor())
//     true: field 4 is `input`, a message
//
// A scalar that is given twice is not meant: the last one counts, for us as well.
#pragma once

#include <string>

#include "google/protobuf/descriptor.h"

namespace loom::testing {

// `bytes` are a message of the type that protobuf accepts.
bool GivesTwice(const std::string& bytes,
                const google::protobuf::Descriptor* type);

}  // namespace loom::testing
