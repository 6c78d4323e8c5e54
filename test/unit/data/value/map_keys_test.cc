// SPDX-License-Identifier: Apache-2.0
#include "data/value/map_keys.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/wire/writer.h"

namespace loom {
namespace {

// A Struct with these keys, in this order.
std::string ObjectOf(const std::vector<std::string>& keys) {
  WireWriter out;
  for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
    size_t end = out.size();
    out.String(2, "");
    out.String(1, *key);
    out.Message(1, end);
  }
  return std::string(std::move(out).Finish().view());
}

std::vector<bool> Repeated(const std::vector<std::string>& keys) {
  std::string object = ObjectOf(keys);
  MapKeys seen(object);
  std::vector<bool> repeated;
  repeated.reserve(keys.size());
  for (const std::string& key : keys) repeated.push_back(seen.IsRepeated(key));
  return repeated;
}

std::vector<std::string> Numbered(int count) {
  std::vector<std::string> keys;
  keys.reserve(count);
  for (int i = 0; i < count; ++i) keys.push_back("key-" + std::to_string(i));
  return keys;
}

TEST(MapKeys, NoticesASecondComing) {
  struct Row {
    const char* reason;
    std::vector<std::string> keys;
    std::vector<bool> want;
  };
  const Row rows[] = {
      {"nothing twice", {"a", "b", "c"}, {false, false, false}},
      {"the third is the first", {"a", "b", "a"}, {false, false, true}},
      {"the empty key is a key", {"", "a", ""}, {false, false, true}},
      {"long keys", {"metadata.name", "metadata.name"}, {false, true}},
      {"one letter less", {"metadata.name", "metadata.nam"}, {false, false}},
      {"three times", {"a", "a", "a"}, {false, true, true}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.reason);
    EXPECT_EQ(Repeated(row.keys), row.want);
  }
}

TEST(MapKeys, TakesNoCollisionForARepetition) {
  // Far more keys than bits, below and above the size at which a set is kept.
  for (int count : {40, 48, 49, 2000}) {
    SCOPED_TRACE(count);
    EXPECT_EQ(Repeated(Numbered(count)), std::vector<bool>(count, false));
  }
}

TEST(MapKeys, NoticesItInLargeObjects) {
  std::vector<std::string> keys = Numbered(100);
  keys.push_back("key-3");
  keys.push_back("key-77");
  std::vector<bool> want(102, false);
  want[100] = want[101] = true;
  EXPECT_EQ(Repeated(keys), want);
}

}  // namespace
}  // namespace loom
