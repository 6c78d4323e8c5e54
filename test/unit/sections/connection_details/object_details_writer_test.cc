// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sections/connection_details/object_details.h"
#include "test/testing/json.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

std::string Object(absl::string_view spec, bool namespaced = false) {
  return absl::StrCat(R"({"resource": {"apiVersion": "kubernetes.)",
                      namespaced ? "m." : "", "crossplane.io/",
                      namespaced ? "v1alpha1" : "v1alpha2",
                      R"(", "kind": "Object", "spec": )", spec, "}}");
}

std::string InputObjectDetailsWriter(absl::string_view object,
                                     absl::string_view secret = R"({"name": "s",
                      "namespace": "n"})") {
  return absl::StrCat(
      R"("objectConnectionDetails": [{"resource": "o",
          "writeConnectionSecretToRef": )",
      secret, R"(, "details": [{"apiVersion": "v1", "kind": "Secret", )",
      object, R"(, "fieldPath": "data.a", "toConnectionSecretKey": "k"}]}])");
}

constexpr char kNamed[] = R"("name": "a", "namespace": "b")";
constexpr char kNameless[] = R"("name": "a", "namespaceFrom":
    {"composite": true, "fieldPath": "status.none"})";
constexpr char kWritten[] =
    R"({"connectionDetails":[{"apiVersion":"v1","kind":"Secret",)"
    R"("namespace":"b","name":"a","fieldPath":"data.a",)"
    R"("toConnectionSecretKey":"k"}],"writeConnectionSecretToRef":)"
    R"({"name":"s","namespace":"n"}})";

// With members in the order in which At gives them.
std::string Compacted(const std::string& json) {
  return json == "absent" ? json : ToJson(Json(json));
}

TEST(ObjectDetailsWriter, WritesWhatTheProviderReads) {
  const struct {
    const char* reason;
    SectionRequest request;
    const char* spec;
    const char* condition;
  } tests[] = {
      {"As it was written.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Object("{}")}}},
       kWritten,
       "absent"},
      {"Where there was no spec.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Object("null")}}},
       kWritten,
       "absent"},
      {"A namespaced Object writes into its own namespace.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Object("{}", true)}}},
       R"({"connectionDetails":[{"apiVersion":"v1","kind":"Secret",)"
       R"("namespace":"b","name":"a","fieldPath":"data.a",)"
       R"("toConnectionSecretKey":"k"}],"writeConnectionSecretToRef":)"
       R"({"name":"s"}})",
       "absent"},
      {"Names come from the composite, too.",
       {.input = InputObjectDetailsWriter(
            R"("nameFrom": {"composite": true, "fieldPath":
            "metadata.name"}, "namespaceFrom": {"composite": true,
            "fieldPath": "spec.ns"})",
            R"({"nameFrom": {"composite": true, "fieldPath":
            "metadata.name"}, "namespace": "n"})"),
        .desired = {{"o", Object("{}")}}},
       R"({"connectionDetails":[{"apiVersion":"v1","kind":"Secret",)"
       R"("namespace":"team-b","name":"x","fieldPath":"data.a",)"
       R"("toConnectionSecretKey":"k"}],"writeConnectionSecretToRef":)"
       R"({"name":"x","namespace":"n"}})",
       "absent"},
      {"What is there stays; the same key is replaced.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Object(R"({"connectionDetails": [
            {"toConnectionSecretKey": "k"}, {"toConnectionSecretKey": "m"}]})")}}},
       R"({"connectionDetails":[{"apiVersion":"v1","kind":"Secret",)"
       R"("namespace":"b","name":"a","fieldPath":"data.a",)"
       R"("toConnectionSecretKey":"k"},{"toConnectionSecretKey":"m"}],)"
       R"("writeConnectionSecretToRef":{"name":"s","namespace":"n"}})",
       "absent"},
      {"A name that is not there yet is left out.",
       {.input = InputObjectDetailsWriter(kNameless),
        .desired = {{"o", Object("{}")}}},
       R"({"connectionDetails":[],"writeConnectionSecretToRef":)"
       R"({"name":"s","namespace":"n"}})",
       "FALSE KeysMissing o: k: composite status: no such field"},
      {"A name that is not there any more keeps what is observed.",
       {.input = InputObjectDetailsWriter(kNameless,
                                          R"({"nameFrom": {"composite": true,
            "fieldPath": "status.none"}})"),
        .desired = {{"o", Object("{}")}},
        .observed = {{"o", Object(R"({"connectionDetails": [{"name": "old",
            "toConnectionSecretKey": "k"}, {"toConnectionSecretKey": "m"}],
            "writeConnectionSecretToRef": {"name": "t"}})")}}},
       R"({"connectionDetails":[{"name":"old","toConnectionSecretKey":"k"}],)"
       R"("writeConnectionSecretToRef":{"name":"t"}})",
       "FALSE KeysMissing o: k: composite status: no such field; o: "
       "writeConnectionSecretToRef: composite status: no such field"},
      {"It is no Object.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Managed()}}},
       "{}",
       "FALSE KeysMissing o: it is not an Object of provider-kubernetes"},
      {"Its spec is no object.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Object("5")}}},
       "5",
       "FALSE KeysMissing o: spec is not an object"},
      {"Its details are no list.",
       {.input = InputObjectDetailsWriter(kNamed),
        .desired = {{"o", Object(R"({"connectionDetails": 5})")}}},
       R"({"connectionDetails":5})",
       "FALSE KeysMissing o: spec.connectionDetails is not a list"},
      {"It is not desired.",
       {.input = InputObjectDetailsWriter(kNamed)},
       "absent",
       "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.At("desired.resources[o].resource.spec"),
              Compacted(test.spec));
    EXPECT_EQ(call.Condition("ConnectionDetailsReady"), test.condition);
  }
}

}  // namespace
}  // namespace loom
