// SPDX-License-Identifier: Apache-2.0
// What the parser says of inputs that are made after the schema.
//
//   ProblemsOf({})                                   "", as the sample is right
//   ProblemsOf({{"resources[0].base", "1"}})         resources[0].base: …
//   TypesRefusing(node, "1")                       the members `type` with which
//                                                  the parser reads the node
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "test/suites/package/schema.h"

namespace loom {

const Schema& TheSchema();

// What the parser says of the sample with these values in it.
std::string ProblemsOf(const Overrides& overrides);

// The place of the object that has the member.
absl::string_view Parent(absl::string_view member);

// The types with which the place is read: there a sample is right, and wrong
// with `json` at the place.
std::optional<Overrides> TypesRefusing(const Schema::Node& node,
                                       const std::string& json);

// Whether a source of a reference is repeated here, which one function reads
// wherever it stands. To try every word at each of them would take minutes.
bool IsRepeated(const Schema::Node& node);

}  // namespace loom
