// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/xprin_template.h"

#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

constexpr char kVariables[] = R"({
  "Inputs": {"XR": "xr.yaml", "CRDs": ["a.yaml", "b.yaml"]},
  "Tests": {"first-one": {"Outputs": {
      "RenderCount": 2, "Rendered": {"App/web": "web.yaml"}, "Validate": null}}}
})";

TEST(XprinTemplate, ExpandsActions) {
  const struct {
    const char* reason;
    const char* text;
    const char* expanded;
  } kRows[] = {
      {"no action", "xr.yaml", "xr.yaml"},
      {"a field", "cat {{ .Inputs.XR }}!", "cat xr.yaml!"},
      {"no blanks", "{{.Inputs.XR}}", "xr.yaml"},
      {"several actions", "{{ .Inputs.XR }} {{ .Inputs.XR }}",
       "xr.yaml xr.yaml"},
      {"an item of a list", "{{ index .Inputs.CRDs 1 }}", "b.yaml"},
      {"a name with a hyphen", "{{ .Tests.first-one.Outputs.RenderCount }}",
       "2"},
      {"a key of a map",
       R"({{ index .Tests.first-one.Outputs.Rendered "App/web" }})",
       "web.yaml"},
      {"parentheses", R"({{ (index .Tests "first-one").Outputs.RenderCount }})",
       "2"},
      {"several keys",
       R"({{ index .Tests "first-one" "Outputs" "RenderCount" }})", "2"},
      {"braces that are no action stay", "${{ a\n}}", "${{ a\n}}"},
  };
  const Value variables = Json(kVariables);
  for (const auto& row : kRows) {
    const auto expanded = Expanded(Protected(row.text), variables);
    ASSERT_TRUE(expanded.ok()) << row.reason << ": " << expanded.status();
    EXPECT_EQ(*expanded, row.expanded) << row.reason;
    EXPECT_TRUE(CheckActions(Protected(row.text), variables).ok())
        << row.reason;
  }
}

TEST(XprinTemplate, RefusesActions) {
  const struct {
    const char* reason;
    const char* text;
    const char* error;
  } kRows[] = {
      {"a misspelled field", "{{ .Inputs.Xr }}", "there is no \"Xr\""},
      {"an unknown test", "{{ .Tests.first-on.Outputs }}", "(first-one?)"},
      {"a field of a string", "{{ .Inputs.XR.name }}", "there is no \"name\""},
      {"an item that is not there", "{{ index .Inputs.CRDs 2 }}",
       "there is no item 2"},
      {"outputs before there are any", "{{ .Outputs.Render }}",
       "outputs exist after the test"},
      {"a pipe", "{{ .Inputs.XR | printf }}", "is not supported"},
      {"a keyword", "{{ range .Inputs.CRDs }}", "is not supported"},
      {"nothing", "{{ }}", "is not supported"},
      {"a list", "{{ .Inputs.CRDs }}", "is a list"},
      {"an open string", R"({{ index .Tests "first }})", "is not supported"},
  };
  const Value variables = Json(kVariables);
  const std::string deep = "{{ " + std::string(1000, '(') + " }}";
  EXPECT_FALSE(CheckActions(Protected(deep), variables).ok());
  for (const auto& row : kRows) {
    const absl::Status status = CheckActions(Protected(row.text), variables);
    EXPECT_NE(Brief(status.message()).find(row.error), std::string::npos)
        << row.reason << ": " << status;
  }
}

TEST(XprinTemplate, KnowsWhatIsNotKnownYet) {
  const Value variables = Json(kVariables);
  const std::string text =
      Protected("{{ index .Tests.first-one.Outputs.Validate \"any\" }}");
  EXPECT_TRUE(CheckActions(text, variables).ok());
  EXPECT_FALSE(Expanded(text, variables).ok());
}

TEST(XprinTemplate, KeepsColumns) {
  const std::string text = "xr: {{ .A }}  # b";
  EXPECT_EQ(Unprotected(Protected(text)), text);
  EXPECT_FALSE(HasAction(text));
  EXPECT_TRUE(HasAction(Protected(text)));
}

}  // namespace
}  // namespace loom
