// SPDX-License-Identifier: Apache-2.0
#include "tools/gather/gather_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/testing/temp_folder.h"
#include "tools/explain/explain_command.h"
#include "tools/inputs/kubectl.h"
#include "tools/render/render_command.h"

namespace loom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Stands in for kubectl: a name has an answer if there is a file of that name, and its
// error if there is one that ends with .error.
constexpr char kKubectl[] = R"sh(#!/bin/bash
cd "$(dirname "$0")"
echo "$*" >>calls
[[ -e unreachable ]] && { cat unreachable >&2; exit 1; }
found=() code=0
while [[ $# -gt 0 && $1 != -- && $1 != --raw ]]; do shift; done
shift
for name in "$@"; do
  file=objects/${name//\//_}
  if [[ -e $file.error ]]; then
    cat "$file.error" >&2; code=1
  elif [[ -e $file ]]; then
    found+=("$(cat "$file")")
  else
    echo "Error from server (NotFound): \"$name\" not found" >&2; code=1
  fi
done
if [[ $# -eq 1 && ${#found[@]} -eq 1 ]]; then
  echo "${found[0]}"
elif [[ ${#found[@]} -gt 0 ]]; then
  IFS=,; echo "{\"kind\":\"List\",\"items\":[${found[*]}]}"
fi
exit $code
)sh";

constexpr char kShop[] = R"({"apiVersion":"example.org/v1","kind":"Shop",
  "metadata":{"name":"shop","namespace":"team-a","uid":"u1",
              "managedFields":[{"manager":"m"}]},
  "spec":{"size":3,"crossplane":{"compositionRef":{"name":"shops"},
    "resourceRefs":[
      {"apiVersion":"cloud.example.org/v1","kind":"Bucket","name":"shop-1"},
      {"apiVersion":"v1","kind":"Secret","name":"shop-login"}]}}})";

constexpr char kDefinitions[] = R"({"kind":"List","items":[
  {"apiVersion":"apiextensions.crossplane.io/v2","kind":"CompositeResourceDefinition",
   "metadata":{"name":"shops.example.org"},
   "spec":{"group":"example.org","scope":"Namespaced","names":{"kind":"Shop","plural":"shops"},
           "versions":[{"name":"v1","served":true,"referenceable":true,
             "schema":{"openAPIV3Schema":{"type":"object","properties":{
               "spec":{"type":"object","properties":{"size":{"type":"integer"}}}}}}}]}}]})";

constexpr char kComposition[] =
    R"({"apiVersion":"apiextensions.crossplane.io/v1",
  "kind":"Composition","metadata":{"name":"shops"},
  "spec":{"compositeTypeRef":{"apiVersion":"example.org/v1","kind":"Shop"},
  "mode":"Pipeline","pipeline":[
  {"step":"foreign","functionRef":{"name":"function-foreign"}},
  {"step":"weave","functionRef":{"name":"function-loom"},"input":{
    "apiVersion":"loom.fn.crossplane.io/v1beta1","kind":"Input",
    "environment":{"configs":[{"type":"Reference","ref":{"name":"base"}}]},
    "resources":[
      {"name":"bucket","base":{"apiVersion":"cloud.example.org/v1","kind":"Bucket"},
       "patches":[{"fromFieldPath":"spec.size","toFieldPath":"spec.size"},
         {"type":"FromEnvironmentFieldPath","fromFieldPath":"region","toFieldPath":"spec.region"}]},
      {"name":"login","base":{"apiVersion":"v1","kind":"Secret"}}]}}]}})";

constexpr char kBucket[] =
    R"({"apiVersion":"cloud.example.org/v1","kind":"Bucket",
  "metadata":{"name":"shop-1","namespace":"team-a",
    "annotations":{"crossplane.io/composition-resource-name":"bucket"},
    "managedFields":[{"manager":"apiextensions.crossplane.io/composed/1",
      "operation":"Apply","fieldsV1":{"f:spec":{"f:size":{},"f:old":{}}}}]},
  "spec":{"size":1,"old":true,"region":"eu"}})";

constexpr char kSecret[] = R"({"apiVersion":"v1","kind":"Secret",
  "metadata":{"name":"shop-login","namespace":"team-a",
    "annotations":{"crossplane.io/composition-resource-name":"login",
      "kubectl.kubernetes.io/last-applied-configuration":"s3cr3t"}},
  "data":{"password":"czNjcjN0"}})";

constexpr char kBase[] =
    R"({"apiVersion":"apiextensions.crossplane.io/v1beta1",
  "kind":"EnvironmentConfig","metadata":{"name":"base"},"data":{"region":"us"}})";

class GatherTest : public testing::Test {
 protected:
  GatherTest() {
    kubectl_ = folder_.Write("kubectl", kKubectl);
    std::filesystem::permissions(kubectl_, std::filesystem::perms::owner_all);
    Put("Shop_shop", kShop);
    Put("compositeresourcedefinitions.apiextensions.crossplane.io",
        kDefinitions);
    Put("Composition.v1.apiextensions.crossplane.io_shops", kComposition);
    Put("Bucket.v1.cloud.example.org_shop-1", kBucket);
    Put("Secret.v1._shop-login", kSecret);
    Put("EnvironmentConfig.v1beta1.apiextensions.crossplane.io_base", kBase);
  }

  void Put(const std::string& name, const std::string& text) {
    folder_.Write(absl::StrCat("objects/", name), text);
  }
  void Remove(const std::string& name) {
    std::filesystem::remove(absl::StrCat(folder_.path(), "/objects/", name));
  }

  using Command = int (*)(const std::vector<std::string>&, std::istream&,
                          std::ostream&, std::ostream&);
  int Run(Command command, std::vector<std::string> arguments,
          const std::string& stdin_text = "") {
    if (stdin_text.empty()) {
      arguments.insert(arguments.end(),
                       {"Shop/shop", "-n", "team-a", "--kubectl", kubectl_});
    }
    std::istringstream in(stdin_text);
    std::ostringstream out, err;
    const int code = command(arguments, in, out, err);
    out_ = out.str();
    err_ = err.str();
    return code;
  }
  int Gather(const std::vector<std::string>& more = {}) {
    return Run(RunGather, more);
  }

  TempFolder folder_;
  std::string kubectl_, out_, err_;
};

TEST_F(GatherTest, CollectsWhatThePipelineReads) {
  EXPECT_EQ(Gather(), 0) << err_;
  for (const char* comment :
       {"# the composite\n", "# its definition\n", "# its Composition\n",
        "# composed resource \"bucket\"\n",
        "# composed resource \"login\"; redacted: password (6 bytes)\n",
        "# required by step \"weave\"\n"}) {
    EXPECT_THAT(out_, HasSubstr(comment));
  }
  EXPECT_THAT(out_, AllOf(Not(HasSubstr("managedFields")),
                          Not(HasSubstr("s3cr3t")), Not(HasSubstr("czNjcjN0")),
                          HasSubstr("password: KHJlZGFjdGVkKQ==\n")));
}

TEST_F(GatherTest, RedactsSecretsInsideOfOtherObjects) {
  Put("Bucket.v1.cloud.example.org_shop-1", R"({
    "apiVersion":"cloud.example.org/v1","kind":"Bucket",
    "metadata":{"name":"shop-1","namespace":"team-a","annotations":{
      "crossplane.io/composition-resource-name":"bucket",
      "kubectl.kubernetes.io/last-applied-configuration":"s3cr3t"}},
    "spec":{"forProvider":{"manifest":{"apiVersion":"v1","kind":"Secret",
      "metadata":{"annotations":{
        "kubectl.kubernetes.io/last-applied-configuration":"s3cr3t"}},
      "stringData":{"password":"s3cr3t"}}}},
    "status":{"list":[{"kind":"SecretList","items":[
      {"kind":"Secret","data":{"password":"czNjcjN0"}}]}]}})");
  EXPECT_EQ(Gather(), 0) << err_;
  EXPECT_THAT(out_, AllOf(Not(HasSubstr("s3cr3t")), Not(HasSubstr("czNjcjN0")),
                          HasSubstr("password: (redacted)\n")));
}

TEST_F(GatherTest, PrintsSecretsAndManagedFieldsIfAsked) {
  EXPECT_EQ(Gather({"--secrets", "--managed-fields"}), 0);
  EXPECT_THAT(out_, AllOf(HasSubstr("czNjcjN0"), HasSubstr("f:size: {}")));
}

TEST_F(GatherTest, IsWhatExplainAndRenderTake) {
  Gather();
  const std::string gathered = out_;
  EXPECT_EQ(Run(RunExplain, {"--from", "-"}, gathered), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("EnvironmentConfig base data.region"));
  const std::string explained = out_.substr(0, out_.find('\n'));
  EXPECT_EQ(Run(RunExplain, {"--cluster"}), 0);
  EXPECT_THAT(out_, StartsWith(explained));
  EXPECT_EQ(Run(RunRender, {"--from", "-", "--diff"}, gathered), 1);
  EXPECT_THAT(err_, HasSubstr("metadata.managedFields are missing"));
  EXPECT_EQ(Run(RunRender, {"--cluster", "--diff"}), 1) << err_;
  EXPECT_EQ(out_,
            "Bucket bucket: metadata.labels\n"
            "  + {\"crossplane.io/composite\":\"shop\"}\n"
            "Bucket bucket: spec.old\n  - true\n"
            "Bucket bucket: spec.region\n  - eu\n  + us\n"
            "Bucket bucket: spec.size\n  - 1\n  + 3\n"
            "Secret login: metadata.labels\n"
            "  + {\"crossplane.io/composite\":\"shop\"}\n"
            "5 differences in 2 of 2 documents\n");
  EXPECT_THAT(
      err_,
      HasSubstr(
          "needs function-foreign, which is not built in, so it is skipped"));
}

TEST_F(GatherTest, ReplacesAPart) {
  const std::string xr =
      folder_.Write("xr.yaml",
                    "{apiVersion: example.org/v1, kind: Shop, metadata: "
                    "{name: shop}, spec: "
                    "{size: 9}}");
  EXPECT_EQ(Run(RunRender, {"--cluster", "--diff", "--xr", xr}), 1) << err_;
  EXPECT_THAT(out_, HasSubstr("spec.size\n  - 1\n  + 9\n"));
  const std::string other = folder_.Write(
      "other.yaml",
      "{apiVersion: example.org/v1, kind: Shop, metadata: {name: other}}");
  EXPECT_EQ(Run(RunRender, {"--cluster", "--xr", other}), 1);
  EXPECT_THAT(err_, HasSubstr("expected Shop \"shop\", got Shop \"other\""));
}

TEST_F(GatherTest, KeepsWhatItFoundAndSaysTheRest) {
  constexpr char kForbidden[] =
      "Error from server (Forbidden): buckets.cloud.example.org \"shop-1\" "
      "is "
      "forbidden: User \"ann\" cannot get resource \"buckets\" in API "
      "group "
      "\"cloud.example.org\" in the namespace \"team-a\"\n";
  const struct {
    const char* reason;
    const char* name;
    const char* error;
    int code;
    const char* message;
  } kRows[] = {
      {"no right to read it", "Bucket.v1.cloud.example.org_shop-1", kForbidden,
       1, "\n  kubectl auth can-i get buckets.cloud.example.org -n team-a\n"},
      {"no right to read definitions",
       "compositeresourcedefinitions.apiextensions.crossplane.io",
       "Error from server (Forbidden): x is forbidden: User \"ann\" cannot "
       "list "
       "resource \"compositeresourcedefinitions\" in API group "
       "\"apiextensions.crossplane.io\" at the cluster scope\n",
       1,
       "kubectl auth can-i list "
       "compositeresourcedefinitions.apiextensions.crossplane.io\n"},
      {"a composed resource that is gone", "Bucket.v1.cloud.example.org_shop-1",
       "", 0, "Bucket \"shop-1\" in namespace team-a does not exist"},
      {"a kind that is uninstalled", "Bucket.v1.cloud.example.org_shop-1",
       "error: the server doesn't have a resource type \"Bucket\"\n", 1,
       "doesn't have a resource type"},
      {"a Composition that is gone",
       "Composition.v1.apiextensions.crossplane.io_shops", "", 1,
       "the Composition shops no longer exists"},
  };
  for (const auto& row : kRows) {
    Remove(row.name);
    if (*row.error != '\0') Put(absl::StrCat(row.name, ".error"), row.error);
    EXPECT_EQ(Gather(), row.code) << row.reason << err_;
    EXPECT_THAT(err_, HasSubstr(row.message)) << row.reason;
    EXPECT_THAT(out_, HasSubstr("# the composite\n")) << row.reason;
    EXPECT_THAT(out_, HasSubstr("kind: Secret\n")) << row.reason;
    Remove(absl::StrCat(row.name, ".error"));
    Put("Bucket.v1.cloud.example.org_shop-1", kBucket);
    Put("compositeresourcedefinitions.apiextensions.crossplane.io",
        kDefinitions);
    Put("Composition.v1.apiextensions.crossplane.io_shops", kComposition);
  }
}

TEST_F(GatherTest, SaysWhyItCannotBegin) {
  Remove("Shop_shop");
  EXPECT_EQ(Gather(), 1);
  EXPECT_THAT(err_, HasSubstr("not found\n  expected KIND[.GROUP]/NAME"));
  Put("Shop_shop", kBucket);
  EXPECT_EQ(Gather(), 1);
  EXPECT_THAT(err_, HasSubstr("Bucket \"shop-1\" is not a composite"));
  folder_.Write("unreachable", "The connection to the server was refused\n");
  EXPECT_EQ(Gather(), 2);
  EXPECT_THAT(err_, HasSubstr("kubectl failed: The connection to the server"));
  kubectl_ = "/nonexistent";
  EXPECT_EQ(Gather(), 2);
  EXPECT_THAT(err_, HasSubstr("--kubectl PATH"));
}

TEST_F(GatherTest, ReadsTheSchemasThatStepsAskFor) {
  Put("Composition.v1.apiextensions.crossplane.io_shops",
      absl::StrReplaceAll(
          kComposition,
          {{R"("resources":[)",
            R"("overlays":[{"requireField":"spec.tags","merge":{"spec":{"tags":"x"}}}],
               "resources":[)"}}));
  Put("_openapi_v3_apis_cloud.example.org_v1",
      R"({"components":{"schemas":{"org.v1.Bucket":{"type":"object",
        "properties":{"spec":{"type":"object","properties":{"tags":{"type":"string"}}}},
        "x-kubernetes-group-version-kind":[{"group":"cloud.example.org","version":"v1",
          "kind":"Bucket"}]}}}})");
  EXPECT_EQ(Gather(), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("# schema of Bucket of cloud.example.org/v1, "
                              "required by step \"weave\"\n"));
  const std::string gathered = out_;
  EXPECT_EQ(Run(RunRender, {"--from", "-", "-q"}, gathered), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("tags: x\n"));
}

// What the cluster returns may be anybody's.
TEST_F(GatherTest, RunsNothingThatTheClusterSays) {
  for (const char* hostile :
       {"--kubeconfig=/x", "a;touch pwned", "$(touch pwned)", "a b", "a/b",
        "../../etc", "a\\nb", "\\u001b[2J"}) {
    for (const char* member :
         {"\"shop-1\"", "\"Bucket\",\"name\":\"shop-1\""}) {
      Put("Shop_shop",
          absl::StrReplaceAll(
              kShop,
              {{member, absl::StrReplaceAll(member, {{"shop-1", hostile},
                                                     {"Bucket", hostile}})}}));
      EXPECT_EQ(Gather(), 0) << hostile << err_;
      EXPECT_THAT(err_, HasSubstr("is not a valid name for an object"))
          << hostile;
      EXPECT_THAT(out_ + err_, Not(HasSubstr("\x1b")));
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/pwned"));
}

TEST_F(GatherTest, TakesAnyJsonFromTheCluster) {
  const std::pair<const char*, const char*> kObjects[] = {
      {"Shop_shop", kShop},
      {"compositeresourcedefinitions.apiextensions.crossplane.io",
       kDefinitions},
      {"Composition.v1.apiextensions.crossplane.io_shops", kComposition},
      {"Bucket.v1.cloud.example.org_shop-1", kBucket},
      {"EnvironmentConfig.v1beta1.apiextensions.crossplane.io_base", kBase}};
  const std::pair<const char*, const char*> kMutations[] = {
      {"{", "["},
      {"\"metadata\":{", "\"metadata\":[{"},
      {":{", ":null,\"x\":{"},
      {":[", ":{},\"x\":["},
      {"[{", "[null,{"},
      {"\"spec\":{", "\"spec\":5,\"x\":{"}};
  for (const auto& [name, text] : kObjects) {
    for (const auto& [from, to] : kMutations) {
      Put(name, absl::StrReplaceAll(text, {{from, to}}));
      for (Command command : {RunGather, RunExplain, RunRender}) {
        const bool gathers = command == RunGather;
        const int code =
            gathers ? Run(command, {}) : Run(command, {"--cluster"});
        EXPECT_TRUE(code >= 0 && code <= 2) << name << from;
      }
    }
    for (const char* answer :
         {"5", "[]", "null", "\"x\"", "{}", "{\"kind\":5}"}) {
      Put(name, answer);
      EXPECT_LE(Run(RunExplain, {"--cluster"}), 2) << name << answer;
    }
    Put(name, text);
  }
}

TEST(FaultsIn, TellsFaultsApart) {
  using Kind = KubectlFault::Kind;
  const struct {
    const char* line;
    Kind kind;
    const char* can_i;
  } kRows[] = {
      {"Error from server (NotFound): buckets \"x\" not found", Kind::kNotFound,
       ""},
      {"error: the server doesn't have a resource type \"x\"",
       Kind::kNoSuchKind, ""},
      {"Error from server (Forbidden): secrets \"db\" is forbidden: User "
       "\"ann\" "
       "cannot get resource \"secrets\" in API group \"\" in the namespace "
       "\"team-a\"",
       Kind::kForbidden, "kubectl auth can-i get secrets -n team-a"},
      {"Unable to connect to the server: EOF", Kind::kOther, ""},
  };
  for (const auto& row : kRows) {
    const std::vector<KubectlFault> faults =
        FaultsIn(absl::StrCat("Warning: x is deprecated\n", row.line, "\n"));
    ASSERT_EQ(faults.size(), 1u) << row.line;
    EXPECT_EQ(faults[0].kind, row.kind) << row.line;
    EXPECT_EQ(faults[0].can_i, row.can_i) << row.line;
  }
}

}  // namespace
}  // namespace loom
