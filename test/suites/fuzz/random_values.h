// SPDX-License-Identifier: Apache-2.0
// Random values for requests. They have few different names and paths, so that
// a value that is written in one place is often read in another.
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

  // Whether the request is tame, as most are: its paths fit the objects, so
  // that it is answered, and not refused for the first of many mistakes.
  bool tame() const { return tame_; }

  int Below(int limit) {
    return std::uniform_int_distribution<int>(0, limit - 1)(random_);
  }
  bool Chance(int percent) { return Below(100) < percent; }
  std::string OneOf(std::initializer_list<const char*> texts);

  // One of a few names.
  std::string Name();
  // A field path. Some are malformed, and some lead to no value.
  std::string Path();
  // Any value and any object, with at most that many levels.
  PbValue Any(int depth);
  PbValue AnyObject(int depth);
  // An object that mostly looks like one of Kubernetes.
  PbValue Resource(const std::string& name);
  // Replaces the value at a random place by another.
  void Break(PbValue* value);

  std::mt19937& random() { return random_; }

 private:
  PbValue Scalar();
  PbValue Conditions();

  std::mt19937 random_;
  const bool tame_;
};

}  // namespace loom::testing
