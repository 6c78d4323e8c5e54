// SPDX-License-Identifier: Apache-2.0
#include "function/run.h"
#include "gtest/gtest.h"
#include "test/testing/json.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr char kWant[] =
    "resource \"larger\": 6020 bytes, context key \"objects\": 5515 bytes, "
    "resource \"large\": 5019 bytes";

// A Resource with one connection detail of that size.
std::string ResourceOf(size_t size) {
  return MapEntryWire(2, "x", std::string(size, 'x'));
}

TEST(LargestParts, AreNamedWhereTheRequestIsPassedOn) {
  const std::string desired = MapEntryWire(2, "small", ResourceOf(10)) +
                              MapEntryWire(2, "large", ResourceOf(5000)) +
                              MapEntryWire(2, "larger", ResourceOf(6000)) +
                              MapEntryWire(2, "lesser", ResourceOf(4000));
  const std::string context =
      EntryWire("objects", TextWire(std::string(5500, 'x')));
  Request request;
  request.desired.bytes = desired;
  request.context = context;
  Response response;
  response.PassThrough(request);
  EXPECT_EQ(LargestParts(response), kWant);
}

TEST(LargestParts, AreNamedWhereTheResponseIsMadeOfParts) {
  const std::string large = ResourceOf(5000), details(5998, 'x');
  const Value object = Json("{}"),
              text = Text(std::string(5500, 'x'), TestPool());
  Response response;
  response.resources.resize(3);
  response.resources[0].name = "large";
  response.resources[0].bytes = large;
  response.resources[1].name = "larger";
  response.resources[1].object = &object;
  response.resources[1].connection_details = {{"x", details}};
  response.resources[2].name = "small";
  response.context = {{"objects", "", &text}, {"small", "\x1a\x01x", nullptr}};
  EXPECT_EQ(LargestParts(response), kWant);
}

TEST(LargestParts, AreThoseThatComeFirstOfEqualOnes) {
  Response response;
  response.resources.resize(4);
  const char* const names[] = {"b", "c", "a", "d"};
  for (size_t i = 0; i < 4; ++i) response.resources[i].name = names[i];
  EXPECT_EQ(LargestParts(response),
            "resource \"b\": 5 bytes, resource \"c\": 5 bytes, resource \"a\": "
            "5 bytes");
}

TEST(LargestParts, HaveNothingToSayOfNothing) {
  Response response;
  EXPECT_EQ(LargestParts(response), "");
  response.passes_through = true;
  response.desired_bytes = "\x12\xff";
  EXPECT_EQ(LargestParts(response), "");
}

}  // namespace
}  // namespace loom
