// SPDX-License-Identifier: Apache-2.0
// QuickReady reads whether the condition Ready of an object is True from the bytes of its
// Struct, without decoding the object. Most of an observed object is its spec and what
// its provider tells, and decoding 400 of them takes twenty times what the rest of such
// a call does.
//
//   QuickReady(bytes, KindRules::kOurs, pool)
//     {kind: Bucket, status: {conditions: [{type: Ready, status: "True"}]}}    true
//     {kind: Bucket, status: {}}                                               false
//     {apiVersion: v1, kind: ConfigMap, …}                                     true
//     {apiVersion: v1, kind: Pod, …}                                           nullopt
//
// nullopt: the kind has a row in kind_check.h that reads fields, or what has to be read
// is written or shaped in an unusual way, a condition whose reason is a number for
// example. The object then has to be decoded, so the rules for such objects stand there
// alone. What is not read may be anything, also what no writer of protobuf makes.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {

// Conditions are read as by StatusOfCondition for kOurs, and as by ConditionOf for
// kAutoReady (crossplane/objects/status.h).
std::optional<bool> QuickReady(absl::string_view object, KindRules rules,
                               Pool* pool);

}  // namespace loom
