// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/asking.h"

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

constexpr char kRequest[] = R"({"observed": {"composite": {"resource":
    {"metadata": {"name": "x", "namespace": "team-a"}}}},
    "requiredResources": {"obj:v1/ConfigMap/team-a/there":
        {"items": [{"resource": {"kind": "ConfigMap"}}]},
      "obj:v1/ConfigMap/team-a/gone": {},
      "list:v1/ConfigMap//a=here": {"items": [{"resource": {"apiVersion": "v1",
        "kind": "ConfigMap", "metadata": {"namespace": "team-a"}}},
        {"resource": {"apiVersion": "v1", "kind": "ConfigMap"}}]},
      "list:v1/ConfigMap//a=all": {"items": [{"resource": {"apiVersion": "v1",
        "kind": "ConfigMap", "metadata": {"namespace": "team-a"}}},
        {"resource": {"apiVersion": "v1", "kind": "ConfigMap",
          "metadata": {"namespace": "team-b"}}}]}},
    "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})";

TEST(AskFor, AsksForWhatMayBeRead) {
  const KnownKind kind{.resource = "configmaps",
                       .kind = "ConfigMap",
                       .scope = Scope::kNamespaced};
  const KnownKind mistaken{
      .resource = "configmaps", .kind = "ConfigMap", .scope = Scope::kCluster};
  const AccessPolicy narrow;
  AccessPolicy wide;
  wide.cross_namespace = NamespaceAccess::kAllow;
  const struct {
    const char* reason;
    WantedObjects wanted;
    const AccessPolicy* policy;
    const char* asked;
    const char* want;
  } tests[] = {
      {"It is there.",
       {.kind = kind, .api_version = "v1", .ns = "team-a", .name = "there"},
       &narrow,
       "obj:v1/ConfigMap/team-a/there",
       "1 objects"},
      {"There is none.",
       {.kind = kind, .api_version = "v1", .ns = "team-a", .name = "gone"},
       &narrow,
       "obj:v1/ConfigMap/team-a/gone",
       "0 objects"},
      {"It is not answered yet.",
       {.kind = kind, .api_version = "v1", .ns = "team-a", .name = "new"},
       &narrow,
       "obj:v1/ConfigMap/team-a/new",
       "pending"},
      {"By labels.",
       {.kind = kind,
        .api_version = "v1",
        .ns = "team-a",
        .labels = {{"a", "b"}}},
       &narrow,
       "list:v1/ConfigMap/team-a/a=b",
       "pending"},
      {"Not allowed, so not asked for.",
       {.kind = kind, .api_version = "v1", .ns = "team-b", .name = "there"},
       &narrow,
       "",
       "not allowed across namespaces"},
      {"Allowed.",
       {.kind = kind, .api_version = "v1", .ns = "team-b", .name = "there"},
       &wide,
       "obj:v1/ConfigMap/team-b/there",
       "pending"},
      {"The input says that the kind is cluster-scoped, and it is not.",
       {.kind = mistaken, .api_version = "v1", .labels = {{"a", "all"}}},
       &narrow,
       "list:v1/ConfigMap//a=all",
       "not allowed across namespaces"},
      {"Only objects of the composite's namespace are there.",
       {.kind = mistaken, .api_version = "v1", .labels = {{"a", "here"}}},
       &narrow,
       "list:v1/ConfigMap//a=here",
       "2 objects"},
      {"Other namespaces are allowed.",
       {.kind = mistaken, .api_version = "v1", .labels = {{"a", "all"}}},
       &wide,
       "list:v1/ConfigMap//a=all",
       "2 objects"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    TestCall call(RequestBytes(kRequest));
    const std::vector<const AccessPolicy*> policies{&wide, test.policy};
    Requirements asked;
    auto answered = AskFor(test.wanted, policies, call.state, &asked);
    ASSERT_TRUE(answered.ok()) << answered.status();
    EXPECT_EQ(absl::StrJoin(asked, " ",
                            [](std::string* out, const auto& entry) {
                              absl::StrAppend(out, entry.first);
                            }),
              test.asked);
    std::string got(answered->refusal);
    if (got.empty()) {
      got = answered->objects.has_value()
                ? absl::StrCat(answered->objects->size(), " objects")
                : "pending";
    }
    EXPECT_EQ(got, test.want);
  }
}

}  // namespace
}  // namespace loom
