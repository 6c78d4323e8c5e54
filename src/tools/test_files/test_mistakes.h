// SPDX-License-Identifier: Apache-2.0
// These functions find what is wrong in a test although each field is right by itself.
//
//   Diagnostics mistakes = UnknownNames(test);
//   absl::c_move(Contradictions(test), std::back_inserter(mistakes));
//
// UnknownNames finds names that no template has. It says nothing if a step of a
// Composition may make resources whose names are unknown, because its function is not one
// that this program implements.
//
//   shop.test.yaml:9:14: spec.steps[0].expect.absent[0]: no template creates the resource
//   netwrok
//     did you mean network?
//
// Contradictions finds what cannot hold, or has no effect, whatever the Composition does:
//
//   one name in `composed` and `absent` or `deleted`, in `renamed` and `absent` or
//     `deleted`, or in `hold` and `release`
//   a resource in `composed` that is null
//   two conditions of one type, or `ready` and another status of the Ready condition
//   `release` of what no step holds
//
// UnknownFields finds fields of the composite, in `edit` and `expect.composite`, that its
// definition does not have, or has with another type. Those of claims and of composed
// resources are only compared when the test is played.
//
// These are no contradictions, because they can hold: `ready: true` with `fatal` (the composite
// stays ready), `absent` and `deleted` of one name, and composed resources after
// `delete: true` (a finalizer or a Usage keeps them).
#pragma once

#include "tools/findings/diagnostic.h"
#include "tools/test_files/test_file.h"

namespace loom {

Diagnostics UnknownNames(const TestFile& test);
Diagnostics Contradictions(const TestFile& test);
Diagnostics UnknownFields(const TestFile& test, Pool* pool);

}  // namespace loom
