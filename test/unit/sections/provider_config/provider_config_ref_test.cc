// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/provider_config_ref.h"

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr char kCluster[] = R"({"metadata": {"labels": {}}})";
constexpr char kNamespaced[] = R"({"metadata": {"namespace": "a"}})";
constexpr char kEmpty[] = R"({"spec": {}})";

TEST(Reference, HasAKindWhereItsShapeHasOne) {
  struct {
    const char* reason;
    RefKind kind;
    const char* composite;
    const char* group;
    const char* desired;
    const char* observed;  // nullptr: not observed yet
    const char* want;
  } tests[] = {
      {"The older shape has none.", RefKind::kAuto, kCluster, "s3.example.org",
       kEmpty, nullptr, ""},
      {"A group with the label m has one.", RefKind::kAuto, kCluster,
       "s3.m.example.org", kEmpty, nullptr, "ClusterProviderConfig"},
      {"The label may come first.", RefKind::kAuto, kCluster, "m.example.org",
       kEmpty, nullptr, "ClusterProviderConfig"},
      {"A label that only contains an m is another.", RefKind::kAuto, kCluster,
       "s3m.example.org", kEmpty, nullptr, ""},
      {"What a namespaced composite is composed of has one.", RefKind::kAuto,
       kNamespaced, "s3.example.org", kEmpty, nullptr, "ClusterProviderConfig"},
      {"An observed reference without one shows the older shape.",
       RefKind::kAuto, kNamespaced, "s3.m.example.org", kEmpty,
       R"({"spec": {"providerConfigRef": {"name": "a"}}})", ""},
      {"An observed kind shows the newer shape, and stays.", RefKind::kAuto,
       kCluster, "s3.example.org", kEmpty,
       R"({"spec": {"providerConfigRef": {"kind": "ProviderConfig"}}})",
       "ProviderConfig"},
      {"An observed resource without a reference shows nothing.",
       RefKind::kAuto, kNamespaced, "s3.example.org", kEmpty, kEmpty,
       "ClusterProviderConfig"},
      {"A desired kind goes before the observed one.", RefKind::kAuto, kCluster,
       "s3.example.org",
       R"({"spec": {"providerConfigRef": {"kind": "ProviderConfig"}}})",
       R"({"spec": {"providerConfigRef": {"kind": "ClusterProviderConfig"}}})",
       "ProviderConfig"},
      {"The composite's label goes before the desired one.", RefKind::kAuto,
       R"({"metadata": {"labels": {"cfg-kind": "ClusterProviderConfig"}}})",
       "s3.example.org",
       R"({"spec": {"providerConfigRef": {"kind": "ProviderConfig"}}})",
       nullptr, "ClusterProviderConfig"},
      {"A label that names no such kind counts as absent.", RefKind::kAuto,
       R"({"metadata": {"labels": {"cfg-kind": "Provider"}}})",
       "s3.m.example.org", kEmpty, nullptr, "ClusterProviderConfig"},
      {"The label alone does not make the older shape newer.", RefKind::kAuto,
       R"({"metadata": {"labels": {"cfg-kind": "ProviderConfig"}}})",
       "s3.example.org", kEmpty, nullptr, ""},
      {"The setting goes before the label.", RefKind::kProviderConfig,
       R"({"metadata": {"labels": {"cfg-kind": "ClusterProviderConfig"}}})",
       "s3.m.example.org", kEmpty, nullptr, "ProviderConfig"},
      {"The setting does not make the older shape newer.",
       RefKind::kClusterProviderConfig, kCluster, "s3.example.org", kEmpty,
       nullptr, ""},
      {"The setting None writes none.", RefKind::kNone, kNamespaced,
       "s3.m.example.org", kEmpty, nullptr, ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto composite = ParseJson(test.composite, &pool);
    auto desired = ParseJson(test.desired, &pool);
    auto observed = ParseJson(test.observed ? test.observed : "{}", &pool);
    ASSERT_TRUE(composite.ok() && desired.ok() && observed.ok());
    ProviderConfig config;
    config.kind_label_key = "cfg-kind";
    config.kind = test.kind;
    Candidate candidate{{"a", test.group, "Bucket"},
                        &*desired,
                        test.observed ? &*observed : nullptr};
    EXPECT_EQ(RefKindOf(config, *composite, candidate), test.want);
  }
}

TEST(Reference, IsWrittenBesideWhatIsThere) {
  struct {
    const char* reason;
    const char* desired;
    const char* kind;
    const char* want;
  } tests[] = {
      {"Nothing is there.", "{}", "",
       R"({"spec":{"providerConfigRef":{"name":"edge"}}})"},
      {"Name and kind are replaced, others stay.",
       R"({"spec": {"a": 1, "providerConfigRef": {"name": "x", "kind": "y",
           "policy": {}}}})",
       "ProviderConfig",
       R"({"spec":{"a":1,"providerConfigRef":{"kind":"ProviderConfig",)"
       R"("name":"edge","policy":{}}}})"},
      {"Without a kind to write, the one that is there stays.",
       R"({"spec": {"providerConfigRef": {"kind": "y"}}})", "",
       R"({"spec":{"providerConfigRef":{"kind":"y","name":"edge"}}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto desired = ParseJson(test.desired, &pool);
    ASSERT_TRUE(desired.ok());
    EXPECT_TRUE(CheckProviderConfigRef(*desired).ok());
    WriteProviderConfigRef(*desired, "edge", test.kind, &pool);
    EXPECT_EQ(CompactJson(*desired).value(), test.want);
  }
}

TEST(Reference, NeedsObjects) {
  constexpr char kSpec[] = "spec is not an object";
  constexpr char kReference[] = "spec.providerConfigRef is not an object";
  struct {
    const char* reason;
    const char* desired;
    const char* want;
  } tests[] = {
      {"A text as spec.", R"({"spec": "x"})", kSpec},
      {"A null as spec.", R"({"spec": null})", kSpec},
      {"A list as reference.", R"({"spec": {"providerConfigRef": []}})",
       kReference},
      {"A null as reference.", R"({"spec": {"providerConfigRef": null}})",
       kReference},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto desired = ParseJson(test.desired, &pool);
    ASSERT_TRUE(desired.ok());
    absl::Status status = CheckProviderConfigRef(*desired);
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(status.message(), test.want);
  }
}

TEST(Reference, TellsWhetherAProviderConfigIsNamed) {
  struct {
    const char* reason;
    const char* desired;
    bool want;
  } tests[] = {
      {"A name.", R"({"spec": {"providerConfigRef": {"name": "a"}}})", true},
      {"An empty name.", R"({"spec": {"providerConfigRef": {"name": ""}}})",
       false},
      {"A name that is no text.",
       R"({"spec": {"providerConfigRef": {"name": 1}}})", false},
      {"No name.", R"({"spec": {"providerConfigRef": {}}})", false},
      {"No object.", R"({"spec": {"providerConfigRef": "a"}})", false},
      {"No spec.", "{}", false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    auto desired = ParseJson(test.desired, &pool);
    ASSERT_TRUE(desired.ok());
    EXPECT_EQ(NamesProviderConfig(*desired), test.want);
  }
}

}  // namespace
}  // namespace loom
