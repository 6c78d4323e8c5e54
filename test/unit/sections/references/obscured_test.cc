// SPDX-License-Identifier: Apache-2.0
#include "sections/references/obscured.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

// An entry that puts a value into the Secret of the resource a.
std::string Obscured(absl::string_view key, absl::string_view source,
                     absl::string_view secret = "") {
  return absl::StrCat(R"({"obscured": {"secret": {"key": ")", key, "\"", secret,
                      R"(}, "target": {"resource": "a"},
                      "refFieldPath": "spec.ref"}, )",
                      source, "}");
}

constexpr char kText[] = R"("fromComposite": {"fieldPath": "spec.text"})";
constexpr char kMissingField[] =
    R"("fromComposite": {"fieldPath": "spec.nope"})";
constexpr char kSecret[] = "desired.resources[a-refs].resource";
constexpr char kRef[] = R"({"ref":{"key":"token","name":"x-a-refs"}})";
// The Secret as it was made before.
constexpr char kObservedSecret[] =
    R"({"a-refs": {"resource": {"apiVersion": "v1",
    "kind": "Secret", "data": {"token": "b2xk"}}}})";

TEST(ObscuredSecret, HoldsTheValueAndTheResourceSaysWhere) {
  ReferenceCall call({.entries = "[" + Obscured("token", kText) + "]"});
  EXPECT_EQ(call.At(kSecret),
            R"({"apiVersion":"v1","data":{"token":"dA=="},"kind":"Secret",)"
            R"("metadata":{"name":"x-a-refs","namespace":"team-a"},)"
            R"("type":"Opaque"})");
  EXPECT_EQ(call.At("desired.resources[a-refs].ready"), R"("READY_TRUE")");
  EXPECT_EQ(call.Spec(), kRef);
  EXPECT_EQ(call.Condition(), "TRUE Resolved");
}

TEST(ObscuredSecret, IsSharedByEntriesWithDifferentKeys) {
  ReferenceCall call(
      {.entries =
           absl::StrCat("[", Obscured("user", R"("fromComposite": {"fieldPath":
                         "spec.number"})"),
                        ",", Obscured("token", kText), "]")});
  EXPECT_EQ(call.At(absl::StrCat(kSecret, ".data")),
            R"({"token":"dA==","user":"NQ=="})");
}

TEST(ObscuredSecret, OfASecretIsDecodedOnce) {
  ReferenceCall call(
      {.entries = "[" + Obscured("token", R"("fromObject": {"version": "v1",
           "kind": "Secret", "name": "s", "fieldPath": "data.k"})") +
                  "]",
       .answers = R"({"obj:v1/Secret/team-a/s": {"items": [{"resource":
           {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s",
            "namespace": "team-a"}, "data": {"k": "YW5u"}}}]}})"});
  EXPECT_EQ(call.At(absl::StrCat(kSecret, ".data")), R"({"token":"YW5u"})");
}

TEST(ObscuredSecret, KeepsItsValueWhileTheSourceIsAway) {
  const std::string always = R"(, "policy": {"resolve": "Always"})";
  ReferenceCall call(
      {.entries = "[" + Obscured("token", kMissingField + always) + "]",
       .observed = kObservedSecret});
  EXPECT_EQ(call.At(absl::StrCat(kSecret, ".data")), R"({"token":"b2xk"})");
  EXPECT_EQ(call.Spec(), kRef);
  EXPECT_EQ(call.Condition(),
            "UNKNOWN FieldMissing a spec.ref: spec.nope: no such field, the "
            "last value is kept (composite spec.nope)");
}

TEST(ObscuredSecret, IsNotAskedForAgain) {
  ReferenceCall call({.entries = "[" + Obscured("token", kText) + "]",
                      .observed = kObservedSecret});
  EXPECT_EQ(call.At(absl::StrCat(kSecret, ".data")), R"({"token":"b2xk"})");
  EXPECT_EQ(call.Spec(), kRef);
}

TEST(ObscuredSecret, WithoutAValueIsNotThere) {
  ReferenceCall call({.entries = "[" + Obscured("token", kMissingField) + "]"});
  EXPECT_EQ(call.At(kSecret), "absent");
  EXPECT_EQ(call.At("desired.resources[a]"), "absent") << "it is withheld";
  EXPECT_EQ(call.Condition(),
            "UNKNOWN FieldMissing a spec.ref: spec.nope: no such field "
            "(composite spec.nope)");
}

TEST(ObscuredSecret, HoldsTexts) {
  ReferenceCall call(
      {.entries = "[" + Obscured("token", R"("fromComposite": {"fieldPath":
                                 "spec.list"})") +
                  "]"});
  EXPECT_EQ(call.Condition(),
            "FALSE InvalidReference a spec.ref: a list or an object cannot be "
            "the value of a key of a Secret");
}

// A desired resource of that name is not ours to change.
TEST(ObscuredSecret, TakesNoOthersPlace) {
  ReferenceCall call({.entries = "[" + Obscured("token", kText) + "]",
                      .desired = R"({"a": {"resource": {"kind": "A"}},
                          "a-refs": {"resource": {"kind": "B"}}})"});
  EXPECT_EQ(call.Condition(),
            "FALSE InvalidReference a spec.ref: resource a-refs is not a "
            "Secret");
  EXPECT_EQ(call.At(kSecret), R"({"kind":"B"})");
}

TEST(ObscuredSecret, OfAClusterScopedCompositeNeedsANamespace) {
  ReferenceRequest request{
      .entries = "[" + Obscured("token", kText) + "]",
      .composite = R"({"apiVersion": "example.org/v1", "kind": "X",
          "metadata": {"name": "x"}, "spec": {"text": "t"}})"};
  EXPECT_EQ(ReferenceCall(request).Result(),
            "invalid Function input: references[0].obscured.secret.namespace: "
            "required, because the composite is cluster-scoped");
  request.entries =
      "[" + Obscured("token", kText, R"(, "namespace": "b")") + "]";
  ReferenceCall call(request);
  EXPECT_EQ(call.Spec(),
            R"({"ref":{"key":"token","name":"x-a-refs","namespace":"b"}})");
  EXPECT_EQ(call.At(absl::StrCat(kSecret, ".metadata.namespace")), R"("b")");
}

// Kubernetes takes fewer characters than a logical name may have.
TEST(ObscuredSecret, HasAName) {
  ReferenceCall call({.entries = R"([{"obscured": {"secret": {"key": "k",
                          "nameSuffix": "_Login"}, "target": {"resource":
                          "My_db"}, "refFieldPath": "spec.ref"}, )" +
                                 std::string(kText) + "}]",
                      .desired = R"({"My_db": {"resource": {"kind": "A"}}})"});
  EXPECT_EQ(call.At("desired.resources[My_db_Login].resource.metadata.name"),
            R"("x-my-db-login")");
}

}  // namespace
}  // namespace loom
