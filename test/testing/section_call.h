// SPDX-License-Identifier: Apache-2.0
// Calls with any sections of the native input, for tests: the condition of a type,
// what a response has at a path, and short ways to write resources.
//
//   SectionCall call({.input = R"("dependencies": […])",
//                     .desired = {{"a", Managed()}},
//                     .observed = {{"b", Managed("True")}}});
//   EXPECT_EQ(call.Condition("DependenciesReady"), "TRUE Satisfied");
//   EXPECT_EQ(call.Desired(), "a");
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "function/protobuf.h"
#include "test/testing/call.h"

namespace loom {

inline constexpr char kLegacyComposite[] = R"({"apiVersion": "example.org/v1",
    "kind": "X", "metadata": {"name": "x"}, "spec": {"ns": "team-b"}})";
inline constexpr char kModernComposite[] = R"({"apiVersion": "example.org/v1",
    "kind": "X", "metadata": {"name": "x", "namespace": "team-a"},
    "spec": {"crossplane": {}}})";

// A managed resource, with a condition Ready of that status unless it is "". `more`
// are members of the object.
inline std::string Managed(absl::string_view ready = "",
                           absl::string_view more = "") {
  const std::string status =
      ready.empty()
          ? ""
          : absl::StrCat(R"(, "status": {"conditions": [{"type": "Ready",
                "status": ")",
                         ready, R"("}]})");
  return absl::StrCat(R"({"resource": {"apiVersion": "sql.example.org/v1",
      "kind": "Database", "metadata": {"name": "o"}, "spec": {})",
                      status, more, "}}");
}

// The name of the object that is a side of a Usage, "of" or "by".
inline std::string SideOf(const google::protobuf::Struct& usage,
                          const std::string& side) {
  const google::protobuf::Struct* at = &usage;
  for (const std::string& name :
       {std::string("spec"), side, std::string("resourceRef")}) {
    at = &at->fields().at(name).struct_value();
  }
  return at->fields().at("name").string_value();
}

struct SectionRequest {
  std::string input = "";  // members of the input
  // Resource messages as JSON.
  std::map<std::string, std::string> desired = {};
  std::map<std::string, std::string> observed = {};
  std::string composite = kLegacyComposite;
  std::string more_observed =
      "";  // members of the observed composite's message
  std::string desired_composite = "{}";
  std::string answers = "{}";  // required resources, by key
  std::string context = "{}";
};

class SectionCall {
 public:
  explicit SectionCall(const SectionRequest& request,
                       FunctionOptions options = {}) {
    const std::string bytes = RequestBytes(absl::StrCat(
        R"({"meta": {"capabilities": ["CAPABILITY_CAPABILITIES",
            "CAPABILITY_REQUIRED_RESOURCES"]}, "observed": {"composite":
            {"resource": )",
        request.composite, request.more_observed, R"(}, "resources": )",
        Json(request.observed), R"(}, "desired": {"composite": )",
        request.desired_composite, R"(, "resources": )", Json(request.desired),
        R"(}, "requiredResources": )", request.answers, R"(, "context": )",
        request.context,
        R"(, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1",
            "kind": "Input")",
        request.input.empty() ? "" : ", ", request.input, "}}"));
    auto response = Function(std::move(options)).Run(bytes);
    EXPECT_TRUE(response.ok()) << response.status();
    const absl::string_view view = response->view();
    EXPECT_TRUE(message_.ParseFromArray(view.data(), int(view.size())));
    parsed_.emplace(view);
  }

  std::string At(absl::string_view path) { return parsed_->At(path); }

  // "STATUS Reason message"; "absent" without such a condition.
  std::string Condition(absl::string_view type) const {
    for (const auto& condition : message_.conditions()) {
      if (condition.type() != type) continue;
      std::string text =
          apiextensions::fn::proto::v1::Status_Name(condition.status());
      text = text.substr(text.rfind('_') + 1);
      absl::StrAppend(&text, " ", condition.reason());
      if (condition.has_message()) {
        absl::StrAppend(&text, " ", condition.message());
      }
      return text;
    }
    return "absent";
  }

  // The names of the desired resources, in their order, joined by blanks.
  std::string Desired() const {
    std::map<std::string, bool> names;
    for (const auto& [name, resource] : message_.desired().resources()) {
      names[name] = true;
    }
    return absl::StrJoin(names, " ", [](std::string* out, const auto& name) {
      absl::StrAppend(out, name.first);
    });
  }

  // "SEVERITY message (reason)" of each result, joined by "; ".
  std::string Results() const {
    return absl::StrJoin(
        message_.results(), "; ", [](std::string* out, const auto& result) {
          std::string severity =
              apiextensions::fn::proto::v1::Severity_Name(result.severity());
          absl::StrAppend(out, severity.substr(severity.rfind('_') + 1), " ",
                          result.message());
          if (result.has_reason()) {
            absl::StrAppend(out, " (", result.reason(), ")");
          }
        });
  }

  // What the input is refused for; "" if it is not.
  std::string Refusal() const {
    const std::string results = Results();
    const absl::string_view prefix = "FATAL invalid Function input: ";
    return absl::StartsWith(results, prefix) ? results.substr(prefix.size())
                                             : "";
  }

  const apiextensions::fn::proto::v1::RunFunctionResponse& message() const {
    return message_;
  }

 private:
  static std::string Json(const std::map<std::string, std::string>& resources) {
    return absl::StrCat(
        "{",
        absl::StrJoin(resources, ", ",
                      [](std::string* out, const auto& resource) {
                        absl::StrAppend(out, "\"", resource.first,
                                        "\": ", resource.second);
                      }),
        "}");
  }

  apiextensions::fn::proto::v1::RunFunctionResponse message_;
  std::optional<ParsedResponse> parsed_;
};

}  // namespace loom
