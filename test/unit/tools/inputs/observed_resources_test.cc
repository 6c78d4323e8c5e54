// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/inputs/render_inputs.h"

namespace loom {
namespace {

constexpr char kSecret[] =
    "---\n"
    "{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: ns},\n"
    " data: {password: aGVsbG8=}}\n";

// `name: key=value, …` for each resource, then the composite's, then the notes.
std::string Reported(const char* composite, const std::string& observed,
                     bool is_modern = false) {
  Pool pool;
  auto taken = TakeObserved((*ReadYaml("xr", composite, &pool))[0], is_modern,
                            *ReadYaml("o", observed, &pool));
  if (!taken.ok()) return std::string(taken.status().message());
  std::vector<std::string> lines;
  auto details = [](const DetailValues& all) {
    return absl::StrJoin(all, ", ", absl::PairFormatter("="));
  };
  for (const auto& [name, document] : taken->resources) {
    lines.push_back(absl::StrCat(name, ": ", details(taken->details[name])));
  }
  if (!taken->composite_details.empty()) {
    lines.push_back("composite: " + details(taken->composite_details));
  }
  for (const Diagnostic& note : taken->notes) lines.push_back(TextOf(note));
  return absl::StrJoin(lines, "\n");
}

std::string Resource(const std::string& name, const std::string& more) {
  return absl::StrCat(
      "---\n{apiVersion: a/v1, kind: K, metadata: {name: x, ", more,
      ", annotations: {crossplane.io/composition-resource-name: ", name,
      "}}}\n");
}

std::string Writes(const std::string& reference, const std::string& more) {
  return absl::StrCat(
      "{apiVersion: a/v1, kind: K, metadata: {name: x, ", more,
      "annotations: {crossplane.io/composition-resource-name: db}},\n"
      " spec: {writeConnectionSecretToRef: ",
      reference, "}}\n");
}

TEST(ObservedResources, AreSorted) {
  struct Case {
    const char* reason;
    const char* composite;
    std::string observed;
    const char* want;
  };
  const Case kCases[] = {
      {"nothing is observed", "{}", "", ""},
      {"a cluster-scoped resource names the namespace of its Secret", "{}",
       Writes("{name: s, namespace: ns}", "") + kSecret, "db: password=hello"},
      {"a namespaced one has the Secret in its own namespace", "{}",
       Writes("{name: s}", "namespace: ns, ") + kSecret, "db: password=hello"},
      {"a composite of Crossplane 1 has one, too",
       "spec: {writeConnectionSecretToRef: {name: s, namespace: ns}}", kSecret,
       "composite: password=hello"},
      {"a Secret may itself be composed", "{}",
       Writes("{name: s, namespace: ns}", "") +
           "---\n"
           "{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: ns,\n"
           " annotations: {crossplane.io/composition-resource-name: login}},\n"
           " stringData: {a: b}}\n",
       "db: a=b\nlogin: "},
      {"a Secret that is not there", "{}",
       Writes("{name: s, namespace: ns}", ""),
       "db: \no:2:37: db publishes connection details as Secret \"s\" in "
       "namespace ns, which is not among the observed resources, so it has "
       "none"},
      {"a Secret of another namespace", "{}",
       Writes("{name: s, namespace: other}", "") + kSecret,
       "db: \no:2:37: db publishes connection details as Secret \"s\" in "
       "namespace other, which is not among the observed resources, so it has "
       "none\no:4:1: Secret \"s\" was passed, but no observed resource "
       "publishes "
       "its connection details there"},
      {"a reference without a name names nothing", "{}", Writes("{}", ""),
       "db: "},
      {"two of one name: the later one counts", "{}",
       Resource("db", "uid: a") + Resource("db", "uid: b"),
       "db: \no:4:1: duplicate resource name db; this one is used "
       "instead of the one at o:2:1"},
      {"no annotation", "{}",
       "{apiVersion: a/v1, kind: K, metadata: {name: x}}\n",
       ": \n"
       "o:1:1: K \"x\" has no "
       "crossplane.io/composition-resource-name annotation; add it with the "
       "name of the "
       "template"},
      {"a Secret that cannot be read", "{}",
       Writes("{name: s}", "") +
           "---\n{apiVersion: v1, kind: Secret, metadata: {name: s},\n"
           " data: {a: \"?\"}}\n",
       "o:5:12: data.a is not valid base64"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Reported(c.composite, c.observed), c.want) << c.reason;
  }
  EXPECT_EQ(Reported("spec: {writeConnectionSecretToRef: {name: s}}", "", true),
            "")
      << "a modern composite publishes nothing";
}

}  // namespace
}  // namespace loom
