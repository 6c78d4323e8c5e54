// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/observed_bytes.h"

#include <gtest/gtest.h>

#include "test/testing/wire_text.h"

namespace loom {
namespace {

std::string Observed(const std::string& resource) {
  return FieldWire(2, MapEntryWire(2, "a", resource));
}

TEST(ObservedBytes, AreThoseOfTheObject) {
  const std::string object = EntryWire("kind", TextWire("A"));
  const std::string bytes =
      Observed(FieldWire(1, object) + MapEntryWire(2, "host", "h"));
  const Request request = *Request::Parse(bytes);
  Pool pool;
  Call call(request, &pool, nullptr);
  EXPECT_EQ(*ObservedBytes("a", call), object);
  EXPECT_EQ(*ObservedBytes("b", call), std::nullopt);
  EXPECT_FALSE(pool.discreet()) << "nobody has read the details";
}

TEST(ObservedBytes, AreFoundInUnusualWireToo) {
  const std::string object = EntryWire("kind", TextWire("A"));
  const struct {
    const char* reason;
    std::string resource;
    std::string want;
  } tests[] = {
      {"There is none.", "", ""},
      {"Details come first.",
       MapEntryWire(2, "host", "h") + FieldWire(1, object), object},
      {"Somebody has said that it is ready.",
       FieldWire(1, object) + std::string("\x18\x01", 2), object},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string bytes = Observed(test.resource);
    const Request request = *Request::Parse(bytes);
    Pool pool;
    Call call(request, &pool, nullptr);
    EXPECT_EQ(*ObservedBytes("a", call), test.want);
  }
}

TEST(ObservedBytes, FailTheCallIfTheyAreNone) {
  const std::string bytes = Observed("\x0a\x05");
  const Request request = *Request::Parse(bytes);
  Pool pool;
  Call call(request, &pool, nullptr);
  EXPECT_FALSE(ObservedBytes("a", call).ok());
  EXPECT_EQ(call.decoder.malformed().message().substr(0, 21),
            "observed resource \"a\"");
}

}  // namespace
}  // namespace loom
