// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/testing/render_fixture.h"
#include "tools/render/render_command.h"

namespace loom {
namespace {

using testing::HasSubstr;

class RenderOutputTest : public RenderFixture {
 protected:
  std::string Output() {
    absl::StatusOr<std::string> text =
        RenderOutput(*Load(), outcome_, options_, &pool_);
    return text.ok() ? *text : std::string(text.status().message());
  }

  PipelineOutcome outcome_;
};

constexpr char kComposite[] =
    "---\n"
    "apiVersion: demo.example.org/v1\n"
    "kind: XApp\n"
    "metadata:\n"
    "  name: shop\n"
    "status:\n"
    "  conditions:\n"
    "  - lastTransitionTime: \"2024-01-01T00:00:00Z\"\n"
    "    reason: Available\n"
    "    status: \"True\"\n"
    "    type: Ready\n";

TEST_F(RenderOutputTest, TheCompositeComesFirst) {
  EXPECT_EQ(Output(), kComposite);
}

TEST_F(RenderOutputTest, ResultsAndContextOnRequest) {
  fn::Result result;
  result.set_severity(fn::SEVERITY_WARNING);
  result.set_message("careful: hot");
  outcome_.results.push_back({"s", result});
  outcome_.has_context = true;
  (*outcome_.context.mutable_fields())["k"].set_number_value(3);
  EXPECT_EQ(Output(), kComposite);
  options_.results = options_.context = true;
  EXPECT_EQ(Output(), std::string(kComposite) +
                          "---\n"
                          "apiVersion: render.crossplane.io/v1beta1\n"
                          "kind: Result\n"
                          "message: 'careful: hot'\n"
                          "severity: SEVERITY_WARNING\n"
                          "step: s\n"
                          "---\n"
                          "apiVersion: render.crossplane.io/v1beta1\n"
                          "fields:\n"
                          "  k: 3\n"
                          "kind: Context\n");
}

TEST_F(RenderOutputTest, AnEmptyContextIsNullAsInGo) {
  options_.context = true;
  EXPECT_EQ(Output(), kComposite) << "none was returned";
  outcome_.has_context = true;
  EXPECT_THAT(Output(), HasSubstr("fields: null\n"));
}

TEST_F(RenderOutputTest, WhatNoJsonCanHoldIsAnError) {
  auto& fields = *(*outcome_.desired.mutable_resources())["r"]
                      .mutable_resource()
                      ->mutable_fields();
  fields["kind"].set_string_value("K");
  fields["n"].set_number_value(std::numeric_limits<double>::infinity());
  EXPECT_THAT(Output(), HasSubstr("cannot print a K: a number is infinite"));
}

}  // namespace
}  // namespace loom
