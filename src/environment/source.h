// SPDX-License-Identifier: Apache-2.0
// A source of the environment: one EnvironmentConfig by name, or those that
// have certain labels. The shape is that of function-environment-configs.
//
//   - type: Reference                      the default
//     ref: {name: base}
//   - type: Selector
//     toFieldPath: network                 where its data goes; the root
//     selector:
//       mode: Multiple                     Single (the default): exactly one
//       minMatch: 1                        Multiple only, as the next two
//       maxMatch: 3
//       sortByFieldPath: data.priority     metadata.name
//       matchLabels:                       all of them have to match
//       - {type: Value, key: stage, value: prod}
//       - {key: region, valueFromFieldPath: spec.region}
//
// A matcher reads the observed composite (FromCompositeFieldPath, the default),
// the environment of earlier steps (FromEnvironmentFieldPath) or is a literal
// (Value). With fromFieldPathPolicy: Optional it is left out if the value
// cannot be had; otherwise that is an error. A selector none of whose matchers
// has a value asks for nothing.
//
// Label values are texts. The native input also takes numbers and booleans.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fieldpath/path.h"
#include "input/input.h"
#include "resource/requirement.h"

namespace loom {

struct Matcher {
  enum class From { kComposite, kEnvironment, kValue };

  std::string key;
  From from = From::kComposite;
  std::string value;
  absl::StatusOr<Path> path = Path();
  bool optional = false;
};

struct Source {
  std::string name;  // of a Reference; otherwise the selector counts
  bool is_reference = true;
  std::vector<Matcher> matchers;
  bool multiple = false;
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  absl::StatusOr<Path> to = Path();
  bool native = false;

  // nullopt: an entry of a type that function-environment-configs passes over.
  static std::optional<Source> Parse(const Input& input);

  // What to ask for; nullopt: nothing. FailedPrecondition or NotFound: a label
  // has no value.
  absl::StatusOr<std::optional<Requirement>> Ask(Value& composite,
                                                 Value& environment,
                                                 Pool* pool) const;
};

}  // namespace loom
