// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/kinds.h"

#include "data/value/json.h"
#include "gtest/gtest.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

struct Parsed {
  explicit Parsed(absl::string_view json)
      : value(ParseJson(json, &pool).value()) {
    Fields root(Input(value, Dialect::kNative, &problems));
    kinds = Kinds::Of(root);
    EXPECT_EQ(Kinds::Of(root), kinds) << "it is read once";
    root.Done();
  }
  Pool pool;
  Problems problems;
  Value value;
  std::shared_ptr<const Kinds> kinds;
};

std::string Text(const std::optional<KnownKind>& kind) {
  if (!kind.has_value()) return "unknown";
  return kind->kind + " " + kind->resource +
         (kind->scope == Scope::kCluster ? " C" : " N");
}

TEST(Kinds, GoBeforeTheTable) {
  const Parsed parsed(R"({"kinds": [
      {"group": "ec2.example.org", "resource": "vpcs", "kind": "VPC",
       "scope": "Cluster"},
      {"resource": "configmaps", "kind": "ConfigMap", "scope": "Cluster"},
      {"group": "old.example.org", "resource": "shops", "kind": "Shop",
       "scope": "Namespaced", "versions": ["v1"]}]})");
  EXPECT_EQ(parsed.problems.Joined(), "");
  const struct {
    const char* reason;
    NamedKind name;
    const char* want;
  } tests[] = {
      {"An entry, by resource.",
       {.group = "ec2.example.org", .version = "v1", .resource = "vpcs"},
       "VPC vpcs C"},
      {"By kind.",
       {.group = "ec2.example.org", .version = "v1", .kind = "VPC"},
       "VPC vpcs C"},
      {"Another group.",
       {.group = "s3.example.org", .version = "v1", .resource = "vpcs"},
       "unknown"},
      {"An entry wins over the table.",
       {.version = "v1", .kind = "ConfigMap"},
       "ConfigMap configmaps C"},
      {"The table.", {.version = "v1", .kind = "Secret"}, "Secret secrets N"},
      {"A version that an entry lists.",
       {.group = "old.example.org", .version = "v1", .kind = "Shop"},
       "Shop shops N"},
      {"One that it does not.",
       {.group = "old.example.org", .version = "v2", .kind = "Shop"},
       "unknown"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Text(parsed.kinds->Find(test.name)), test.want);
  }
}

TEST(Kinds, TellEveryMistake) {
  const struct {
    const char* reason;
    const char* json;
    const char* want;
  } tests[] = {
      {"Nothing is there.", R"({"kinds": [{}]})",
       "kinds[0].resource: Required value: resource is required; "
       "kinds[0].kind: Required value: kind is required; "
       "kinds[0].scope: Required value: scope is required"},
      {"A scope that does not exist.",
       R"({"kinds": [{"resource": "a", "kind": "A", "scope": "Namespace"}]})",
       "kinds[0].scope: Invalid value: \"Namespace\": expected one of Cluster, "
       "Namespaced (Namespaced?)"},
      {"A kind that is given twice.",
       R"({"kinds": [
           {"resource": "as", "kind": "A", "scope": "Cluster"},
           {"resource": "ases", "kind": "A", "scope": "Cluster"}]})",
       "kinds[1].kind: Invalid value: duplicate name \"A\""},
      {"A version that is no text.",
       R"({"kinds": [{"resource": "as", "kind": "A", "scope": "Cluster",
                      "versions": [1]}]})",
       "kinds[0].versions[0]: Invalid value: expected a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Parsed(test.json).problems.Joined()), test.want);
  }
}

}  // namespace
}  // namespace loom
