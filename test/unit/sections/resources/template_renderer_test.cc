// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/template_renderer.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "test/testing/json.h"
#include "test/testing/plain_status.h"
#include "test/testing/render_call.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// Renders resources, and shows one place of the response; or the error.
std::string Rendered(absl::string_view resources, absl::string_view path) {
  TestCall call(
      RenderRequest(absl::StrCat(R"("resources": [)", resources, "]")));
  EXPECT_EQ(call.plan->problems, "");
  absl::Status status = call.RunSections();
  return status.ok() ? call.Finish().At(path) : Plain(status).ToString();
}

TEST(TemplateRenderer, BeginsWithABaseOrWithWhatIsDesired) {
  const struct {
    const char* reason;
    const char* resources;
    const char* path;
    const char* want;
  } tests[] = {
      {"A base.", R"({"name": "a", "base": {"kind": "K", "spec": {}}})",
       "desired.resources[a]", R"({"resource":{"kind":"K","spec":{}}})"},
      {"A base replaces what an earlier step desires.",
       R"({"name": "earlier", "base": {"kind": "K"}})",
       "desired.resources[earlier]", R"({"resource":{"kind":"K"}})"},
      {"Without a base, what an earlier step desires; it stays ready.",
       R"({"name": "earlier", "patches": [
           {"fromFieldPath": "spec.region"}]})",
       "desired.resources[earlier]",
       R"({"ready":"READY_TRUE",)"
       R"("resource":{"kind":"E","spec":{"a":1,"region":"eu"}}})"},
      {"… or an earlier template.",
       R"({"name": "a", "base": {"kind": "K"}},
          {"name": "a", "patches": [{"fromFieldPath": "spec.size"}]})",
       "desired.resources[a].resource", R"({"kind":"K","spec":{"size":3}})"},
      {"With checks of its own, which do not hold, it is not ready.",
       R"({"name": "earlier", "readinessChecks": [
           {"type": "NonEmpty", "fieldPath": "status.id"}]})",
       "desired.resources[earlier]",
       R"({"resource":{"kind":"E","spec":{"a":1}}})"},
      {"Of two bases with one name the last counts.",
       R"({"name": "a", "base": {"kind": "K"}},
          {"name": "a", "base": {"kind": "L"}})",
       "desired.resources[a].resource", R"({"kind":"L"})"},
      {"An observed resource gives its name, and takes the namespace away.",
       R"({"name": "old", "base": {"kind": "K", "metadata":
           {"generateName": "old-", "namespace": "ns"}}})",
       "desired.resources[old].resource.metadata",
       R"({"generateName":"old-","name":"old-x7"})"},
      {"A patch may name it otherwise.",
       R"({"name": "old", "base": {"kind": "K"}, "patches": [
           {"fromFieldPath": "spec.region",
            "toFieldPath": "metadata.name"}]})",
       "desired.resources[old].resource.metadata.name", R"("eu")"},
      {"It is ready if its checks hold.",
       R"({"name": "old", "base": {"kind": "K"}})",
       "desired.resources[old].ready", R"("READY_TRUE")"},
      {"One that is not observed is not.",
       R"({"name": "a", "base": {"kind": "K"}})", "desired.resources[a].ready",
       "absent"},
      {"Nor is one whose checks do not hold.",
       R"({"name": "old", "base": {"kind": "K"}, "readinessChecks": [
           {"type": "NonEmpty", "fieldPath": "status.nope"}]})",
       "desired.resources[old].ready", "absent"},
      {"A check that fails is a Warning.",
       R"({"name": "old", "base": {"kind": "K"}, "readinessChecks": [
           {"type": "MatchTrue", "fieldPath": "status.ip"}]})",
       "results[0]",
       R"({"message":"cannot check readiness of composed resource \"old\": )"
       R"(cannot run readiness check at index 0: status.ip: not a bool",)"
       R"("severity":"SEVERITY_WARNING","target":"TARGET_COMPOSITE"})"},

      {"Neither base nor earlier resource.", R"({"name": "none"})", "",
       "FAILED_PRECONDITION: composed resource \"none\" has no base template, "
       "and was not produced by a previous Function in the pipeline"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Rendered(test.resources, test.path), test.want);
  }
}

TEST(TemplateRenderer, PatchesBetweenTheEndpoints) {
  const struct {
    const char* reason;
    const char* name;
    const char* patch;
    const char* path;
    const char* want;
  } tests[] = {
      {"The composite to the resource.", "a",
       R"({"fromFieldPath": "spec.region"})",
       "desired.resources[a].resource.spec", R"({"region":"eu"})"},
      {"The environment to the resource.", "a",
       R"({"type": "FromEnvironmentFieldPath", "fromFieldPath": "stage"})",
       "desired.resources[a].resource.stage", R"("t")"},
      {"The observed resource to the composite.", "old",
       R"({"type": "ToCompositeFieldPath", "fromFieldPath": "status.ip"})",
       "desired.composite.resource",
       R"({"apiVersion":"demo.example.org/v1","kind":"XApp",)"
       R"("status":{"ip":"::1","kept":true}})"},
      {"The observed resource to the environment.", "old",
       R"({"type": "ToEnvironmentFieldPath", "fromFieldPath": "status.ip",
           "toFieldPath": "ip"})",
       "context[apiextensions.crossplane.io/environment].ip", R"("::1")"},
      {"Nothing from a resource that is not observed, even if Required.", "a",
       R"({"type": "ToCompositeFieldPath", "fromFieldPath": "status.ip",
           "policy": {"fromFieldPath": "Required"}})",
       "results", "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Rendered(absl::StrCat(R"({"name": ")", test.name,
                                    R"(", "base": {"kind": "K"}, "patches": [)",
                                    test.patch, "]}"),
                       test.path),
              test.want);
  }
}

TEST(TemplateRenderer, DecidesWhatAMissingSourceMeans) {
  constexpr char kRequired[] =
      R"({"fromFieldPath": "spec.nope",
          "policy": {"fromFieldPath": "Required"}})";
  auto misspelled = [](absl::string_view from) {
    return absl::StrCat(
        R"({"type": "CombineFromComposite", "toFieldPath": "spec.size",
            "policy": {"fromFieldPath": "Require"},
            "combine": {"strategy": "string", "string": {"fmt": "%v"},
                        "variables": [{"fromFieldPath": ")",
        from, R"("}]}})");
  };
  const struct {
    const char* reason;
    const char* name;
    std::string patches;
    const char* path;
    const char* want;
  } tests[] = {
      {"Optional: the patch is passed over, the others are not.", "a",
       R"({"fromFieldPath": "spec.nope"}, {"fromFieldPath": "spec.size"})",
       "desired.resources[a].resource.spec", R"({"size":3})"},
      {"Required, a new resource: withheld.", "a", kRequired,
       "desired.resources[a]", "absent"},
      {"… the composite is not ready.", "a", kRequired,
       "desired.composite.ready", R"("READY_FALSE")"},
      {"… and a Warning says why.", "a", kRequired, "results[0].message",
       R"("not adding new composed resource \"a\" to desired state because )"
       R"(\"FromCompositeFieldPath\" patch at index 0 has )"
       R"('policy.fromFieldPath: Required': spec.nope: no such field")"},
      {"Required, an observed one: kept, and patched on.", "old",
       absl::StrCat(kRequired, R"(, {"fromFieldPath": "spec.size"})"),
       "desired.resources[old].resource.spec", R"({"size":3})"},
      {"… a Warning says so.", "old", kRequired, "results[0].message",
       R"("cannot render composed resource \"old\" )"
       R"(\"FromCompositeFieldPath\" patch at index 0: ignoring )"
       R"('policy.fromFieldPath: Required' because 'to' resource already )"
       R"(exists: spec.nope: no such field")"},
      {"… the composite is as it was.", "old", kRequired,
       "desired.composite.ready", "absent"},
      {"An unknown policy of a Combine patch: passed over, as in P&T.", "a",
       misspelled("spec.nope"), "results[0]", "absent"},
      {"… the resource is desired.", "a", misspelled("spec.nope"),
       "desired.resources[a].resource.kind", R"("K")"},
      {"… with its source, the patch applies.", "a", misspelled("spec.size"),
       "desired.resources[a].resource.spec", R"({"size":"3"})"},
      {"Anything else ends the call.", "a",
       R"({"fromFieldPath": "spec.region.x"})", "",
       "FAILED_PRECONDITION: cannot render composed resource \"a\" "
       "\"FromCompositeFieldPath\" patch at index 0: spec.region: not an "
       "object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Rendered(absl::StrCat(R"({"name": ")", test.name,
                                    R"(", "base": {"kind": "K"}, "patches": [)",
                                    test.patches, "]}"),
                       test.path),
              test.want);
  }
}

TEST(TemplateRenderer, PublishesDetailsBesideThoseOfEarlierSteps) {
  EXPECT_EQ(Rendered(R"({"name": "old", "base": {"kind": "K"},
                         "connectionDetails": [{"name": "pw",
                            "type": "FromConnectionSecretKey",
                            "fromConnectionSecretKey": "password"}]})",
                     "desired.composite.connectionDetails"),
            R"({"earlier":"eA==","pw":"cHc="})");
}

}  // namespace
}  // namespace loom
