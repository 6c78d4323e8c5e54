// SPDX-License-Identifier: Apache-2.0
// RandomValues makes values that are valid by a schema of OpenAPI v3, as CRDs and XRDs
// have them.
//
//   Random random(7);
//   RandomValues values(&random, &pool);
//   Value spec = values.Make(schema);                     // anything that is allowed
//   Value least = values.Make(schema, Fullness::kSmallest);   // what is required
//   Value most = values.Make(schema, Fullness::kFullest);     // every field
//
// type, properties, required, additionalProperties, items, enum, default, nullable, the
// limits of numbers, strings, lists and maps, pattern, format, uniqueItems,
// x-kubernetes-int-or-string, -preserve-unknown-fields, -embedded-resource and -list-type
// are followed. anyOf, oneOf, allOf, not and x-kubernetes-validations are not, and a
// pattern may be too difficult; so the caller checks the result (ViolationsOf), and tries
// again.
//
// One string of eight is unusual: empty, long, with a slash or a space, or one that YAML
// reads as a number. The same seed always makes the same values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// A generator of random numbers (splitmix64). Unlike the distributions of the standard
// library, it is the same with every compiler.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next();
  // Returns a number below `count`; 0 if that is 0.
  uint64_t Below(uint64_t count) { return count == 0 ? 0 : Next() % count; }
  // Returns true once in `times`.
  bool OneIn(uint64_t times) { return Below(times) == 0; }
  template <typename List>
  const auto& In(const List& list) {
    return list[Below(std::size(list))];
  }

 private:
  uint64_t state_;
};

enum class Fullness { kSmallest, kRandom, kFullest };

class RandomValues {
 public:
  // The pool keeps the values.
  RandomValues(Random* random, Pool* pool) : random_(random), pool_(pool) {}

  Value Make(const Value& schema, Fullness fullness = Fullness::kRandom);

 private:
  // A value that the schema names: a default, an example, one of an enum, null.
  std::optional<Value> Named(const Value& schema);
  Value MakeAt(const Value& schema, int depth);
  Value MakeObject(const Value& schema, int depth);
  // The keys of a map.
  void AddKeys(const Value& schema, int depth, Value* object);
  Value MakeAny(int depth);
  Value MakeList(const Value& schema, int depth);
  Value MakeNumber(const Value& schema, bool is_integer);
  std::string MakeString(const Value& schema);
  std::string Word();

  Random* random_;
  Pool* pool_;
  Fullness fullness_ = Fullness::kRandom;
};

// Returns a string that a regular expression matches as a whole; nullopt if it has
// syntax that this does not know, such as a look-ahead. `\b` and the like count as
// nothing, so the result may not match. `most` is how often `*` and `+` repeat at most.
std::optional<std::string> RandomMatch(absl::string_view pattern, int most,
                                       Random* random);

}  // namespace loom
