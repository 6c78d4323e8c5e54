// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/expressions/given_call.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/value/json.h"
#include "google/protobuf/util/json_util.h"
#include "language/cel/program/expression_names.h"
#include "test/suites/fuzz/targets/target.h"

namespace loom::testing {
namespace {

constexpr absl::string_view kObject = R"({
  "apiVersion": "example.org/v1", "kind": "Database",
  "metadata": {"name": "db", "labels": {"a.b/c": "x", "é": "ü"}},
  "spec": {
    "no": null, "yes": true, "whole": 3, "less": -7, "real": 2.5, "huge": 1e300,
    "exact": 9007199254740991, "beyond": 9007199254740993, "text": "a-Z ß 日本",
    "empty": "", "when": "2024-02-29T12:00:00.5+01:00", "long": "1h30m0.5s",
    "size": "1.5Gi", "ip": "10.1.2.3", "net": "10.0.0.0/8", "code": "Zm9v",
    "zones": ["b", "a", "c", "a"], "numbers": [3, 1, 2, 2.5], "none": [],
    "mixed": [1, "1", true, null, [], {}],
    "ports": [{"name": "http", "port": 80}, {"name": "dns", "port": 53}],
    "tree": {"a": {"b": {"c": {"d": [[[1]], [[]]]}}}, "e": {}}},
  "status": {"conditions": [{"type": "Ready", "status": "True"}]}})";

// Objects that are long: one loop over them costs something, and two inside each other
// cost more.
std::string LongContext() {
  std::string numbers, names;
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&numbers, i > 0 ? "," : "", (i * 37) % 100);
    absl::StrAppend(&names, i > 0 ? "," : "", "\"n", (i * 37) % 100, "\":", i);
  }
  return absl::StrCat(R"({"long": {"text": ")", std::string(5000, 'a'),
                      R"(", "list": [)", numbers, R"(], "map": {)", names,
                      R"(}}, "apiextensions.crossplane.io/environment":
                          {"region": "eu", "n": 1}})");
}

std::string RequestBytes() {
  const std::string json = absl::StrCat(
      R"({"observed": {
            "composite": {"resource": )",
      kObject, R"(, "connectionDetails": {"k": "dg==", "bad": "/w=="}},
            "resources": {"db": {"resource": )",
      kObject, R"(, "ready": 1}, "app": {}}},
          "desired": {"composite": {"resource": {"status": {"a": 1}}},
                      "resources": {"db": {"resource": )",
      kObject, R"(}}},
          "requiredResources": {"nets": {"items": [{"resource": )",
      kObject, R"(}]}}, "context": )", LongContext(), "}");
  apiextensions::fn::proto::v1::RunFunctionRequest request;
  auto status = google::protobuf::util::JsonStringToMessage(json, &request);
  Must(status.ok(), "the request is well-formed");
  return request.SerializeAsString();
}

const Request& GivenRequest() {
  static const auto& bytes = *new std::string(RequestBytes());
  static const auto& request = *new Request(Request::Parse(bytes).value());
  return request;
}

// Tells the account of the pool its limits before anything is taken of it.
Pool* Limited(Pool* pool, Account::Limits limits) {
  pool->account().Set(std::move(limits));
  return pool;
}

}  // namespace

const Declarations& GivenNames() {
  static const auto& names = *new Declarations(
      DeclarationsOf(kNamesOfCall | ExpressionName::kObject | kNamesOfItem));
  return names;
}

GivenCall::GivenCall(Account::Limits limits)
    : call_(GivenRequest(), Limited(&pool, std::move(limits)), nullptr),
      object_(ParseJson(kObject, &pool).value()),
      item_(ParseJson(R"({"name": "a", "n": 1})", &pool).value()),
      loop_{&item_, "a", 1},
      variables(&call_) {
  variables.object = &object_;
  variables.loop = &loop_;
  auto nets = call_.required.Answer("nets");
  if (nets.ok() && nets->has_value()) {
    call_.required.SetNamed("nets", {**nets, true});
  }
}

}  // namespace loom::testing
