// SPDX-License-Identifier: Apache-2.0
// A call of a native input, and what became of it as one line, for tests.
//
//   NativeCall call;
//   call.spec = R"({"zones": ["a"]})";
//   call.resources = R"([{"name": "net", "forEach": …}])";
//   EXPECT_EQ(call.Made(), "net-a");
//
// The line has the names of the desired composed resources, ` not ready` if the composite
// is not, and the condition ExpressionsResolved if it is not True. A FATAL result is the
// whole line. At() reads any other part of the response.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "function/function.h"
#include "test/testing/call.h"
#include "test/testing/json.h"

namespace loom {

struct NativeCall {
  std::string spec = "{}";       // of the composite
  std::string status = "{}";     // of the composite
  std::string details = "{}";    // that the composite has published, in base64
  std::string resources = "[]";  // the templates
  std::string more = "";         // other members of the input
  std::string observed = "{}";   // composed resources by name
  std::string desired = "{}";    // composed resources of earlier steps by name
  std::string context = "{}";

  std::string At(absl::string_view path) const {
    return ParsedResponse(Respond()).At(path);
  }

  std::string Made() const {
    ParsedResponse response(Respond());
    const Value results = Json(
        response.At("results") == "absent" ? "[]" : response.At("results"));
    for (const Value& result : results.GetArray()) {
      if (View(result["severity"]) != "SEVERITY_FATAL") continue;
      return absl::StrCat("FATAL: ", View(result["message"]));
    }
    std::vector<std::string> names;
    const std::string made = response.At("desired.resources");
    const Value desired_now = Json(made == "absent" ? "{}" : made);
    for (const Member& member : desired_now.GetObject()) {
      names.emplace_back(View(member.name));
    }
    std::sort(names.begin(), names.end());
    std::string line = absl::StrJoin(names, " ");
    if (response.At("desired.composite.ready") == R"("READY_FALSE")") {
      absl::StrAppend(&line, " not ready");
    }
    const std::string found = response.At("conditions");
    const Value conditions = Json(found == "absent" ? "[]" : found);
    for (const Value& condition : conditions.GetArray()) {
      if (View(condition["type"]) != "ExpressionsResolved" ||
          View(condition["status"]) == "STATUS_CONDITION_TRUE") {
        continue;
      }
      absl::StrAppend(&line, "; ", View(condition["reason"]), ": ",
                      View(condition["message"]));
    }
    return line;
  }

 private:
  std::string Respond() const {
    const std::string request = absl::StrCat(
        R"({"observed": {"composite": {"resource": {
            "apiVersion": "example.org/v1", "kind": "XNet",
            "metadata": {"name": "net", "namespace": "team-a"},
            "spec": )",
        spec, R"(, "status": )", status, R"(}, "connectionDetails": )", details,
        R"(}, "resources": )", observed, R"(}, "desired": {"resources": )",
        desired, R"(}, "context": )", context, R"(, "input": {
            "apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
            "resources": )",
        resources, more.empty() ? "" : ", ", more, "}}");
    auto bytes = Function().Run(RequestBytes(request));
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    return std::string(bytes->view());
  }
};

}  // namespace loom
