// SPDX-License-Identifier: Apache-2.0
// Whole calls, bytes to bytes. What the steps do in between is in the tests of
// the steps, and in test/suites/golden.
#include "function/function.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/wire/writer.h"
#include "test/testing/call.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

// Field numbers of the contract.
constexpr int kObserved = 2, kDesired = 3, kInputNumber = 4, kContext = 5;
constexpr int kComposite = 1, kResources = 2;

// A template that copies spec.region of the composite, twice as deep.
constexpr char kInputJson[] = R"({
    "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
    "resources": [{"name": "bucket",
      "base": {"apiVersion": "s3.example.org/v1", "kind": "Bucket"},
      "patches": [{"fromFieldPath": "spec.region",
                   "toFieldPath": "spec.forProvider.region"}]}]})";
constexpr char kCompositeJson[] = R"({
    "apiVersion": "demo.example.org/v1", "kind": "XApp",
    "metadata": {"name": "shop"}, "spec": {"region": "eu"}})";

std::string CompositeWire(int state, const std::string& object) {
  return FieldWire(state, FieldWire(kComposite, FieldWire(1, object)));
}
// The composite and the input above.
std::string UsualWire() {
  return CompositeWire(kObserved, StructBytes(kCompositeJson)) +
         FieldWire(kInputNumber, StructBytes(kInputJson));
}

std::string CallFunction(const Function& function, const std::string& request) {
  absl::StatusOr<Bytes> response = function.Run(request);
  if (!response.ok()) return Plain(response.status()).ToString();
  return std::string(response->view());
}

ParsedResponse AnswerTo(const std::string& request,
                        FunctionOptions options = {}) {
  return ParsedResponse(CallFunction(Function(std::move(options)), request));
}

TEST(Function, RendersAndEchoesTheTag) {
  ParsedResponse answer =
      AnswerTo(FieldWire(1, FieldWire(1, "tag-7")) + UsualWire());
  EXPECT_EQ(answer.At("meta"), R"({"tag":"tag-7","ttl":"60s"})");
  EXPECT_EQ(answer.At("desired.resources[bucket].resource.spec"),
            R"({"forProvider":{"region":"eu"}})");
  EXPECT_EQ(answer.At("results"), "absent");
}

TEST(Function, PassesUntouchedResourcesThroughByteForByte) {
  // Map entries out of order, a readiness, and fields that nobody knows in the
  // Resource, in its Struct and in a Value.
  const std::string untouched =
      VarintFieldWire(3, 2) + FieldWire(99, "later") +
      FieldWire(1, EntryWire("spec", NumberWire(1) + FieldWire(77, "x")) +
                       FieldWire(55, "y") + EntryWire("kind", TextWire("K")));
  const std::string context_value = TextWire("kept") + FieldWire(77, "z");
  const std::string response = CallFunction(
      Function(),
      UsualWire() +
          FieldWire(kDesired, MapEntryWire(kResources, "other", untouched)) +
          FieldWire(kContext, MapEntryWire(1, "example.org/k", context_value)));
  EXPECT_TRUE(absl::StrContains(response,
                                MapEntryWire(kResources, "other", untouched)));
  EXPECT_TRUE(absl::StrContains(
      response, MapEntryWire(1, "example.org/k", context_value)));
  EXPECT_NE(ParsedResponse(response).At("desired.resources[bucket]"), "absent");
}

TEST(Function, KeepsTheBytesOfAnObjectThatItOnlyMakesReady) {
  // It reads a label of the resource, and never what is in its spec.
  const std::string object = FieldWire(
      1, EntryWire("spec", StructWire(EntryWire("a", TextWire("\xff")))) +
             EntryWire("kind", TextWire("K")));
  const std::string observed = FieldWire(1, StructBytes(R"({"kind": "K",
      "status": {"conditions": [{"type": "Ready", "status": "True"}]}})"));
  const std::string response = CallFunction(
      Function(),
      FieldWire(kDesired, MapEntryWire(kResources, "other", object) +
                              FieldWire(kComposite, object)) +
          FieldWire(kObserved, MapEntryWire(kResources, "other", observed)) +
          FieldWire(kInputNumber, StructBytes(R"({
              "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
              "overlays": [{"match": [{"labels": {"a": "b"}}],
                            "merge": {"spec": {"b": 1}}}],
              "readiness": {"rules": [{"resource": "other",
                                       "checks": [{"type": "None"}]}]},
              "ready": "true"})")));
  EXPECT_TRUE(absl::StrContains(
      response,
      MapEntryWire(kResources, "other", object + VarintFieldWire(3, 1))))
      << absl::CHexEscape(response);
  EXPECT_TRUE(absl::StrContains(
      response, FieldWire(kComposite, object + VarintFieldWire(3, 1))))
      << absl::CHexEscape(response);
}

TEST(Function, KeepsFieldsThatNobodyKnowsOfWhatItChanges) {
  const std::string of_state = FieldWire(15, "of the state");
  const std::string of_composite = FieldWire(14, "of the composite");
  const std::string of_resource = FieldWire(99, "of the resource");
  const std::string object = StructBytes(R"({"apiVersion": "example.org/v1",
      "kind": "K", "status": {"conditions": [{"type": "Ready",
      "status": "True"}]}})");
  const std::string state =
      of_state +
      FieldWire(kComposite,
                of_composite + FieldWire(1, StructBytes(R"({"kind": "X"})"))) +
      MapEntryWire(kResources, "other", of_resource + FieldWire(1, object)) +
      VarintFieldWire(12, 7);
  const std::string response = CallFunction(
      Function(),
      FieldWire(
          kObserved,
          FieldWire(kComposite, FieldWire(1, StructBytes(kCompositeJson))) +
              MapEntryWire(kResources, "other", FieldWire(1, object))) +
          FieldWire(kDesired, state) + FieldWire(kInputNumber, StructBytes(R"({
              "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
              "readiness": {},
              "resources": [{"name": "a", "base": {"apiVersion": "v1",
                  "kind": "ConfigMap"}, "patches": [{
                  "type": "ToCompositeFieldPath", "fromFieldPath": "kind",
                  "toFieldPath": "status.kind"}]}]})")));
  EXPECT_EQ(ParsedResponse(response).At("desired.resources[other].ready"),
            R"("READY_TRUE")");
  EXPECT_TRUE(absl::StrContains(response, of_resource));
  EXPECT_TRUE(absl::StrContains(response, of_composite));
  EXPECT_TRUE(absl::StrContains(response, of_state + VarintFieldWire(12, 7)));
}

TEST(Function, AnswersAuthorsWithOneFatal) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"An input that nobody knows.",
       R"({"apiVersion": "example.org/v1", "foo": 1})",
       "invalid Function input: apiVersion: Invalid value: \"example.org/v1\": "
       "not an input of function-loom; the group must be one of "},
      {"All mistakes at once, in the order of the input.",
       R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
           "resources": [{"name": "a", "patches": [{}]},
                         {"patches": [{"type": "Nope"}],
                          "readinessChecks": [{"type": "MatchTrue"}]}],
           "resource": []})",
       "invalid Function input: resources[0].patches[0].fromFieldPath: "
       "Required value: fromFieldPath is required; resources[1].name: Required "
       "value: name is required; resources[1].patches[0].type: Invalid value: "
       "\"Nope\": expected one of FromCompositeFieldPath, "},
      {"An error of a step.",
       R"({"apiVersion": "pt.fn.crossplane.io/v1beta1",
           "resources": [{"name": "none"}]})",
       "composed resource \"none\" has no base template, and was not produced "
       "by a previous Function in the pipeline"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string desired = FieldWire(
        kDesired, MapEntryWire(kResources, "other", FieldWire(99, "kept")));
    const std::string response = CallFunction(
        Function(),
        desired + FieldWire(kInputNumber, StructBytes(test.input)) +
            FieldWire(kContext, StructBytes(R"({"example.org/k": "kept"})")));
    ParsedResponse answer(response);
    EXPECT_EQ(answer.At("results[0].severity"), R"("SEVERITY_FATAL")");
    EXPECT_EQ(answer.At("results[1]"), "absent");
    const std::string message = answer.At("results[0].message");
    Value text = Json(message);
    EXPECT_TRUE(absl::StartsWith(View(text), test.want)) << message;
    EXPECT_TRUE(absl::StrContains(response, "kept")) << "desired stays";
    EXPECT_EQ(answer.At("context"), R"({"example.org/k":"kept"})");
  }
}

TEST(Function, TakesACallWithoutInputForOneOfAutoReady) {
  const std::string response =
      CallFunction(Function(), FieldWire(1, FieldWire(1, "t")));
  ParsedResponse answer(response);
  EXPECT_EQ(answer.At("meta.tag"), R"("t")");
  EXPECT_EQ(answer.At("meta.ttl"), R"("60s")");
  EXPECT_EQ(answer.At("results"), "absent");
}

TEST(Function, AsksForAnInputIfItIsSetTo) {
  const std::string response = CallFunction(Function({.takes_no_input = false}),
                                            FieldWire(1, FieldWire(1, "t")));
  ParsedResponse answer(response);
  EXPECT_EQ(answer.At("meta.tag"), R"("t")");
  EXPECT_EQ(answer.At("results[0].severity"), R"("SEVERITY_FATAL")");
  EXPECT_TRUE(absl::StartsWith(answer.At("results[0].message"),
                               "\"invalid Function input: this step has none"));
}

TEST(Function, RefusesWhatIsNoRequest) {
  // A list of texts would do as a Struct, were they UTF-8.
  const std::string broken = EntryWire("kind", TextWire("\xff"));
  const std::string cut = StructBytes(kCompositeJson).substr(0, 20);
  const std::string input = FieldWire(kInputNumber, StructBytes(kInputJson));
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
  } tests[] = {
      {"Garbage.", "garbage", "not a RunFunctionRequest"},
      {"A request that was cut.", UsualWire().substr(0, 100),
       "not a RunFunctionRequest"},
      {"An input that was cut.",
       FieldWire(kInputNumber, StructBytes(kInputJson).substr(0, 20)),
       "truncated"},
      {"A composite that was cut.", input + CompositeWire(kObserved, cut),
       "observed composite: "},
      {"A text that is not UTF-8.", input + CompositeWire(kObserved, broken),
       "observed composite: a string is not valid UTF-8"},
      {"An observed resource of a template.",
       input + FieldWire(kObserved, MapEntryWire(kResources, "bucket",
                                                 FieldWire(1, broken))),
       "observed resource \"bucket\": a string is not valid UTF-8"},
      {"A context.", input + FieldWire(kContext, FieldWire(1, "\xff")),
       "context"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    absl::Status status = Function().Run(test.bytes).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_TRUE(absl::StrContains(status.message(), test.want)) << status;
  }
}

// Protobuf merges such messages. No writer makes them.
TEST(Function, RefusesWhatIsGivenTwice) {
  const std::string composite = StructBytes(kCompositeJson);
  const std::string input = FieldWire(kInputNumber, StructBytes(kInputJson));
  const std::string spec =
      EntryWire("spec", StructWire(EntryWire("region", TextWire("us"))));
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
  } tests[] = {
      {"A state.",
       UsualWire() + FieldWire(kObserved, MapEntryWire(kResources, "b", "")),
       "not a RunFunctionRequest: observed occurs twice"},
      {"A composite.",
       input + FieldWire(kObserved,
                         FieldWire(kComposite, FieldWire(1, composite)) +
                             FieldWire(kComposite, FieldWire(1, composite))),
       "not a RunFunctionRequest: composite occurs twice"},
      {"The object of a composite.",
       input + FieldWire(kObserved,
                         FieldWire(kComposite,
                                   FieldWire(1, "") + FieldWire(1, composite))),
       "observed composite: not a RunFunctionRequest: resource occurs twice"},
      {"A field of the composite.",
       input + CompositeWire(kObserved, composite + spec),
       "observed composite: the key \"spec\" occurs twice"},
      {"A field of a field that a patch reads.",
       input + CompositeWire(
                   kObserved,
                   EntryWire("spec",
                             StructWire(EntryWire("region", TextWire("eu")) +
                                        EntryWire("region", NullWire())))),
       "observed composite: the key \"region\" occurs twice"},
      {"A value of two kinds.",
       input + CompositeWire(kObserved, EntryWire("spec", StructWire("") +
                                                              StructWire(""))),
       "observed composite: the kind of a Value occurs twice"},
      {"A desired resource.",
       UsualWire() + FieldWire(kDesired, MapEntryWire(kResources, "b", "") +
                                             MapEntryWire(kResources, "b", "")),
       "not a RunFunctionRequest: the key \"b\" occurs twice"},
      {"A context.",
       UsualWire() + FieldWire(kContext, "") + FieldWire(kContext, ""),
       "not a RunFunctionRequest: context occurs twice"},
      {"An input.", UsualWire() + input,
       "not a RunFunctionRequest: input occurs twice"},
      {"A field of an input.",
       FieldWire(kInputNumber, StructBytes(kInputJson) +
                                   EntryWire("kind", TextWire("Resources"))),
       "input: the key \"kind\" occurs twice"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Plain(Function().Run(test.bytes).status()),
              absl::InvalidArgumentError(test.want));
  }
}

TEST(Function, DoesNotCheckWhatItDoesNotRead) {
  const std::string broken = EntryWire("a", TextWire("\xff")) +
                             EntryWire("b", "\x2a\x7f") +
                             EntryWire("b", NullWire());
  const std::string request =
      FieldWire(kInputNumber, StructBytes(kInputJson)) +
      FieldWire(
          kObserved,
          MapEntryWire(kResources, "bucket",
                       FieldWire(1, EntryWire("spec", StructWire(broken)))));
  EXPECT_EQ(Function().Run(request).status(), absl::OkStatus());
}

// Objects in objects, each under the name "a".
std::string Nested(int levels) {
  WireWriter out;
  for (int i = 0; i < levels; ++i) {
    out.Message(5, 0);
    out.Message(2, 0);
    out.String(1, "a");
    out.Message(1, 0);
  }
  return std::string(std::move(out).Finish().view());
}

TEST(Function, BoundsDepthAndNamesWhatIsTooDeep) {
  const struct {
    const char* reason;
    int levels;
    const char* want;
  } tests[] = {
      {"As deep as may be.", 999, "OK"},
      {"One deeper.", 1000,
       "INVALID_ARGUMENT: observed resource \"bucket\": an object is nested "
       "too deeply"},
      {"Deep enough to hurt a stack.", 20000,
       "INVALID_ARGUMENT: observed resource \"bucket\": an object is nested "
       "too deeply"},
  };
  // It copies the conditions to the same depth.
  const std::string input = FieldWire(kInputNumber, StructBytes(R"({
      "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
      "resources": [{"name": "bucket",
        "base": {"apiVersion": "s3.example.org/v1", "kind": "Bucket"},
        "readinessChecks": [{"type": "None"}],
        "patches": [{"type": "ToCompositeFieldPath",
                     "fromFieldPath": "status.conditions",
                     "toFieldPath": "status.copy"}]}]})"));
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string resource = FieldWire(
        1, EntryWire("status",
                     StructWire(EntryWire(
                         "conditions", StructWire(Nested(test.levels - 2))))));
    const std::string request =
        UsualWire() +
        FieldWire(kDesired, MapEntryWire(kResources, "other", resource));
    EXPECT_TRUE(Function().Run(request).ok()) << "nobody looks at it";
    const std::string observed =
        input +
        FieldWire(kObserved, MapEntryWire(kResources, "bucket", resource));
    EXPECT_EQ(Plain(Function().Run(observed).status()).ToString(), test.want);
  }
}

TEST(Function, BoundsThePathsOfAuthors) {
  std::string path = "a";
  for (int i = 0; i < 200'000; ++i) path += ".a";
  std::string input = kInputJson;
  const std::string place = "spec.forProvider.region";
  input.replace(input.find(place), place.size(), path);
  const std::string request =
      CompositeWire(kObserved, StructBytes(kCompositeJson)) +
      FieldWire(kInputNumber, StructBytes(input));
  ParsedResponse answer = AnswerTo(request);
  EXPECT_EQ(answer.At("results[0].severity"), R"("SEVERITY_FATAL")");
  EXPECT_TRUE(
      absl::EndsWith(answer.At("results[0].message"),
                     ": a path has at most 4096 bytes, this one has 400001\""));
}

TEST(Function, SaysSoIfTheResponseIsTooLarge) {
  const std::string request = FieldWire(1, FieldWire(1, "t")) + UsualWire();
  const size_t size = CallFunction(Function(), request).size();
  EXPECT_EQ(AnswerTo(request, {.max_response_bytes = size}).At("results"),
            "absent");
  ParsedResponse answer = AnswerTo(request, {.max_response_bytes = size - 1});
  EXPECT_EQ(answer.At("meta"), R"({"tag":"t","ttl":"60s"})");
  EXPECT_EQ(answer.At("results[0].severity"), R"("SEVERITY_FATAL")");
  EXPECT_TRUE(absl::StartsWith(
      answer.At("results[0].message"),
      absl::StrCat("\"the response is ", size,
                   " bytes, but Crossplane accepts at most ", size - 1, ";")));
}

TEST(Function, AnswersTheSameBytesTwiceWhateverTheOrderOfMaps) {
  const Function function;
  const std::string first = CallFunction(function, UsualWire());
  EXPECT_EQ(CallFunction(function, UsualWire()), first)
      << "with a plan that is known";
  EXPECT_EQ(CallFunction(Function(), UsualWire()), first) << "with a new one";
  // Members in the order of a writer without maps.
  const std::string shuffled = absl::StrCat(
      EntryWire("spec", StructWire(EntryWire("region", TextWire("eu")))),
      EntryWire("metadata", StructWire(EntryWire("name", TextWire("shop")))),
      EntryWire("kind", TextWire("XApp")),
      EntryWire("apiVersion", TextWire("demo.example.org/v1")));
  EXPECT_EQ(CallFunction(function,
                         CompositeWire(kObserved, shuffled) +
                             FieldWire(kInputNumber, StructBytes(kInputJson))),
            first);
}

TEST(Function, MayBeCalledFromManyThreads) {
  constexpr int kThreads = 4, kCalls = 50;
  // Room for about one plan, so that they come and go.
  const Function function({.plan_cache_bytes = 40'000});
  std::vector<std::string> requests, want;
  for (int i = 0; i < kThreads; ++i) {
    std::string input = kInputJson;
    input.replace(input.find("bucket"), 6, absl::StrCat("bucket-", i));
    requests.push_back(CompositeWire(kObserved, StructBytes(kCompositeJson)) +
                       FieldWire(kInputNumber, StructBytes(input)));
    want.push_back(CallFunction(Function(), requests.back()));
  }
  std::vector<int> wrong(kThreads);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int call = 0; call < kCalls; ++call) {
        size_t i = size_t(t + call) % requests.size();
        wrong[t] += CallFunction(function, requests[i]) != want[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(kThreads));
}

}  // namespace
}  // namespace loom
