// SPDX-License-Identifier: Apache-2.0
// Json, ToJson and AuthorInput let tests write values and the input of authors as JSON.
//
//   Value object = Json(R"({"kind": "Bucket"})");
//   EXPECT_EQ(ToJson(object), R"({"kind":"Bucket"})");
//
//   AuthorInput input(R"({"patches": [{"type": "Nope"}]})", Dialect::kNative);
//   for (const Input& patch : input.List("patches")) ParsePatch(patch);
//   EXPECT_EQ(input.problems(), "patches[0].type: …");
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/json.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

// Returns a pool that lives as long as the program. It is for one thread.
inline Pool* TestPool() {
  static Pool pool;
  return &pool;
}

inline Value Json(absl::string_view text) {
  absl::StatusOr<Value> value = ParseJson(TestPool()->Keep(text), TestPool());
  if (value.ok()) return *std::move(value);
  ADD_FAILURE() << value.status() << " in " << text;
  return Value();
}

inline std::string ToJson(const Value& value) {
  absl::StatusOr<std::string> text = CompactJson(value);
  return text.ok() ? *text : text.status().ToString();
}

class AuthorInput {
 public:
  AuthorInput(absl::string_view json, Dialect dialect)
      : value_(Json(json)), root_(value_, dialect, &problems_) {}
  AuthorInput(const AuthorInput&) = delete;
  AuthorInput& operator=(const AuthorInput&) = delete;

  const Input& root() const { return root_; }
  // The items of a list that is a field of the root.
  std::vector<Input> List(absl::string_view name) const {
    return Fields(root_).List(name);
  }
  // All problems that were reported, or "" if there are none.
  std::string problems() const { return problems_.Joined(); }

 private:
  Value value_;
  Problems problems_;
  Input root_;
};

}  // namespace loom
