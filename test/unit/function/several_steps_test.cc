// SPDX-License-Identifier: Apache-2.0
// What one step of a pipeline leaves for the next one: the table of
// docs/concepts.md#several-steps, with a test for each row.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "function/protobuf.h"
#include "google/protobuf/util/json_util.h"
#include "test/testing/call.h"

namespace loom {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;

// A step with the members of a native input, or, if it begins with "desires ", a step of
// somebody else that desires the resource b with the object that follows.
using Steps = std::vector<std::string>;

struct PipelineRequest {
  Steps steps;
  std::string observed = "{}";  // Resource messages by name
  std::string conditions = "";  // of the composite
  std::string answers = "{}";   // required resources, by key
};

constexpr char kForeign[] = "desires ";

class Pipeline {
 public:
  explicit Pipeline(const PipelineRequest& wanted) {
    v1::RunFunctionRequest request = Read<v1::RunFunctionRequest>(absl::StrCat(
        R"({"meta": {"capabilities": ["CAPABILITY_CAPABILITIES",
            "CAPABILITY_REQUIRED_RESOURCES"]}, "observed": {"composite":
            {"resource": {"apiVersion": "example.org/v1", "kind": "X",
            "metadata": {"name": "x", "namespace": "team-a", "labels":
            {"appcat.vshn.io/provider-config": "tenant"}}, "spec": {"here": "v"},
            "status": {"conditions": [)",
        wanted.conditions, R"(]}}}, "resources": )", wanted.observed,
        R"(}, "requiredResources": )", wanted.answers, "}"));
    const Function function;
    for (absl::string_view step : wanted.steps) {
      if (absl::StartsWith(step, kForeign)) {
        v1::Resource& b =
            (*request.mutable_desired()->mutable_resources())["b"];
        *b.mutable_resource() = Read<google::protobuf::Struct>(
            std::string(step.substr(sizeof(kForeign) - 1)));
        b.set_ready(v1::READY_TRUE);
        continue;
      }
      *request.mutable_input() = Read<google::protobuf::Struct>(absl::StrCat(
          R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input")",
          step.empty() ? "" : ", ", step, "}"));
      Run(function, request);
      *request.mutable_desired() = last_.desired();
      *request.mutable_context() = last_.context();
    }
    for (const auto& [type, condition] : conditions_) {
      *last_.add_conditions() = condition;
    }
    parsed_.emplace(last_.SerializeAsString());
    desired_ = request.desired();
  }

  // "type STATUS Reason message" of each condition after the last step, sorted.
  std::string Conditions() const {
    std::vector<std::string> texts;
    for (const auto& [type, condition] : conditions_) {
      std::string status = v1::Status_Name(condition.status());
      texts.push_back(
          absl::StrCat(type, " ", status.substr(status.rfind('_') + 1), " ",
                       condition.reason(), " ", condition.message()));
    }
    return absl::StrJoin(texts, "\n");
  }

  std::string At(absl::string_view path) { return parsed_->At(path); }
  std::string Events() const { return absl::StrJoin(events_, "\n"); }
  int64_t ttl() const { return ttl_; }
  std::string Desired() const {
    std::vector<std::string> names;
    for (const auto& [name, resource] : desired_.resources()) {
      names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return absl::StrJoin(names, " ");
  }

 private:
  template <typename Message>
  static Message Read(const std::string& json) {
    Message message;
    const auto status =
        google::protobuf::util::JsonStringToMessage(json, &message);
    EXPECT_TRUE(status.ok()) << status << " in " << json;
    return message;
  }

  void Run(const Function& function, const v1::RunFunctionRequest& request) {
    auto response = function.Run(request.SerializeAsString());
    ASSERT_TRUE(response.ok()) << response.status();
    const absl::string_view bytes = response->view();
    last_.Clear();
    ASSERT_TRUE(last_.ParseFromArray(bytes.data(), int(bytes.size())));
    for (const v1::Condition& condition : last_.conditions()) {
      conditions_[condition.type()] = condition;
    }
    for (const v1::Result& result : last_.results()) {
      events_.push_back(result.message());
    }
    last_.clear_conditions();
    ttl_ = std::min(ttl_, last_.meta().ttl().seconds());
  }

  v1::RunFunctionResponse last_;
  v1::State desired_;
  std::optional<ParsedResponse> parsed_;
  std::map<std::string, v1::Condition> conditions_;
  std::vector<std::string> events_;
  int64_t ttl_ = 3600;
};

std::string Thing(absl::string_view more = "") {
  return absl::StrCat(R"({"apiVersion": "sql.example.org/v1", "kind": "Thing",
      "metadata": {"name": "b-x", "namespace": "team-a"}, "spec": {"size": 1})",
                      more, "}");
}

std::string Template(absl::string_view name, absl::string_view more = "") {
  return absl::StrCat(R"({"name": ")", name, R"(", "base": {"apiVersion":
      "sql.example.org/v1", "kind": "Thing", "spec": {"size": 1}})",
                      more, "}");
}

std::string Resources(absl::string_view templates) {
  return absl::StrCat("\"resources\": [", templates, "]");
}

std::string ObservedB(absl::string_view more = "") {
  return absl::StrCat(R"({"b": {"resource": )", Thing(more), "}}");
}

const std::string kTemplateB = Resources(Template("b"));
constexpr char kReadyB[] =
    R"(, "status": {"host": "h", "conditions": [{"type": "Ready", "status": "True"}]})";

TEST(SeveralSteps, PassOnWhatTheTableSays) {
  const std::string reference =
      R"("references": [{"target": {"resource": "b"}, "fromComposite":
          {"fieldPath": "spec.missing"}, "toFieldPath": "spec.x"}])";
  auto detail = [](const char* name, const char* value) {
    return absl::StrCat(R"("connectionDetails": [{"name": ")", name,
                        R"(", "value": ")", value, "\"}]");
  };
  auto status = [](const char* field, const char* value) {
    return absl::StrCat(R"("status": {")", field, "\": \"", value, "\"}");
  };
  const struct {
    const char* reason;
    PipelineRequest request;
    const char* path;
    const char* want;
  } tests[] = {
      {"A template of a later step replaces the resource.",
       {{kTemplateB, R"("resources": [{"name": "b", "base": {"apiVersion":
           "sql.example.org/v1", "kind": "Thing", "spec": {"other": 2}}}])"}},
       "desired.resources[b].resource.spec",
       R"({"other":2})"},
      {"Without a base, it changes the resource.",
       {{kTemplateB,
         R"("resources": [{"name": "b", "patches": [{"fromFieldPath":
           "spec.here", "toFieldPath": "spec.other"}]}])"}},
       "desired.resources[b].resource.spec",
       R"({"other":"v","size":1})"},
      {"What another function desires stays as that function left it.",
       {{"", absl::StrCat(kForeign, Thing()), R"("readiness": {})"}},
       "desired.resources[b].resource.spec",
       R"({"size":1})"},
      {"Readiness that a step sets counts in later steps.",
       {{absl::StrCat(kForeign, Thing()),
         R"("readiness": {"unready": "False"})"}},
       "desired.resources[b].ready",
       R"("READY_TRUE")"},
      {"A withheld resource makes the composite not ready, whatever follows.",
       {{absl::StrCat(kTemplateB, ", ", reference), Resources(Template("c"))}},
       "desired.composite.ready",
       R"("READY_FALSE")"},
      {"A later step with the field `ready` decides.",
       {{absl::StrCat(kTemplateB, ", ", reference), R"("ready": "true")"}},
       "desired.composite.ready",
       R"("READY_TRUE")"},
      {"A later step that withholds a resource decides.",
       {{R"("ready": "true")", absl::StrCat(kTemplateB, ", ", reference)}},
       "desired.composite.ready",
       R"("READY_FALSE")"},
      {"Connection details of all steps are published.",
       {{detail("a", "1"), detail("b", "2")}},
       "desired.composite.connectionDetails",
       R"({"a":"MQ==","b":"Mg=="})"},
      {"Of two with one key, the last one counts.",
       {{detail("a", "1"), detail("a", "2")}},
       "desired.composite.connectionDetails",
       R"({"a":"Mg=="})"},
      {"A provider config reaches resources of earlier steps.",
       {{kTemplateB, R"("providerConfig": {"targets": {"detection": "All"}})"}},
       "desired.resources[b].resource.spec.providerConfigRef.name",
       R"("tenant")"},
      {"It does not reach resources of later steps.",
       {{R"("providerConfig": {"targets": {"detection": "All"}})", kTemplateB}},
       "desired.resources[b].resource.spec.providerConfigRef",
       "absent"},
      {"The label of an earlier step excludes the resource.",
       {{R"("resources": [{"name": "b", "base": {"apiVersion":
           "sql.example.org/v1", "kind": "Thing", "metadata": {"labels":
           {"appcat.vshn.io/ignore-provider-config": "true"}}, "spec": {}}}])",
         R"("providerConfig": {"targets": {"detection": "All"}})"}},
       "desired.resources[b].resource.spec",
       "{}"},
      {"An overlay changes resources of earlier steps.",
       {{kTemplateB,
         R"("overlays": [{"match": [{"resource": "b"}], "merge": {"spec":
             {"size": 5}}}])"}},
       "desired.resources[b].resource.spec.size",
       "5"},
      {"The last overlay counts.",
       {{kTemplateB,
         R"("overlays": [{"match": [{"resource": "b"}], "merge": {"spec":
             {"size": 5}}}])",
         R"("overlays": [{"match": [{"resource": "b"}], "merge": {"spec":
             {"size": 6}}}])"}},
       "desired.resources[b].resource.spec.size",
       "6"},
      {"The status of all steps is written.",
       {{status("a", "1"), status("b", "2")}},
       "desired.composite.resource.status",
       R"({"a":"1","b":"2"})"},
      {"Of two with one field, the last one counts.",
       {{status("a", "1"), status("a", "2")}},
       "desired.composite.resource.status",
       R"({"a":"2"})"},
      {"A later step reads the environment of an earlier one.",
       {{R"("environment": {"defaultData": {"stage": "test"}})",
         Resources(Template("b", R"(, "patches": [{"type":
             "FromEnvironmentFieldPath", "fromFieldPath": "stage",
             "toFieldPath": "spec.stage"}])"))}},
       "desired.resources[b].resource.spec.stage",
       R"("test")"},
      {"The mark of a Secret stays.",
       {{R"("environment": {"configs": [{"type": "Secret", "ref": {"name": "login",
             "namespace": "team-a"}}]})",
         ""},
        "{}",
        "",
        R"({"obj:v1/Secret/team-a/login": {"items": [{"resource": {"apiVersion":
            "v1", "kind": "Secret", "metadata": {"name": "login", "namespace":
            "team-a"}, "data": {"a": "MQ=="}}}]}})"},
       "context['loom.fn.crossplane.io/redacted']",
       "true"},
      {"There is nothing to leave.",
       {{kTemplateB, Resources(Template("c"))}},
       "context['loom.fn.crossplane.io/steps']",
       "absent"},
      {"What waits is left, with names and messages only.",
       {{absl::StrCat(kTemplateB, ", ", reference)}},
       "context['loom.fn.crossplane.io/steps']",
       R"x({"conditions":[{"messages":["b spec.x: spec.missing: no such field (composite spec.missing)"],"reason":"FieldMissing","status":"Unknown","type":"ReferencesResolved"}],"version":1,"withheld":["b"]})x"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pipeline pipeline(test.request);
    EXPECT_EQ(pipeline.At(test.path), test.want) << pipeline.At("");
  }
}

TEST(SeveralSteps, ShareConditions) {
  auto reference = [](const char* resource, const char* field) {
    return absl::StrCat(R"("references": [{"target": {"resource": ")", resource,
                        R"("}, "fromComposite": {"fieldPath": "spec.)", field,
                        R"("}, "toFieldPath": "spec.x"}])");
  };
  auto waits = [&](const char* resource) {
    return absl::StrCat(Resources(Template(resource)), ", ",
                        reference(resource, "missing"));
  };
  auto text = [](const char* resource) {
    return absl::StrCat(resource,
                        " spec.x: spec.missing: no such field (composite "
                        "spec.missing)");
  };
  auto told = [](const std::string& message) {
    return absl::StrCat(R"({"type": "ReferencesResolved", "status": "Unknown",
        "reason": "FieldMissing", "message": ")",
                        message, "\"}");
  };
  const std::string done =
      absl::StrCat(Resources(Template("c")), ", ", reference("c", "here"));
  const std::string unknown = "ReferencesResolved UNKNOWN FieldMissing ";
  const std::string two = absl::StrCat(text("b"), "; ", text("d"));
  const struct {
    const char* reason;
    PipelineRequest request;
    std::string want;
    std::string events;
  } tests[] = {
      {"The last step has nothing to wait for.",
       {{waits("b"), done}},
       unknown + text("b"),
       "ReferencesResolved: " + text("b")},
      {"The first step has nothing to wait for.",
       {{done, waits("b")}},
       unknown + text("b"),
       "ReferencesResolved: " + text("b")},
      {"The last step has no such section.",
       {{waits("b"), "\"readiness\": {}"}},
       unknown + text("b"),
       "ReferencesResolved: " + text("b")},
      {"Both wait, and each reports what is new.",
       {{waits("b"), waits("d")}},
       unknown + two,
       absl::StrCat("ReferencesResolved: ", text("b"),
                    "\nReferencesResolved: ", text("d"))},
      {"The composite has that already.",
       {{waits("b"), waits("d")}, "{}", told(two)},
       unknown + two,
       ""},
      {"One of two is new.",
       {{waits("b"), waits("d")}, "{}", told(text("b"))},
       unknown + two,
       "ReferencesResolved: " + text("d")},
      {"One of two is over.",
       {{waits("b"), done}, "{}", told(two)},
       unknown + text("b"),
       ""},
      {"All is over, and the last step knows what the message was about.",
       {{done,
         absl::StrCat(Resources(Template("b")), ", ", reference("b", "here"))},
        "{}",
        told(text("b"))},
       "ReferencesResolved TRUE Resolved ",
       "ReferencesResolved: Resolved"},
      {"The first step knows it, and no other repeats the event.",
       {{absl::StrCat(Resources(Template("b")), ", ", reference("b", "here")),
         done, done},
        "{}",
        told(text("b"))},
       "ReferencesResolved TRUE Resolved ",
       "ReferencesResolved: Resolved"},
      {"More than three entries, of three steps.",
       {{waits("b"),
         absl::StrCat(Resources(Template("d") + "," + Template("e")),
                      R"(, "references": [)",
                      R"({"target": {"resource": "d"}, "fromComposite":
            {"fieldPath": "spec.missing"}, "toFieldPath": "spec.x"},
            {"target": {"resource": "e"}, "fromComposite": {"fieldPath":
            "spec.missing"}, "toFieldPath": "spec.x"}])"),
         waits("a")}},
       absl::StrCat(unknown, text("a"), "; ", text("b"), "; ", text("d"),
                    "; and 1 more"),
       absl::StrCat("ReferencesResolved: ", text("b"),
                    "\nReferencesResolved: ", text("d"), "; ", text("e"),
                    "\nReferencesResolved: ", text("a"))},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Pipeline pipeline(test.request);
    EXPECT_EQ(pipeline.Conditions(), test.want);
    EXPECT_EQ(pipeline.Events(), test.events);
  }
}

TEST(SeveralSteps, TakeTheShortestTimeToLive) {
  const Pipeline pipeline(
      {.steps = {"\"ttl\": \"40s\"", "\"ttl\": \"30s\"", "\"ttl\": \"50s\""}});
  EXPECT_EQ(pipeline.ttl(), 30);
}

// A dependent of a later step waits for a resource that an earlier step withholds, even
// if it does not wait for what is missing.
TEST(SeveralSteps, DependOnWhatAnEarlierStepWithholds) {
  const Pipeline pipeline(
      {.steps = {absl::StrCat(kTemplateB, R"(, "references":
          [{"target": {"resource": "b"}, "fromComposite": {"fieldPath":
          "spec.missing"}, "toFieldPath": "spec.x"}])"),
                 absl::StrCat(Resources(Template("c")),
                              R"(, "dependencies": [{"resource":
          "c", "dependsOn": [{"resource": "b"}], "whenMissing": "Ignore"}])")}});
  EXPECT_EQ(pipeline.Desired(), "");
  EXPECT_TRUE(absl::StrContains(pipeline.Conditions(),
                                "c: waiting for b (0 of 1 ready)"))
      << pipeline.Conditions();
}

// The first step keeps b, of which c depends, because it knows no step that desires b.
TEST(SeveralSteps, ForgetWhatIsKeptOnlyIfNobodyDesiresIt) {
  const std::string entry = R"("dependencies": [{"resource": "c", "dependsOn":
      [{"resource": "b"}], "deletion": "Usage"}], "kinds": [{"group":
      "sql.example.org", "resource": "things", "kind": "Thing", "scope":
      "Namespaced"}])";
  const std::string first = absl::StrCat(Resources(Template("c")), ", ", entry);
  const std::string observed = absl::StrCat(
      R"({"b": {"resource": )", Thing(kReadyB),
      R"(}, "c": {"resource": {"apiVersion": "sql.example.org/v1", "kind": "Thing",
          "metadata": {"name": "c-x", "namespace": "team-a"}, "spec":
          {"size": 1}}}})");
  const std::string kept =
      "DependenciesReady FALSE KeptForDependents b stays: "
      "c uses it";
  const std::string idle = R"("readiness": {})";
  auto desires = [](absl::string_view more) {
    return absl::StrCat(kForeign, R"({"apiVersion": "sql.example.org/v1",
        "kind": "Thing", "metadata": {"name": "b-x", "namespace": "team-a"},
        "spec": )",
                        more, "}");
  };
  const struct {
    const char* reason;
    Steps steps;
    const char* spec;
    std::string condition;
  } tests[] = {
      {"Nobody else desires it, and a step with nothing to do follows.",
       {first, idle},
       R"({"size":1})",
       kept},
      {"Two such steps follow.", {first, idle, idle}, R"({"size":1})", kept},
      {"Somebody desires it in another way.",
       {first, desires(R"({"size": 9})"), idle},
       R"({"size":9})",
       "DependenciesReady TRUE Satisfied "},
      {"Somebody desires exactly what is observed.",
       {first, desires(R"({"size": 1})"), idle},
       R"({"size":1})",
       "DependenciesReady TRUE Satisfied "},
      {"A later step of function-loom desires it.",
       {first, R"("resources": [{"name": "b", "base": {"apiVersion":
           "sql.example.org/v1", "kind": "Thing", "spec": {"size": 7}}}])",
        idle},
       R"({"size":7})",
       "DependenciesReady TRUE Satisfied "},
      {"A later step has the template, and its condition is false.",
       {first, Resources(Template("b", R"(, "condition": "false")")), idle},
       R"({"size":1})",
       kept},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pipeline pipeline({.steps = test.steps, .observed = observed});
    EXPECT_EQ(pipeline.At("desired.resources[b].resource.spec"), test.spec);
    EXPECT_EQ(pipeline.Conditions().substr(0, pipeline.Conditions().find('\n')),
              test.condition);
  }
}

// Other functions may write anything into the context.
TEST(SeveralSteps, IgnoreWhatHasAnotherForm) {
  const Function function;
  for (absl::string_view value :
       {"1", "null", "[]", R"({"version": 2, "kept": ["b"]})",
        R"({"version": 1, "kept": "b", "order": [1, {}, {"resource": 1}],
            "withheld": {}, "conditions": [1, {}, {"type": "T", "status": "T"},
            {"type": "T", "status": "False", "messages": [1, null], "more":
            -1e300}]})"}) {
    SCOPED_TRACE(value);
    ParsedResponse response(
        function
            .Run(RequestBytes(absl::StrCat(
                R"({"observed": {"composite": {"resource": {"apiVersion":
                    "example.org/v1", "kind": "X", "metadata": {"name": "x"}}},
                    "resources": )",
                ObservedB(), R"(}, "desired": {"resources": )", ObservedB(),
                R"(}, "context": {"loom.fn.crossplane.io/steps": )", value,
                R"(}, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1",
                    "kind": "Input", "readiness": {}}})")))
            ->view());
    EXPECT_EQ(response.At("results"), "absent");
    EXPECT_EQ(response.At("desired.resources[b].resource.spec.size"), "1");
  }
}

}  // namespace
}  // namespace loom
