// SPDX-License-Identifier: Apache-2.0
// The request of a call that renders templates, for tests.
//
//   TestCall call(RenderRequest(R"("resources": [{"name": "a"}])"));
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "test/testing/call.h"

namespace loom {

// A request: the composite, an observed resource "old" (and its secret), what
// an earlier step desires, an environment, and an input of those members.
inline std::string RenderRequest(
    absl::string_view members,
    absl::string_view group = "pt.fn.crossplane.io") {
  return RequestBytes(absl::StrCat(R"({
      "observed": {
        "composite": {"resource": {
            "apiVersion": "demo.example.org/v1", "kind": "XApp",
            "metadata": {"name": "shop"},
            "spec": {"region": "eu", "size": 3}}},
        "resources": {"old": {
            "resource": {"kind": "K", "metadata": {"name": "old-x7"},
                         "status": {"ip": "::1", "conditions": [
                             {"type": "Ready", "status": "True"}]}},
            "connectionDetails": {"password": "cHc="}}}},
      "desired": {
        "composite": {"resource": {"status": {"kept": true}},
                      "connectionDetails": {"earlier": "eA=="}},
        "resources": {"earlier": {
            "resource": {"kind": "E", "spec": {"a": 1}},
            "ready": "READY_TRUE"}}},
      "context": {"apiextensions.crossplane.io/environment": {"stage": "t"}},
      "input": {"apiVersion": ")",
                                   group, R"(/v1beta1", )", members, "}}"));
}

}  // namespace loom
