// SPDX-License-Identifier: Apache-2.0
// ReferenceCall runs a call with references for a test. It returns the condition
// ReferencesResolved and the resources after the call.
//
//   ReferenceCall call({.entries = R"([{"target": {"resource": "a"}, …}])"});
//   EXPECT_EQ(call.Condition(), "Unknown ReferenceNotFound a spec.x: …");
//   EXPECT_EQ(call.At("desired.resources[a].resource.spec"), …);
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "function/function.h"
#include "test/testing/call.h"

namespace loom {

struct ReferenceRequest {
  std::string entries = "[]";
  std::string desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
      "kind": "A", "spec": {}}}})";
  std::string observed = "{}";  // composed resources
  std::string composite = R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x", "namespace": "team-a"},
      "spec": {"text": "t", "number": 5, "name": "cm", "list": [1],
      "object": {}, "empty": ""}})";
  std::string answers = "{}";  // required resources, by key
  std::string more = "{}";     // other fields of the input
  std::string context = "{}";
  std::string credentials = "{}";
};

class ReferenceCall {
 public:
  explicit ReferenceCall(const ReferenceRequest& request)
      : response_(Run(request, Shared())) {}
  ReferenceCall(const ReferenceRequest& request, FunctionOptions options)
      : response_(Run(request, Function(std::move(options)))) {}

  std::string At(absl::string_view path) { return response_.At(path); }

  // Returns "Status Reason Message", or "absent" if there is no condition. If the first
  // condition has another type, returns it as JSON.
  std::string Condition() {
    if (At("conditions[0].type") != R"("ReferencesResolved")") {
      return At("conditions[0]");
    }
    std::string status = Plain("conditions[0].status");
    for (const char* known : {"TRUE", "FALSE", "UNKNOWN"}) {
      if (absl::EndsWith(status, known)) status = known;
    }
    std::string text = absl::StrCat(status, " ", Plain("conditions[0].reason"));
    const std::string message = Plain("conditions[0].message");
    if (message != "absent") absl::StrAppend(&text, " ", message);
    return text;
  }
  // Returns the message of the first result, or "absent" if there is none.
  std::string Result() { return Plain("results[0].message"); }
  std::string Spec() { return At("desired.resources[a].resource.spec"); }

 private:
  static const Function& Shared() {
    static const auto& function = *new Function();
    return function;
  }

  static ParsedResponse Run(const ReferenceRequest& request,
                            const Function& function) {
    const std::string more =
        request.more == "{}"
            ? ""
            : absl::StrCat(",",
                           request.more.substr(1, request.more.size() - 2));
    const std::string bytes = RequestBytes(absl::StrCat(
        R"({"meta": {"capabilities": ["CAPABILITY_CAPABILITIES",
            "CAPABILITY_REQUIRED_RESOURCES"]}, "observed": {"composite":
            {"resource": )",
        request.composite, R"(}, "resources": )", request.observed,
        R"(}, "desired": {"resources": )", request.desired, R"(}, "context": )",
        request.context, R"(, "credentials": )", request.credentials,
        R"(, "requiredResources": )", request.answers,
        R"(, "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1",
            "kind": "Input", "references": )",
        request.entries, more, "}}"));
    auto response = function.Run(bytes);
    EXPECT_TRUE(response.ok()) << response.status();
    return ParsedResponse(response->view());
  }

  // Returns the string at a path without its quotes.
  std::string Plain(absl::string_view path) {
    std::string text = At(path);
    if (text.size() < 2 || text.front() != '"') return text;
    return text.substr(1, text.size() - 2);
  }

  ParsedResponse response_;
};

// Returns a list with one entry, which writes to spec.x of the resource a.
inline std::string EntryTo(absl::string_view members) {
  return absl::StrCat(
      R"([{"target": {"resource": "a"}, "toFieldPath": "spec.x", )", members,
      "}]");
}

// Returns an entry with a target and a path.
inline std::string To(absl::string_view target, absl::string_view path,
                      absl::string_view members) {
  return absl::StrCat(R"({"target": )", target, R"(, "toFieldPath": ")", path,
                      "\", ", members, "}");
}

// A source without a value, and a source with a value.
inline constexpr char kMissingSource[] =
    R"("fromComposite": {"fieldPath": "spec.nope"})";
inline constexpr char kThere[] =
    R"("fromComposite": {"fieldPath": "spec.text"})";

// The observed state of the resource a.
inline constexpr char kObserved[] = R"({"a": {"resource": {"apiVersion":
    "example.org/v1", "kind": "A", "spec": {"y": "old"}}}})";

}  // namespace loom
