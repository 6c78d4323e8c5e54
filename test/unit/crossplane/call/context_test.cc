// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/context.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crossplane/contract/environment_key.h"
#include "data/value/object.h"
#include "sections/environment/environment.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/test_call.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr int kContextContext = 5;

// Keys b, the environment and a, in that order.
std::string WireContext() {
  return FieldWire(
      kContextContext,
      EntryWire("b", NumberWire(1)) +
          EntryWire(std::string(kEnvironmentKey),
                    StructWire(EntryWire("stage", TextWire("test")))) +
          EntryWire("a", TextWire("x")));
}

std::string FinishedContext(Context* context) {
  Response response;
  response.context_bytes = "replaced";
  EXPECT_TRUE(context->Finish(&response).ok());
  EXPECT_NE(response.context_bytes, "replaced");
  if (!response.context.has_value()) {
    return response.context_bytes.has_value() ? "bytes" : "none";
  }
  return absl::StrJoin(
      *response.context, " ", [](std::string* out, const ContextEntry& entry) {
        bool environment = entry.key == kEnvironmentKey;
        absl::StrAppend(out, environment ? "ENV" : entry.key, "=",
                        entry.value ? ToJson(*entry.value) : "bytes");
      });
}

TEST(Context, EncodesOnlyWhatWasChanged) {
  const struct {
    const char* reason;
    void (*steps)(Context*);
    const char* want;
  } tests[] = {
      {"Nobody looks.", [](Context*) {}, "bytes"},
      {"Somebody looks.",
       [](Context* context) {
         EXPECT_EQ(ToJson(**context->Get("b")), "1");
         EXPECT_EQ(ToJson(**context->Environment()), R"({"stage":"test"})");
       },
       "bytes"},
      {"The environment is changed: the others stay bytes, all their places.",
       [](Context* context) {
         Set(**context->ChangeEnvironment(), "zone", Json("2"), TestPool());
         EXPECT_EQ(ToJson(**context->Get(kEnvironmentKey)),
                   R"({"stage":"test","zone":2})")
             << "what was changed is what is read (a former bug)";
       },
       R"(b=bytes ENV={"stage":"test","zone":2} a=bytes)"},
      {"A key is replaced at its place.",
       [](Context* context) {
         EXPECT_TRUE(context->Set("b", Json("[]")).ok());
         EXPECT_EQ(ToJson(**context->Get("b")), "[]");
       },
       "b=[] ENV=bytes a=bytes"},
      {"A key is changed at its place.",
       [](Context* context) {
         **context->Change("b") = Json("[]");
         EXPECT_EQ(*context->Change("nope"), nullptr);
         EXPECT_TRUE(context->Erase("a").ok());
         EXPECT_EQ(*context->Change("a"), nullptr) << "taken away";
       },
       "b=[] ENV=bytes"},
      {"New keys are sorted, behind the others.",
       [](Context* context) {
         EXPECT_TRUE(context->Set("z", Json("1")).ok());
         EXPECT_TRUE(context->Set("c", Json("2")).ok());
       },
       "b=bytes ENV=bytes a=bytes c=2 z=1"},
      {"A key is taken away.",
       [](Context* context) {
         EXPECT_TRUE(context->Erase("b").ok());
         EXPECT_EQ(*context->Get("b"), nullptr);
       },
       "ENV=bytes a=bytes"},
      {"Taking away what is not there changes nothing.",
       [](Context* context) { EXPECT_TRUE(context->Erase("nope").ok()); },
       "bytes"},
      {"All changes are forgotten.",
       [](Context* context) {
         EXPECT_TRUE(context->Set("b", Json("[]")).ok());
         EXPECT_TRUE(context->ChangeEnvironment().ok());
         context->Reset();
       },
       "bytes"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestRequest call(WireContext());
    Context context(call.request, &call.decoder);
    test.steps(&context);
    EXPECT_EQ(FinishedContext(&context), test.want);
  }
}

TEST(Context, HasAnEnvironmentWhateverCame) {
  const struct {
    const char* reason;
    std::string wire;
  } tests[] = {
      {"No context.", ""},
      {"A context without environment.", FieldWire(kContextContext, "")},
      {"An environment that is no object.",
       FieldWire(kContextContext, EntryWire(std::string(kEnvironmentKey),
                                            ListWire({NumberWire(1)})))},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestRequest call(test.wire);
    Context context(call.request, &call.decoder);
    auto environment = context.Environment();
    ASSERT_TRUE(environment.ok()) << environment.status();
    EXPECT_EQ(ToJson(**environment), "{}");
    EXPECT_EQ(FinishedContext(&context), test.wire.empty() ? "none" : "bytes");
    EXPECT_TRUE(context.ChangeEnvironment().ok());
    EXPECT_EQ(FinishedContext(&context), "ENV={}");
  }
}

TEST(Context, IsMarkedIfARedactedCallWroteIt) {
  const struct {
    const char* reason;
    void (*steps)(Context*, Pool*);
    const char* want;
  } tests[] = {
      {"Nothing was written.",
       [](Context* context, Pool* pool) {
         pool->NoteSecret();
         EXPECT_TRUE(context->Environment().ok());
       },
       "bytes"},
      {"It was written before the Secret was read.",
       [](Context* context, Pool* pool) {
         EXPECT_TRUE(context->Set("b", Json("1")).ok());
         pool->NoteSecret();
       },
       "b=1 ENV=bytes a=bytes"},
      {"Only connection details were read, which never reach it.",
       [](Context* context, Pool* pool) {
         pool->NoteDetails();
         EXPECT_TRUE(context->Set("b", Json("1")).ok());
       },
       "b=1 ENV=bytes a=bytes"},
      {"It was written afterwards.",
       [](Context* context, Pool* pool) {
         pool->NoteSecret();
         EXPECT_TRUE(context->Set("b", Json("1")).ok());
       },
       "b=1 ENV=bytes a=bytes loom.fn.crossplane.io/redacted=true"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestRequest call(WireContext());
    Context context(call.request, &call.decoder);
    test.steps(&context, &call.pool);
    EXPECT_EQ(FinishedContext(&context), test.want);
  }
}

TEST(Context, NamesTheKeyThatIsNoValue) {
  TestRequest call(FieldWire(kContextContext, EntryWire("k", "\x1a\x05")));
  Context context(call.request, &call.decoder);
  EXPECT_EQ(*context.Get("nope"), nullptr);
  EXPECT_EQ(Plain(context.Get("k").status()).ToString(),
            "INVALID_ARGUMENT: context key \"k\": a Value is truncated");
  EXPECT_EQ(FinishedContext(&context), "bytes");

  TestRequest cut(FieldWire(kContextContext, "\x0a\x05"));
  Context of_cut(cut.request, &cut.decoder);
  EXPECT_TRUE(absl::IsInvalidArgument(of_cut.Get("k").status()));
  EXPECT_FALSE(cut.pool.account().ended().ok());
}

}  // namespace
}  // namespace loom
