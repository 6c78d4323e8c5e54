// SPDX-License-Identifier: Apache-2.0
#include "sections/references/from_composite.h"

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

constexpr char kAllowed[] = R"({"referencesFromComposite": {"fieldPath":
    "spec.refs", "allowKinds": ["/ConfigMap", "/Secret"]},
    "resources": [{"name": "a"}]})";
constexpr char kConfigMap[] = R"({"target": {"resource": "a"}, "fromObject":
    {"apiVersion": "v1", "kind": "ConfigMap", "name": "cm", "fieldPath":
    "data.k"}, "toFieldPath": "spec.x"})";

// A composite of namespace team-a with this value in spec.refs.
std::string Composite(absl::string_view refs,
                      absl::string_view ns = R"(, "namespace": "team-a")") {
  return absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x")",
                      ns, R"(}, "spec": {"refs": )", refs, "}}");
}

TEST(CompositeReferences, AreIgnoredUnlessTheInputSaysSo) {
  ReferenceCall call(
      {.composite = Composite(absl::StrCat("[", kConfigMap, "]"))});
  EXPECT_EQ(call.At("requirements"), "absent");
  EXPECT_EQ(call.Condition(), "absent");
}

TEST(CompositeReferences, AreResolved) {
  const std::string list = absl::StrCat("[", kConfigMap, "]");
  ReferenceCall asks({.composite = Composite(list), .more = kAllowed});
  EXPECT_NE(asks.At("requirements.resources[obj:v1/ConfigMap/team-a/cm]"),
            "absent");
  ReferenceCall call(
      {.composite = Composite(list),
       .answers = R"({"obj:v1/ConfigMap/team-a/cm": {"items": [{"resource":
           {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "cm",
            "namespace": "team-a"}, "data": {"k": "v"}}}]}})",
       .more = kAllowed});
  EXPECT_EQ(call.Spec(), R"({"x":"v"})");
  EXPECT_EQ(call.Condition(), "TRUE Resolved");
  ReferenceCall none({.composite = Composite("null"), .more = kAllowed});
  EXPECT_EQ(none.Condition(), "absent");
}

TEST(CompositeReferences, ReadOnlyWhatTheyMay) {
  const struct {
    const char* reason;
    const char* object;
    const char* ns;  // of the composite
    const char* want;
  } tests[] = {
      {"A Secret, even one of the composite's namespace and in the list.",
       R"("kind": "Secret", "name": "s")", R"(, "namespace": "team-a")",
       "not allowed by the secret policy (v1 Secret team-a/s data.k)"},
      {"A kind that is not in the list.", R"("kind": "Pod", "name": "p")",
       R"(, "namespace": "team-a")",
       "not allowed for this kind (v1 Pod team-a/p data.k)"},
      {"Another namespace.",
       R"("kind": "ConfigMap", "name": "cm", "namespace": "ops")",
       R"(, "namespace": "team-a")",
       "not allowed across namespaces (v1 ConfigMap ops/cm data.k)"},
      {"A Secret for a cluster-scoped composite.",
       R"("kind": "Secret", "name": "s", "namespace": "ops")", "",
       "not allowed by the secret policy (v1 Secret ops/s data.k)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.composite = Composite(
             absl::StrCat(R"([{"target": {"resource": "a"}, "toFieldPath":
                 "spec.x", "fromObject": {"apiVersion": "v1", "fieldPath":
                 "data.k", )",
                          test.object, "}}]"),
             test.ns),
         .more = kAllowed});
    EXPECT_EQ(call.At("requirements"), "absent");
    EXPECT_EQ(call.Condition(),
              absl::StrCat("FALSE ReferenceNotAllowed a spec.x: ", test.want));
  }
}

TEST(CompositeReferences, TellTheMistakesOfTheirAuthor) {
  const struct {
    const char* reason;
    const char* list;
    const char* want;
  } tests[] = {
      {"No list.", "5", ": Invalid value: expected a list, got a number"},
      {"No entry.", "[5]",
       "[0]: Invalid value: expected an object, got a number"},
      {"What only the author of the Composition may read.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "spec.x",
            "fromEnvironment": {"fieldPath": "a"}}])",
       "[0]: fromEnvironment is not allowed here"},
      {"Where only that author may write.",
       R"([{"target": {"environment": true}, "toFieldPath": "a",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].target: environment is not allowed here"},
      {"A name from elsewhere could be read in a message.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "a",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "nameFrom": {"environment": true, "fieldPath": "a"},
            "fieldPath": "data.k"}}])",
       "[0].fromObject: nameFrom is not allowed here"},
      {"So could an expression.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "a",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "${environment.a}", "namespace": "${context.b}",
            "fieldPath": "data.k"}}])",
       "[0].fromObject.name: Invalid value: an expression is not allowed here; "
       "composite spec.refs[0].fromObject.namespace: Invalid value: an "
       "expression is not allowed here"},
      {"And one in a label.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "a",
            "fromRef": {"apiVersion": "v1", "kind": "ConfigMap",
            "matchLabels": [{"key": "a", "value": "${environment.a}"}],
            "fieldPath": "data.k"}}])",
       "[0].fromRef.matchLabels[0].value: Invalid value: an expression is not "
       "allowed here"},
      {"And so could a label.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "a",
            "fromRef": {"apiVersion": "v1", "kind": "ConfigMap",
            "matchLabels": [{"key": "a", "valueFrom": {"environment": true,
            "fieldPath": "a"}}], "fieldPath": "data.k"}}])",
       "[0].fromRef: valueFrom is not allowed here"},
      {"The kind made a ClusterRoleBinding of a ConfigMap.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "kind",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].toFieldPath: Invalid value: \\\"kind\\\": a composite must not "
       "write "
       "this "
       "field"},
      {"What contains a protected field.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "metadata",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].toFieldPath: Invalid value: \\\"metadata\\\": a composite must not "
       "write "
       "this field"},
      {"What is inside of one.",
       R"([{"target": {"resource": "a"},
            "toFieldPath": "metadata.ownerReferences[0].uid",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].toFieldPath: Invalid value: "
       "\\\"metadata.ownerReferences[0].uid\\\": a "
       "composite must not write this field"},
      {"A wildcard stands for every key.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "metadata.labels[*]",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].toFieldPath: Invalid value: \\\"metadata.labels[*]\\\": a "
       "composite "
       "must "
       "not write this field"},
      {"A label of Crossplane, in other words.",
       R"([{"target": {"resource": "a"},
            "toFieldPath": "metadata.annotations['crossplane.io/external-name']",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].toFieldPath: Invalid value: "
       "\\\"metadata.annotations['crossplane.io/external-name']\\\": a "
       "composite "
       "must "
       "not write this field"},
      {"The account.",
       R"([{"target": {"resource": "a"},
            "toFieldPath": "spec.providerConfigRef.name",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].toFieldPath: Invalid value: \\\"spec.providerConfigRef.name\\\": a "
       "composite must not write this field"},
      {"A resource of an earlier step.",
       R"([{"target": {"resource": "other"}, "toFieldPath": "spec.x",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "name": "cm", "fieldPath": "data.k"}}])",
       "[0].target.resource: Invalid value: \\\"other\\\": not a resource of "
       "this "
       "step"},
      {"A mistake of any reference.",
       R"([{"target": {"resource": "a"}, "toFieldPath": "a",
            "fromObject": {"apiVersion": "v1", "kind": "ConfigMap",
            "fieldPath": "data.k"}}])",
       "[0].fromObject: one of name, nameFrom, matchLabels and all is "
       "required"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call({.composite = Composite(test.list), .more = kAllowed});
    EXPECT_EQ(
        call.Condition(),
        absl::StrCat("FALSE InvalidReference composite spec.refs", test.want));
    EXPECT_EQ(call.Spec(), "{}") << "what is there stays";
  }
}

TEST(CompositeReferences, LeaveTheOthersAlone) {
  ReferenceCall call(
      {.entries = EntryTo(R"("fromComposite": {"fieldPath": "kind"})"),
       .composite = Composite(absl::StrCat("[5,", kConfigMap, "]")),
       .answers = R"({"obj:v1/ConfigMap/team-a/cm": {"items": [{"resource":
           {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "cm",
            "namespace": "team-a"}, "data": {"k": "v"}}}]}})",
       .more = kAllowed});
  EXPECT_EQ(call.Spec(), R"({"x":"X"})") << "what is desired stays";
  EXPECT_EQ(call.Condition(),
            "FALSE InvalidReference composite spec.refs[0]: Invalid value: "
            "expected an object, got a number");
}

TEST(CompositeReferences, AreNotReadWithoutEnd) {
  std::string list = "[5";
  for (int i = 0; i < 100; ++i) list += ",5";
  ReferenceCall call({.composite = Composite(list + "]"), .more = kAllowed});
  EXPECT_EQ(call.Condition(),
            "FALSE InvalidReference composite spec.refs: more than 100 "
            "entries");
}

TEST(CompositeReferences, WriteOnlyThePathsThatTheInputAllows) {
  constexpr const char* kNarrow = R"({"referencesFromComposite": {"fieldPath":
      "spec.refs", "allowKinds": ["/ConfigMap"],
      "allowPaths": ["spec.forProvider.*", "metadata.labels*"]},
      "resources": [{"name": "a"}]})";
  const struct {
    const char* reason;
    const char* path;
    const char* want;
  } tests[] = {
      {"A path that matches.", "spec.forProvider.x", "asks"},
      {"However it is written.", "spec['forProvider'].x", "asks"},
      {"A label of the author's own domain.",
       "metadata.labels['example.org/team']", "asks"},
      {"What contains it does not match.", "spec", "refused"},
      {"Nor does another one.", "spec.x", "refused"},
      {"A protected one is refused although it matches.", "metadata.labels",
       "refused"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.composite = Composite(absl::StrCat(
             R"([{"target": {"resource": "a"}, "fromObject": {"apiVersion": "v1",
                 "kind": "ConfigMap", "name": "cm", "fieldPath": "data.k"},
                 "toFieldPath": ")",
             test.path, "\"}]")),
         .more = kNarrow});
    EXPECT_EQ(call.At("requirements") == "absent" ? "refused" : "asks",
              std::string(test.want));
  }
}

}  // namespace
}  // namespace loom
