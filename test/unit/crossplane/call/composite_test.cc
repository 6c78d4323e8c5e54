// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/composite.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "data/value/struct_codec.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/test_call.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr char kBoth[] = R"({
    "observed": {"composite": {"resource": {
        "apiVersion": "demo.example.org/v1", "kind": "XApp",
        "spec": {"region": "eu"}}}},
    "desired": {"composite": {
        "resource": {"kind": "Other", "status": {"a": 1}},
        "connectionDetails": {"host": "aA=="}, "ready": "READY_TRUE"}}})";

std::string Finished(const Composite& composite) {
  std::optional<DesiredResource> desired = composite.Finish();
  if (!desired.has_value()) return "none";
  const Value* object = desired->object;
  Value kept;
  if (desired->object_bytes.has_value()) {
    EXPECT_EQ(object, nullptr);
    kept = *DecodeStruct(*desired->object_bytes, TestPool());
    object = &kept;
  }
  if (object == nullptr) return "bytes";
  std::string text =
      absl::StrCat(ToJson(*object), " ready=", int(desired->ready));
  for (const auto& [name, value] : desired->connection_details) {
    absl::StrAppend(&text, " ", name, "=", value);
  }
  return text;
}

TEST(Composite, IsEncodedOnlyIfItWasChanged) {
  const struct {
    const char* reason;
    const char* request;
    void (*steps)(Composite*);
    const char* want;
  } tests[] = {
      {"There is none.", "{}", [](Composite*) {}, "none"},
      {"Nobody changes it.", kBoth,
       [](Composite* composite) { EXPECT_TRUE(composite->Observed().ok()); },
       "bytes"},
      {"Reading its details is no change.", kBoth,
       [](Composite* composite) {
         EXPECT_EQ((**composite->PublishedDetails()).at("host"), "h");
       },
       "bytes"},
      {"… nor is it where none is desired (a former bug).", "{}",
       [](Composite* composite) {
         EXPECT_TRUE((**composite->PublishedDetails()).empty());
       },
       "none"},
      {"A change gives it the identity of the observed one.", kBoth,
       [](Composite* composite) { EXPECT_TRUE(composite->Change().ok()); },
       R"({"apiVersion":"demo.example.org/v1","kind":"XApp",)"
       R"("status":{"a":1}} ready=1 host=h)"},
      {"One that was not desired yet has an identity only.",
       R"({"observed": {"composite": {"resource": {"kind": "XApp"}}}})",
       [](Composite* composite) { EXPECT_TRUE(composite->Change().ok()); },
       R"({"apiVersion":"","kind":"XApp"} ready=0)"},
      {"Readiness alone leaves the object as it is.", kBoth,
       [](Composite* composite) { EXPECT_TRUE(composite->SetNotReady().ok()); },
       R"({"kind":"Other","status":{"a":1}} ready=2 host=h)"},
      {"So do its details, which are added to those of earlier steps.", kBoth,
       [](Composite* composite) {
         (**composite->ChangeDetails())["port"] = "5432";
       },
       R"({"kind":"Other","status":{"a":1}} ready=1 host=h port=5432)"},
      {"All of it, and each of it once.", kBoth,
       [](Composite* composite) {
         (**composite->ChangeDetails())["host"] = "i";
         EXPECT_TRUE(composite->SetNotReady().ok());
         Set(**composite->Change(), "kind", Json(R"("Own")"), TestPool());
         EXPECT_TRUE(composite->Change().ok());
       },
       R"({"apiVersion":"demo.example.org/v1","kind":"Own",)"
       R"("status":{"a":1}} ready=2 host=i)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestRequest call(RequestBytes(test.request));
    Composite composite(call.request, &call.decoder);
    test.steps(&composite);
    EXPECT_EQ(Finished(composite), test.want);
  }
}

TEST(Composite, IsAnEmptyObjectWhereNoneIsObserved) {
  TestRequest call("");
  Composite composite(call.request, &call.decoder);
  auto observed = composite.Observed();
  ASSERT_TRUE(observed.ok()) << observed.status();
  EXPECT_EQ(ToJson(**observed), "{}");
  EXPECT_EQ(*composite.Observed(), *observed) << "decoded once";
}

TEST(Composite, NamesWhatIsNoObject) {
  const std::string broken = FieldWire(1, FieldWire(1, "\x0a\x05"));
  TestRequest call(FieldWire(2, broken) + FieldWire(3, broken));
  Composite composite(call.request, &call.decoder);
  EXPECT_EQ(Plain(composite.Observed().status()).ToString(),
            "INVALID_ARGUMENT: observed composite: a Struct is truncated");
  TestRequest other(FieldWire(2, broken) + FieldWire(3, broken));
  Composite desired(other.request, &other.decoder);
  EXPECT_EQ(Plain(desired.SetNotReady()).ToString(),
            "INVALID_ARGUMENT: desired composite: a Struct is truncated");
  EXPECT_FALSE(composite.Change().ok());
  EXPECT_FALSE(composite.ChangeDetails().ok());
  EXPECT_EQ(Finished(composite), "bytes");
}

}  // namespace
}  // namespace loom
