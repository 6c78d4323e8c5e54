// SPDX-License-Identifier: Apache-2.0
// What an author may write, and what each mistake is reported as.
#include "sections/identities/identity.h"

#include "absl/strings/str_cat.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/entry.h"
#include "test/testing/brief.h"

namespace loom {
namespace {

struct Parsed {
  explicit Parsed(absl::string_view json)
      : value(ParseJson(json, &pool).value()) {
    Fields root(Input(value, Dialect::kNative, &problems));
    ReferencesOf(root);  // the section comes first
    identities = ParseIdentities(root);
  }
  Pool pool;
  Problems problems;
  Value value;
  std::vector<Identity> identities;
};

// One entry of a pool whose name has two parts.
std::string Entry(absl::string_view from, absl::string_view more = "") {
  return absl::StrCat(
      R"({"resource": "pool", "formats": [{"template": "p/{project}/{pool}"}],
          "publishTo": "status.pool", "from": {)",
      from, "}", more, "}");
}

std::string InputIdentity(absl::string_view entries,
                          absl::string_view more = "") {
  return absl::StrCat(R"({"identities": [)", entries, "]", more, "}");
}

constexpr char kBoth[] = R"("project": {"fieldPath": "spec.project"},
    "pool": {"fieldPath": "spec.resourceID",
             "default": {"fieldPath": "metadata.name"}})";
constexpr char kProject[] = R"("project": {"fieldPath": "spec.project"})";

TEST(Identity, HasItsDefaults) {
  const Parsed parsed(InputIdentity(Entry(kBoth)));
  EXPECT_EQ(parsed.problems.Joined(), "");
  const Identity& identity = parsed.identities.front();
  EXPECT_EQ(identity.paths.front().text(), "status.externalRef");
  EXPECT_TRUE(identity.fatal);
  EXPECT_EQ(identity.Generated(identity.formats.front()), "");
}

TEST(Identity, MayHaveAKindWhoseFormatsAreKnown) {
  const Parsed parsed(
      InputIdentity(R"({"resource": "net", "kind": {"apiVersion":
      "compute.cnrm.cloud.google.com/v1beta1", "kind": "ComputeNetwork"},
      "publishTo": "status.net", "from": {"project": {"fieldPath": "spec.p"},
      "network": {"fieldPath": "spec.n"}}})"));
  EXPECT_EQ(parsed.problems.Joined(), "");
  EXPECT_EQ(parsed.identities.front().formats.front().text(),
            "projects/{project}/global/networks/{network}");
}

TEST(Identity, NeedsNoFieldForWhatTheCloudMakesUp) {
  const Parsed parsed(
      InputIdentity(Entry(kProject, R"(, "serverGenerated": true)")));
  EXPECT_EQ(parsed.problems.Joined(), "");
  const Identity& identity = parsed.identities.front();
  EXPECT_EQ(identity.Generated(identity.formats.front()), "pool");
}

TEST(Identity, TellsEveryMistake) {
  const struct {
    const char* reason;
    std::string json;
    const char* want;
  } tests[] = {
      {"A variable without a field.", InputIdentity(Entry(kProject)),
       "identities[0].from.pool: Required value: the template has the variable "
       "pool"},
      {"A variable that is mistyped, and so missing.",
       InputIdentity(Entry(R"("project": {"fieldPath": "spec.p"},
                      "pol": {"fieldPath": "spec.x"})")),
       "identities[0].from.pol: Invalid value: no template has this variable "
       "(pool?); identities[0].from.pool: Required value: the template has the "
       "variable pool"},
      {"No format.",
       InputIdentity(R"({"resource": "pool", "publishTo": "status.pool"})"),
       "identities[0].formats: Required value: formats is required"},
      {"No resource and no place.",
       InputIdentity(R"({"formats": [{"template": "{a}"}],
                 "from": {"a": {"fieldPath": "spec.a"}}})"),
       "identities[0].resource: Required value: resource is required; "
       "identities[0].publishTo: Required value: publishTo is required"},
      {"A function writes only the status.",
       InputIdentity(R"({"resource": "pool", "formats": [{"template": "{a}"}],
                 "from": {"a": {"fieldPath": "spec.a"}},
                 "publishTo": "spec.pool"})"),
       "identities[0].publishTo: Invalid value: \"spec.pool\": must be below "
       "status"},
      {"Two at one place.",
       InputIdentity(absl::StrCat(Entry(kBoth), ",", Entry(kBoth))),
       "identities[1].publishTo: Invalid value: duplicate path "
       "\"status.pool\""},
      {"Several fields.",
       InputIdentity(Entry(R"("project": {"fieldPath": "spec.p[*].x"},
                      "pool": {"fieldPath": "spec.x"})")),
       "identities[0].from.project.fieldPath: Invalid value: \"spec.p[*].x\": "
       "expected one field, not a wildcard"},
      {"A field without a path.",
       InputIdentity(
           Entry(R"("project": {}, "pool": {"fieldPath": "spec.x"})")),
       "identities[0].from.project.fieldPath: Required value: fieldPath is "
       "required"},
      {"What the user may give, from what the cloud says.",
       InputIdentity(Entry(kBoth),
                     R"(, "references": [{"target": {"resource": "pool"},
           "fromResource": {"name": "pool", "fieldPath": "status.id"},
           "toFieldPath": "spec.resourceID"}])"),
       "references[0].toFieldPath: spec.resourceID of \"pool\" belongs to the "
       "user and cannot be written from its own status"},
      {"From the status of another resource is all right.",
       InputIdentity(Entry(kBoth),
                     R"(, "references": [{"target": {"resource": "pool"},
           "fromResource": {"name": "other", "fieldPath": "status.id"},
           "toFieldPath": "spec.resourceID"}])"),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Parsed(test.json).problems.Joined()), test.want);
  }
}

}  // namespace
}  // namespace loom
