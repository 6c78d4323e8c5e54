// SPDX-License-Identifier: Apache-2.0
// What an author may write, and what each mistake is reported as.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/sources/external.h"

namespace loom {
namespace {

struct ParsedExternal {
  explicit ParsedExternal(absl::string_view members,
                          absl::string_view root_json = "{}")
      : value(ParseJson(absl::StrCat("{", members, "}"), &pool).value()),
        root_value(ParseJson(root_json, &pool).value()) {
    Fields root(Input(root_value, Dialect::kNative, &problems));
    entry = ExternalReference::Parse(
        Input(value, Dialect::kNative, &problems).At("externalReferences[0]"),
        root);
  }
  std::string Paths() const {
    return absl::StrJoin(external().paths, " ",
                         [](std::string* out, const Path& path) {
                           absl::StrAppend(out, path.text());
                         });
  }
  const ExternalReference& external() const {
    return static_cast<const ExternalReference&>(*entry.recipe);
  }
  Pool pool;
  Problems problems;
  Value value, root_value;
  Entry entry;
};

constexpr char kTarget[] =
    R"("target": {"resource": "a", "field": "spec.networkRef"}, )";
constexpr char kNetwork[] = R"("kind": {"apiVersion":
    "compute.cnrm.cloud.google.com/v1beta1", "kind": "ComputeNetwork"})";
constexpr char kShop[] =
    R"("kind": {"apiVersion": "example.org/v1", "kind": "Shop"})";

TEST(ExternalReference, KnowsTheFormatsOfItsKind) {
  const std::string target(kTarget);
  const struct {
    const char* reason;
    std::string members;
    const char* root;
    const char* templates;
    const char* paths;
  } tests[] = {
      {"From the table.", target + kNetwork, "{}",
       "projects/{project}/global/networks/{network}", "status.externalRef"},
      {"AWS has another place for it.",
       target + R"("kind": {"apiVersion": "iam.services.k8s.aws/v1alpha1",
                   "kind": "Role"})",
       "{}", "arn:{partition}:iam::{account}:role/{role}",
       "status.ackResourceMetadata.arn"},
      {"From the kinds of the input.", target + kShop,
       R"({"kinds": [{"group": "example.org", "resource": "shops",
           "kind": "Shop", "scope": "Cluster",
           "formats": [{"template": "shops/{shop}"}],
           "externalRefPaths": ["status.id", "status.url"]}]})",
       "shops/{shop}", "status.id status.url"},
      {"From the entry, which wins.",
       target + kNetwork +
           R"(, "formats": [{"template": "n/{n}"}, {"template": "m/{m}"}],
              "externalRefPath": "status.a", "fallbackPaths": ["status.b"])",
       "{}", "n/{n} or m/{m}", "status.a status.b"},
      {"The default place.",
       target + kShop + R"(, "formats": [{"template": "shops/{shop}"}])", "{}",
       "shops/{shop}", "status.externalRef"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const ParsedExternal parsed(test.members, test.root);
    EXPECT_EQ(parsed.problems.Joined(), "");
    EXPECT_EQ(parsed.external().name.Templates(), test.templates);
    EXPECT_EQ(parsed.Paths(), test.paths);
  }
}

TEST(ExternalReference, TellsEveryMistake) {
  const std::string target(kTarget);
  const struct {
    const char* reason;
    std::string members;
    const char* want;
  } tests[] = {
      {"No field.", absl::StrCat(R"("target": {"resource": "a"}, )", kNetwork),
       "target.field: Required value: field is required"},
      {"No kind.", target + R"("uniqueItems": true)",
       "kind: Required value: kind is required"},
      {"A kind without a group.",
       target + R"("kind": {"apiVersion": "v1", "kind": "Secret"},
                   "formats": [{"template": "a/{b}"}])",
       "kind.apiVersion: Invalid value: \"v1\": the core group has no external "
       "names"},
      {"A kind of which nothing is known.", target + kShop,
       "formats: Required value: no format of Shop is known"},
      {"A name that proves nothing.",
       target + kNetwork + R"(, "fallbackPaths": ["spec.resourceID"])",
       "fallbackPaths[0]: Invalid value: \"spec.resourceID\": must be below "
       "status"},
      {"Nor does this one.",
       target + kNetwork + R"(, "externalRefPath": "spec.id")",
       "externalRefPath: Invalid value: \"spec.id\": must be below status"},
      {"Several fields.", target + kNetwork + R"(, "writeTo": "spec.a[*].b")",
       "writeTo: Invalid value: \"spec.a[*].b\": an external reference fills "
       "one field, so [*] is not allowed"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ParsedExternal(test.members).problems.Joined(),
              absl::StrCat("externalReferences[0].", test.want));
  }
}

}  // namespace
}  // namespace loom
