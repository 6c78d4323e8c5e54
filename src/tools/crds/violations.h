// SPDX-License-Identifier: Apache-2.0
// ViolationsOf finds what the API server would refuse in an object of a kind with a
// structural schema, all of it at once:
//
//   spec.region: Required value
//   spec.size: Invalid value: want an integer, got a string
//   spec.mode: Unsupported value: "fasst": want one of "fast", "slow", did you mean
//   "fast"?
//   spec: unknown field "regoin", did you mean "region"?
//   spec.name: Invalid value: "A": want a text that matches ^[a-z]+$
//   spec.zones: Invalid value: want at most 3 elements, got 4
//   spec: Invalid value: fits none of the alternatives of anyOf
//
// Checked are type, nullable, enum, required, pattern, the limits of numbers,
// texts, lists and maps, anyOf, oneOf, allOf and not, and x-kubernetes-
// preserve-unknown-fields, -int-or-string and -embedded-resource. Not checked are
// format and x-kubernetes-validations. The rules are Kubernetes', the words ours.
#pragma once

#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {

struct Violation {
  // The names of members, and the indexes of elements in decimal.
  std::vector<std::string> path;
  std::string message;
  // Of an unknown field its name; the path is that of the object that has it.
  std::string unknown_member;
};

// `pool` may be the one of the object. In the order of the object's members.
std::vector<Violation> ViolationsOf(const Value& schema, const Value& object,
                                    Pool* pool);

}  // namespace loom
