// SPDX-License-Identifier: Apache-2.0
#include "command_line/json_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

TEST(JsonWriter, WritesMembersInOrderWithoutSpaces) {
  JsonWriter json;
  json.Object([&] {
    json.Text("b", "text");
    json.TextIfAny("empty", "");
    json.TextIfAny("a", "more");
    json.Number("least", std::numeric_limits<int64_t>::min());
    json.IfTrue("false", false);
    json.IfTrue("true", true);
    json.Key("none").Null();
    json.Key("no").Bool(false);
    json.Key("raw").Raw(R"({"x":[1,2]})");
    json.Array("list", std::vector<int>{1, 2},
               [&](int each) { json.Object([&] { json.Number("n", each); }); });
    json.Array("nothing", std::vector<int>(), [&](int) { json.Null(); });
    json.Key("object").Object([] {});
  });
  EXPECT_EQ(json.Line(),
            R"({"b":"text","a":"more","least":-9223372036854775808,)"
            R"("true":true,"none":null,"no":false,"raw":{"x":[1,2]},)"
            R"("list":[{"n":1},{"n":2}],"nothing":[],"object":{}})"
            "\n");
}

TEST(JsonWriter, EscapesAsGoDoes) {
  struct {
    const char* reason;
    absl::string_view text;
    const char* want;
  } tests[] = {
      {"plain", "plain é", R"("plain é")"},
      {"quotes and backslashes", "\"\\", R"("\"\\")"},
      {"what HTML would read", "<&>", R"("\u003c\u0026\u003e")"},
      {"control characters", "\n\x1f", R"("\n\u001f")"},
      {"a byte of value 0", {"a\0b", 3}, R"("a\u0000b")"},
      {"a line separator", "\u2028", R"("\u2028")"},
  };
  for (const auto& test : tests) {
    JsonWriter json;
    json.String(test.text);
    EXPECT_EQ(json.Line(), std::string(test.want) + "\n") << test.reason;
    JsonWriter name;
    name.Object([&] { name.Key(test.text).Null(); });
    EXPECT_EQ(name.Line(), absl::StrCat("{", test.want, ":null}\n"))
        << test.reason;
  }
}

}  // namespace
}  // namespace loom
