// SPDX-License-Identifier: Apache-2.0
// Changes the wire of a message at random places, however deep they are, without
// knowledge of its type.
//
//   RandomValues values(seed);
//   std::string odd = WithOddWire(bytes, &values);
//   std::string broken = WithBrokenWire(bytes, &values);
//
// Odd wire is what no writer of messages makes and protobuf mostly accepts: a
// field or an entry of a map that comes twice, a message in two halves, fields
// in another order, unknown fields, tags and lengths in more bytes than they
// need. We refuse the first two (test/testing/given_twice.h). Broken wire is what protobuf mostly refuses: a field of number 0, the end
// of a group, a tag of six bytes, a length that does not fit, text that is not
// UTF-8, an end too early. What is accepted is for the library to say.
#pragma once

#include <string>

#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

std::string WithOddWire(const std::string& message, RandomValues* values);
std::string WithBrokenWire(const std::string& message, RandomValues* values);

// Replaces the content of one field that holds no message by what `change` makes
// of it; the lengths around it follow.
using ChangeContent = std::string (*)(const std::string& content,
                                      RandomValues* values);
std::string WithContent(const std::string& message, ChangeContent change,
                        RandomValues* values);

}  // namespace loom::testing
