// SPDX-License-Identifier: Apache-2.0
// An object query says which objects an entry of `environment.configs` or of
// `extraResources` means: one by its name, or those that have certain labels.
//
//   - type: Reference                      the default
//     ref: {name: base}
//   - type: Selector
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
// the environment (FromEnvironmentFieldPath) or is a literal (Value). With
// fromFieldPathPolicy: Optional it is left out if the value cannot be had;
// otherwise that is an error. A selector none of whose matchers has a value
// asks for nothing.
//
// The shape is that of function-environment-configs. In
// function-extra-resources every selector is Multiple, there is no `mode`, and
// no FromEnvironmentFieldPath. Label values are texts; the native input also
// takes numbers and booleans.
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

// What differs between the lists in which queries stand.
struct QueryShape {
  bool has_modes;
  bool reads_environment;
};

struct ObjectQuery {
  enum class Type {
    kReference,
    kSelector,
    // Of a type that the Go functions do not know and pass over.
    kUnknown,
  };

  Type type = Type::kReference;
  std::string name;  // of a Reference
  std::vector<Matcher> matchers;
  bool multiple = false;
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  const Rules* rules = nullptr;

  // Reads the members type, ref and selector of an entry.
  static ObjectQuery Parse(Fields& entry, const QueryShape& shape);

  bool ReadsEnvironment() const;

  // Adds the name or the labels to what is asked for; false: there is nothing
  // to ask for. FailedPrecondition or NotFound: a label has no value.
  absl::StatusOr<bool> Ask(const Value& composite, const Value& environment,
                           Pool* pool, Requirement* requirement) const;
};

// Whether `policy: {resolution: Optional}` stands beside queries: a Reference,
// and in the native input a Single selector, may then find nothing.
bool ParseResolution(Fields& parent);

}  // namespace loom
