// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/identities/identities.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// A pool in a project or in a folder.
struct Known {
  Known(absl::string_view desired, absl::string_view observed,
        absl::string_view status, bool generated)
      : call(RequestBytes(absl::StrCat(
            R"({"observed": {"composite": {"resource": {"status": )", status,
            R"(}}, "resources": {)", Resource(observed),
            R"(}}, "desired": {"resources": {)", Resource(desired),
            R"(}}, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})"))) {
    Problems problems;
    Value value = ParseJson(R"({"identities": [{"resource": "pool", "formats": [
            {"template": "folders/{folder}/pools/{pool}"},
            {"template": "projects/{project}/pools/{pool}"}],
            "from": {"folder": {"fieldPath": "spec.folder"},
              "project": {"fieldPath": "spec.project",
                          "trimPrefix": "projects/"},
              "pool": {"fieldPath": "spec.resourceID",
                       "default": {"fieldPath": "metadata.name"}}},
            "externalRefPaths": ["status.externalRef", "status.id"],
            "publishTo": "status.pool"}]})",
                            &pool)
                      .value();
    Fields root(Input(value, Dialect::kNative, &problems));
    identity = ParseIdentities(root).front();
    identity.server_generated = generated;
    EXPECT_EQ(problems.Joined(), "");
  }
  static std::string Resource(absl::string_view object) {
    if (object.empty()) return "";
    return absl::StrCat(R"("pool": {"resource": )", object, "}");
  }
  Pool pool;
  Identity identity;
  TestCall call;
};

TEST(FindEstablished, TakesTheFirstThatIsThere) {
  const struct {
    const char* reason;
    const char* status;
    const char* observed;
    const char* want;  // `*`: it is published already
  } tests[] = {
      {"That of the composite.", R"({"pool": "a"})",
       R"({"status": {"externalRef": "b"}})", "a*"},
      {"That of the resource.", "{}", R"({"status": {"externalRef": "b"}})",
       "b"},
      {"At the second path.", "{}",
       R"({"status": {"externalRef": "", "id": "c"}})", "c"},
      {"What is no text does not count.", R"({"pool": 5})",
       R"({"status": {"externalRef": {"a": "b"}}})", ""},
      {"None.", "{}", "", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Known known("", test.observed, test.status, false);
    auto found = FindEstablished(known.identity, known.call.state);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->text + (found->is_published ? "*" : ""), test.want);
  }
}

TEST(FindCandidate, FillsTheLastFormatThatItCan) {
  const struct {
    const char* reason;
    const char* desired;
    const char* observed;
    bool generated;
    const char* want;
  } tests[] = {
      {"All is there.",
       R"({"metadata": {"name": "w"}, "spec": {"project": "projects/p"}})", "",
       false, "projects/p/pools/w"},
      {"The user's id wins over the name.",
       R"({"metadata": {"name": "w"},
           "spec": {"project": "p", "resourceID": "9"}})",
       "", false, "projects/p/pools/9"},
      {"An earlier format, if the last one lacks a part.",
       R"({"metadata": {"name": "w"}, "spec": {"folder": "7"}})", "", false,
       "folders/7/pools/w"},
      {"Both could be filled: the last.",
       R"({"metadata": {"name": "w"}, "spec": {"folder": "7", "project": "p"}})",
       "", false, "projects/p/pools/w"},
      {"The name that Crossplane made up.", R"({"spec": {"project": "p"}})",
       R"({"metadata": {"name": "w-1"}})", false, "projects/p/pools/w-1"},
      {"What is not known stays open.", R"({"spec": {}})", "", false,
       "projects/{project}/pools/{pool}"},
      {"The cloud makes up the id, so the name does not count.",
       R"({"metadata": {"name": "w"}, "spec": {"project": "p"}})", "", true,
       "projects/p/pools/{pool}"},
      {"But the id of the user does.",
       R"({"spec": {"project": "p", "resourceID": "9"}})", "", true,
       "projects/p/pools/9"},
      {"Not desired.", "", R"({"metadata": {"name": "w-1"}})", false, "none"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Known known(test.desired, test.observed, "{}", test.generated);
    auto candidate = FindCandidate(known.identity, known.call.state);
    ASSERT_TRUE(candidate.ok());
    EXPECT_EQ(candidate->has_value() ? (*candidate)->Text() : "none",
              test.want);
  }
}

TEST(Differing, ComparesWhatIsKnown) {
  const struct {
    const char* reason;
    const char* desired;
    const char* established;
    const char* want;
  } tests[] = {
      {"The same.", R"({"spec": {"project": "p", "resourceID": "9"}})",
       "projects/p/pools/9", ""},
      {"One part.", R"({"spec": {"project": "q", "resourceID": "9"}})",
       "projects/p/pools/9", "project"},
      {"All parts.", R"({"spec": {"project": "q", "resourceID": "8"}})",
       "projects/p/pools/9", "project pool"},
      {"A part that is not known is not compared.",
       R"({"spec": {"resourceID": "9"}})", "projects/p/pools/9", ""},
      {"Another parent.", R"({"spec": {"project": "p", "resourceID": "9"}})",
       "folders/7/pools/9", "project"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Known known(test.desired, "", "{}", false);
    auto candidate = FindCandidate(known.identity, known.call.state);
    auto established =
        ReadIdentity(known.identity, test.established, known.call.state);
    ASSERT_TRUE(candidate.ok() && established.has_value());
    EXPECT_EQ(absl::StrJoin(Differing(**candidate, *established), " "),
              test.want);
  }
  Known known("", "", "{}", false);
  EXPECT_FALSE(
      ReadIdentity(known.identity, "odd/one", known.call.state).has_value());
}

}  // namespace
}  // namespace loom
