// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"

#include <map>

#include "data/go/base64.h"
#include "test/suites/fidelity/rows.h"

namespace loom {
namespace {

// A row is a text and the JSON that it is, written again; null if it is none.
TEST(Fidelity, ReadsAndWritesJsonAsGo) {
  Replay("json", [](const Value& row, Pool* pool) -> std::string {
    absl::StatusOr<Value> value = ParseJson(View(row[0]), pool);
    if (!value.ok()) return row[1].IsNull() ? "" : value.status().ToString();
    return Want(row[1], *CompactJson(*value));
  });
}

// A row is a text and its bytes, or null and the error.
TEST(Fidelity, ReadsBase64AsGo) {
  Replay("base64", [](const Value& row, Pool*) -> std::string {
    absl::StatusOr<std::string> bytes = DecodeBase64(View(row[0]));
    if (!bytes.ok()) {
      if (!row[1].IsNull()) return bytes.status().ToString();
      return Want(row[2], bytes.status().message());
    }
    if (row[1].IsNull()) return "no error";
    std::string want;
    for (const Value& byte : row[1].GetArray()) {
      want.push_back(static_cast<char>(static_cast<int>(byte.GetDouble())));
    }
    return want == *bytes ? "" : absl::StrCat(bytes->size(), " other bytes");
  });
}

constexpr char32_t kBlock = 64;

std::string Block(char32_t first) {
  std::string text;
  for (char32_t rune = first; rune < first + kBlock; ++rune) {
    AppendRune(rune, &text);
  }
  return text;
}

// A row is the first of 64 characters, all of them, and their cases. What no
// row holds has none.
TEST(Fidelity, MapsEveryLetterAsGo) {
  std::map<char32_t, bool> reported;
  Replay("letters", [&](const Value& row, Pool*) -> std::string {
    auto first = static_cast<char32_t>(row[0].GetDouble());
    reported[first] = true;
    std::string block = Block(first);
    if (View(row[1]) != block) return "other characters";
    std::string wrong = Want(row[2], ToUpperCase(block));
    return wrong.empty() ? Want(row[3], ToLowerCase(block)) : wrong;
  });
  for (char32_t first = 0; first <= kMaxRune; first += kBlock) {
    if (reported.contains(first)) continue;
    std::string block = Block(first);
    EXPECT_EQ(ToUpperCase(block), block);
    EXPECT_EQ(ToLowerCase(block), block);
  }
}

}  // namespace
}  // namespace loom
