// SPDX-License-Identifier: Apache-2.0
// What one step writes of a secret, the next one does not quote. The first step reads a
// canary (canary.h) from each place where a secret can be and writes it into the context; the
// second one has a mistake that quotes what it reads there. Every source meets every sink.
// Each sink is also tried without the mark that the first step leaves, and then has to
// quote the canary, or the table would prove nothing.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "test/suites/fuzz/canary.h"
#include "test/testing/invariants.h"

namespace loom::testing {
namespace {

constexpr char kMark[] = "loom.fn.crossplane.io/redacted";

// How a step brings the secret into the environment, as `secret`.
struct Source {
  const char* place;
  std::string input;
};

// A patch of the environment with an expression.
std::string Patch(absl::string_view expression) {
  return absl::StrCat(
      R"("environment":{"patches":[{"type":"FromExpression","toFieldPath":"secret",)",
      R"("expression":")", expression, R"("}]})");
}

// A template that writes the expression into the environment.
std::string Template(absl::string_view expression) {
  return absl::StrCat(
      R"("resources":[{"name":"other","base":{"apiVersion":"a.example.org/v1",)",
      R"("kind":"A"},"patches":[{"type":"ToEnvironmentFromExpression",)",
      R"("toFieldPath":"secret","expression":")", expression, R"("}]}])");
}

const std::vector<Source>& Sources() {
  static const auto& sources = *new std::vector<Source>{
      {"details of a composed resource",
       Patch("string(observed.resources['db'].connection_details['a'])")},
      {"the same, from a template",
       Template("string(observed.resources['db'].connection_details['a'])")},
      {"the same, as part of a text",
       Patch("'x' + string(observed.resources['db'].connection_details['a'])")},
      {"the same, as the key of a map, of which a text is made",
       Template("{string(observed.resources['db'].connection_details['a']):1}"
                ".map(k, k)[0]")},
      {"details of the composite",
       Patch("string(observed.composite.connection_details['a'])")},
      {"details that an earlier step desires",
       Template("string(desired.composite.connection_details['a'])")},
      {"an observed Secret",
       Patch("observed.resources['login'].resource.data.a")},
      {"the same, from a template",
       Template("observed.resources['login'].resource.data.a")},
      {"a desired Secret",
       Template("desired.resources['token'].resource.data.a")},
      {"a Secret in the manifest of an Object",
       Patch("observed.resources['object'].resource.spec.forProvider.manifest"
             ".data.a")},
      {"the same, from a template",
       Template("observed.resources['object'].resource.spec.forProvider"
                ".manifest.data.a")},
      {"a Secret that extraResources read",
       R"("extraResources":[{"into":"logins","apiVersion":"v1","kind":"Secret",)"
       R"("namespace":"team-a","ref":{"name":"login"}}],)" +
           Template("required.logins[0].data.a")},
      {"a Secret of the environment",
       R"("environment":{"configs":[{"type":"Secret","ref":{"name":"login",)"
       R"("namespace":"team-a"}}],"patches":[{"type":"FromExpression",)"
       R"("toFieldPath":"secret","expression":"environment.a"}]})"},
      {"the environment of an earlier step", Patch("environment.given.a")},
  };
  return sources;
}

// A mistake that quotes environment.secret.
struct Sink {
  const char* mistake;
  std::string input;
};

// A template with these patches.
std::string Patches(absl::string_view patches) {
  return absl::StrCat(
      R"("resources":[{"name":"next","base":{"apiVersion":"b.example.org/v1",)",
      R"("kind":"B"},"patches":[)", patches, "]}]");
}

// A patch from the secret with this transform.
std::string Transform(absl::string_view transform) {
  return Patches(absl::StrCat(
      R"({"type":"FromEnvironmentFieldPath","fromFieldPath":"secret",)",
      R"("toFieldPath":"spec.a","transforms":[)", transform, "]}"));
}

// A patch with this expression.
std::string Expression(absl::string_view expression) {
  return Patches(absl::StrCat(
      R"({"type":"FromExpression","toFieldPath":"spec.a","expression":")",
      expression, R"("})"));
}

const std::vector<Sink>& Sinks() {
  static const auto& sinks = *new std::vector<Sink>{
      {"it is no number",
       Transform(R"({"type":"convert","convert":{"toType":"int64"}})")},
      {"it is no key of the map",
       Transform(R"({"type":"map","map":{"other":"1"}})")},
      {"an expression that converts it", Expression("int(environment.secret)")},
      {"an expression that reads a time",
       Expression("timestamp(environment.secret)")},
      {"an expression with a key that is not there",
       Expression("{'a':1}[environment.secret]")},
      {"two items of a loop have it as their key",
       R"("resources":[{"name":"next","base":{"apiVersion":"b.example.org/v1",)"
       R"("kind":"B"},"forEach":{"items":"['a','b']","key":"environment.secret"}}])"},
  };
  return sinks;
}

v1::RunFunctionRequest Request(absl::string_view json) {
  v1::RunFunctionRequest request;
  const auto read =
      google::protobuf::util::JsonStringToMessage(std::string(json), &request);
  EXPECT_TRUE(read.ok()) << read.ToString() << " of " << json;
  return request;
}

std::string Input(absl::string_view members) {
  return absl::StrCat(
      R"({"apiVersion":"loom.fn.crossplane.io/v1beta1","kind":"Input",)",
      members, "}");
}

// What the first step is given. `secret` is the text that the canary stands for.
v1::RunFunctionRequest FirstRequest(const Source& source,
                                    const std::string& secret) {
  const std::string data = absl::StrCat(
      R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"login",)",
      R"("namespace":"team-a"},"data":{"a":")", secret, R"("}})");
  v1::RunFunctionRequest request = Request(absl::StrCat(
      R"({"observed":{"composite":{"resource":{"apiVersion":"demo.example.org/v1",)",
      R"("kind":"XApp","metadata":{"name":"shop","namespace":"team-a"}}},)",
      R"("resources":{"db":{"resource":{"apiVersion":"sql.example.org/v1",)",
      R"("kind":"Db","metadata":{"name":"db"}}},"login":{"resource":)", data,
      R"(},"object":{"resource":{"apiVersion":"kubernetes.example.org/v1",)",
      R"("kind":"Object","metadata":{"name":"object"},"spec":{"forProvider":)",
      R"({"manifest":)", data, R"(}}}}}},"desired":{"resources":{"token":)",
      R"({"resource":)", data, R"(}}},"input":)", Input(source.input), "}"));
  auto detail = [&](v1::Resource* resource) {
    (*resource->mutable_connection_details())["a"] = secret;
  };
  detail(&(*request.mutable_observed()->mutable_resources())["db"]);
  detail(request.mutable_observed()->mutable_composite());
  detail(request.mutable_desired()->mutable_composite());
  if (absl::StrContains(source.input, "environment.given")) {
    auto& context = *request.mutable_context()->mutable_fields();
    context["apiextensions.crossplane.io/environment"] =
        Object({{"given", Object({{"a", Text(secret)}})}});
    context[kMark].set_bool_value(true);
  }
  return request;
}

// Runs a step until it has asked for nothing more. Everything it asks for is the Secret,
// whose values are base64.
v1::RunFunctionResponse Settled(const Function& function,
                                v1::RunFunctionRequest request,
                                const std::string& base64) {
  v1::RunFunctionResponse answer = Answer(function, request);
  for (int round = 0; round < 3 && answer.has_requirements(); ++round) {
    for (const auto& [key, selector] : answer.requirements().resources()) {
      v1::Resources& given = (*request.mutable_required_resources())[key];
      given.clear_items();
      *given.add_items()->mutable_resource() =
          Object({{"apiVersion", Text("v1")},
                  {"kind", Text("Secret")},
                  {"metadata", Object({{"name", Text("login")},
                                       {"namespace", Text("team-a")}})},
                  {"data", Object({{"a", Text(base64)}})}})
              .struct_value();
    }
    answer = Answer(function, request);
  }
  return answer;
}

TEST(TwoSteps, QuoteNothingThatTheFirstReadFromASecret) {
  Function function;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Canary canary(seed, Canary::Form::kWord);
    for (const Source& source : Sources()) {
      SCOPED_TRACE(source.place);
      v1::RunFunctionRequest first = FirstRequest(source, canary.text());
      v1::RunFunctionResponse read = Settled(function, first, canary.base64());
      ASSERT_FALSE(IsFatal(read)) << read.ShortDebugString();
      ASSERT_EQ(canary.FindIn(read).value_or(""), "");
      ASSERT_NE(canary.FindIn(read.context().DebugString()).value_or(""), "")
          << "the first step has to write it: " << read.ShortDebugString();
      for (const Sink& sink : Sinks()) {
        SCOPED_TRACE(sink.mistake);
        v1::RunFunctionRequest second = first;
        *second.mutable_desired() = read.desired();
        *second.mutable_context() = read.context();
        second.clear_input();
        second.clear_required_resources();
        second.MergeFrom(
            Request(absl::StrCat(R"({"input":)", Input(sink.input), "}")));
        v1::RunFunctionResponse reported = Answer(function, second);
        EXPECT_EQ(canary.FindIn(reported).value_or(""), "")
            << reported.results(0).message();
        second.mutable_context()->mutable_fields()->erase(kMark);
        reported = Answer(function, second);
        EXPECT_NE(canary.FindIn(reported).value_or(""), "")
            << "without the mark it has to be quoted: "
            << reported.ShortDebugString();
      }
    }
  }
}

}  // namespace
}  // namespace loom::testing
