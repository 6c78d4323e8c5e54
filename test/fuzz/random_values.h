// SPDX-License-Identifier: Apache-2.0
// Random values for requests: few names and few paths, so that what is written
// in one place is often read in another.
#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "google/protobuf/struct.pb.h"

namespace loom::testing {

using PbValue = google::protobuf::Value;
using PbStruct = google::protobuf::Struct;

PbValue Text(std::string text);
PbValue Number(double number);
PbValue List(std::vector<PbValue> elements);
PbValue Object(std::vector<std::pair<std::string, PbValue>> members);

class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : random_(seed), tame_(Chance(70)) {}

  // Most requests are tame: their paths fit the objects, so that they are
  // answered, and not refused at the first of many mistakes.
  bool tame() const { return tame_; }

  int Below(int limit) {
    return std::uniform_int_distribution<int>(0, limit - 1)(random_);
  }
  bool Chance(int percent) { return Below(100) < percent; }
  std::string OneOf(std::initializer_list<const char*> texts);

  // A name of which there are few.
  std::string Name();
  // A field path; some are malformed, some end nowhere.
  std::string Path();
  // Any value, and any object of that many levels at most.
  PbValue Any(int depth);
  PbValue AnyObject(int depth);
  // An object as Kubernetes has them; mostly.
  PbValue Resource(const std::string& name);
  // Puts something else in a random place.
  void Break(PbValue* value);

  std::mt19937& random() { return random_; }

 private:
  PbValue Scalar();
  PbValue Conditions();

  std::mt19937 random_;
  const bool tame_;
};

}  // namespace loom::testing
