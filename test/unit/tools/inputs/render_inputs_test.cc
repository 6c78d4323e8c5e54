// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/render_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/testing/render_fixture.h"

namespace loom {
namespace {

using testing::HasSubstr;

class RenderInputsTest : public RenderFixture {
 protected:
  std::string Error() { return std::string(Load().status().message()); }
};

TEST_F(RenderInputsTest, ReadsAllFiles) {
  options_.observed = {folder_.Write(
      "o.yaml",
      "metadata:\n"
      "  annotations: {crossplane.io/composition-resource-name: r}\n")};
  options_.required = {folder_.Write("e.yaml", "kind: A\n---\nkind: B\n")};
  options_.credentials = {folder_.Write("s.yaml",
                                        "metadata: {namespace: ns, name: s}\n"
                                        "data: {a: aGVsbG8=}\n"
                                        "stringData: {b: plain}\n")};
  options_.schemas = {
      folder_.Write("one/a.json", R"({"components": {"schemas": {"A": {
          "x-kubernetes-group-version-kind":
          [{"group": "", "version": "v1", "kind": "A"}]}}}})"),
      folder_.Write("two/b.json", R"({"components": {"schemas": {"B": {
          "x-kubernetes-group-version-kind":
          [{"group": "", "version": "v1", "kind": "B"}]}}}})")};
  options_.context_files = {{"f", folder_.Write("c.yaml", "[1, yes]\n")},
                            {"both", folder_.Write("d.yaml", "file\n")}};
  options_.context_values = {{"both", "value"}, {"none", ""}};
  absl::StatusOr<PipelineInputs> inputs = Load();
  ASSERT_TRUE(inputs.ok()) << inputs.status();
  EXPECT_EQ(inputs->observed.count("r"), 1u);
  EXPECT_FALSE(inputs->given.resources.empty());
  for (const char* kind : {"A", "B"}) {
    fn::SchemaSelector selector;
    selector.set_api_version("v1");
    selector.set_kind(kind);
    EXPECT_TRUE(inputs->given.schemas.Fetch(selector)->has_openapi_v3())
        << kind << ": the flag may be given several times";
  }
  const auto& secret = inputs->credentials.at("ns/s").data();
  EXPECT_EQ(secret.at("a"), "hello");
  EXPECT_EQ(secret.at("b"), "plain");
  const auto& context = inputs->context.fields();
  EXPECT_TRUE(context.at("f").list_value().values(1).bool_value());
  EXPECT_EQ(context.at("both").string_value(), "value");
  EXPECT_TRUE(context.at("none").has_null_value());
}

TEST_F(RenderInputsTest, ErrorsNameThePlace) {
  struct Case {
    const char* reason;
    const char* file;
    const char* content;
    const char* want;
  };
  const Case kCases[] = {
      {"two composites", "xr.yaml", "kind: A\n---\nkind: B\n",
       "xr.yaml:3:1: a second document"},
      {"no kind", "xr.yaml", "apiVersion: v1\n", "xr.yaml:1:1: the XR has no"},
      {"another kind", "xr.yaml", "apiVersion: demo.example.org/v1\nkind: Z\n",
       "xr.yaml:2:7 is a Z"},
      {"no Composition", "composition.yaml", "kind: A\n",
       "composition.yaml:1:7: this is not a Composition"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    RenderOptions before = options_;
    std::string path = folder_.Write(std::string("bad-") + c.file, c.content);
    (std::string(c.file) == "xr.yaml" ? options_.composite
                                      : options_.composition) = path;
    EXPECT_THAT(Error(), HasSubstr(c.want));
    options_ = before;
  }
  options_.composition.clear();
  EXPECT_THAT(Error(),
              HasSubstr("missing argument: COMPOSITION\n  the arguments are "
                        "XR COMPOSITION [FUNCTIONS], or OPERATION"));
}

TEST_F(RenderInputsTest, OfOperationsHaveNoComposite) {
  constexpr char kSteps[] =
      "[{step: a, functionRef: {name: function-loom}, input: "
      "{apiVersion: loom.fn.crossplane.io/v1beta1, kind: Input}}]}";
  auto write = [&](absl::string_view kind, absl::string_view before) {
    return folder_.Write("operation.yaml",
                         absl::StrCat("apiVersion: ops.crossplane.io/v1alpha1\n"
                                      "kind: ",
                                      kind,
                                      "\n"
                                      "metadata: {name: a}\nspec: ",
                                      before, kSteps));
  };
  const std::string watched =
      folder_.Write("w.yaml", "{apiVersion: v1, kind: A, metadata: {name: w}}");
  options_ = {};
  options_.composite = write("Operation", "{pipeline: ");
  EXPECT_EQ(Error(), "");
  options_.watched = watched;
  EXPECT_THAT(Error(), HasSubstr("--watched-resource is for a WatchOperation, "
                                 "and "));
  options_.composite =
      write("WatchOperation", "{operationTemplate: {spec: {pipeline: ");
  EXPECT_THAT(Error(), HasSubstr("operation.yaml:"));
  options_ = {};
  options_.composite = write("Operation", "{pipeline: ");
  options_.observed = {watched};
  EXPECT_THAT(Error(), HasSubstr("--observed-resources: an Operation has no "
                                 "composite resource"));
  options_ = {};
  options_.composite = write("Operation", "{pipline: ");
  EXPECT_THAT(Error(), HasSubstr("spec.pipeline: Required value"));
  options_.composite = write("Operation", "{pipeline: ");
  options_.format = RenderFormat::kJson;
  EXPECT_THAT(Error(),
              HasSubstr("--output json: an Operation is printed only as YAML"));
}

TEST_F(RenderInputsTest, ContextsAndSecretsAreChecked) {
  options_.context_values = {{"k", "{a"}};
  EXPECT_THAT(Error(), HasSubstr("context k: --context-values:1:"));
  options_.context_values = {{"k", "a: 1\n---\nb: 2"}};
  EXPECT_THAT(Error(), HasSubstr("a second document"));
  options_.context_values.clear();
  options_.credentials = {folder_.Write("s.yaml", "data: {a: '*'}\n")};
  EXPECT_THAT(Error(), HasSubstr("s.yaml:1:11: data.a is not valid base64"));
}

}  // namespace
}  // namespace loom
