// SPDX-License-Identifier: Apache-2.0
// Replay checks our code against a table that Go wrote: one JSON array a line.
//
//   Replay("double", [](const Value& row, Pool*) {
//     return Want(row[1], PlainDecimal(NumberOf(row[0])));
//   });
//
// The function returns "" if our answer is the one of the row, and what we made
// of it otherwise. That is a test failure which shows both. Only the first
// twenty are shown, and their number. The environment variable LOOM_FIDELITY
// names a folder of other tables.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "data/value/json.h"
#include "data/value/value.h"
#include "test/testing/paths.h"

namespace loom {

// What is wrong with a row; "" if nothing is.
using Mismatch = std::function<std::string(const Value& row, Pool* pool)>;

inline void Replay(absl::string_view table, const Mismatch& mismatch) {
  constexpr int kShown = 20;
  const char* other = std::getenv("LOOM_FIDELITY");
  std::string path = absl::StrCat(
      other == nullptr ? InRepository("test/suites/fidelity") : other, "/",
      table, ".jsonl");
  std::ifstream file(path);
  ASSERT_TRUE(file.is_open()) << path;
  int rows = 0;
  int wrong = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    Pool pool;
    absl::StatusOr<Value> row = ParseJson(line, &pool);
    ASSERT_TRUE(row.ok() && row->IsArray() && !row->Empty()) << line;
    std::string ours = mismatch(*row, &pool);
    if (!ours.empty() && ++wrong <= kShown) {
      ADD_FAILURE() << line << "\n  ours: " << ours;
    }
  }
  EXPECT_GT(rows, 50) << path;
  EXPECT_EQ(wrong, 0) << "of " << rows << " rows of " << path;
}

// The number of a row, which writes it as text.
inline double NumberOf(const Value& text) {
  return std::strtod(std::string(View(text)).c_str(), nullptr);
}

// "" if both texts are the same.
inline std::string Want(const Value& want, absl::string_view ours) {
  bool same = want.IsString() && View(want) == ours;
  return same ? "" : absl::StrCat("'", ours, "'");
}

}  // namespace loom
