// SPDX-License-Identifier: Apache-2.0
// A Cluster is what Crossplane does around a function, without a cluster: it calls
// the function until its requirements are stable, and applies what it desires.
//
//   Cluster cluster(&function, input, composite);
//   cluster.Put(R"({"apiVersion": "v1", "kind": "ConfigMap", …})");
//   Reconciled first = cluster.Reconcile();
//
// A reconcile is a series of calls, at most 6 as in Crossplane. Each gets the
// answers to the requirements of the call before it, and the context that this one
// returned. The desired resources of the last call are applied: those that are not
// desired any more are deleted, and so are fields. The status of the composite is
// applied alike, and its conditions are kept. A provider then gives each resource
// `status.id`, one reconcile after it was created.
//
// A definition makes its kind known. An object whose kind is not known is not there,
// and asking for it is an error, as Crossplane fails the reconcile then.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"

namespace loom::testing {

// The definition of a kind of the group net.example.org, version v1:
//   DefinitionOf("networks", "Network", "Cluster")
std::string DefinitionOf(absl::string_view plural, absl::string_view kind,
                         absl::string_view scope);

struct Reconciled {
  apiextensions::fn::proto::v1::RunFunctionResponse last;
  size_t calls = 0;
  // The bytes of the requirements of each call.
  std::vector<std::string> requirements;
  // Why Crossplane would have failed the reconcile; "" if it would not.
  std::string error;
  // The fields and resources that were there before, and are not any more.
  std::vector<std::string> lost;
};

class Cluster {
 public:
  using Struct = google::protobuf::Struct;

  // The input and the observed composite, as JSON.
  Cluster(const Function* function, absl::string_view input,
          absl::string_view composite);

  // Adds an object, or takes it away.
  void Put(absl::string_view object);
  void Remove(absl::string_view object);

  Reconciled Reconcile();

  // Composite and composed resources, as JSON of one order.
  std::string State() const;
  // The composed resource of that name as JSON; "" if there is none.
  std::string Composed(const std::string& name) const;

 private:
  using Request = apiextensions::fn::proto::v1::RunFunctionRequest;
  using Response = apiextensions::fn::proto::v1::RunFunctionResponse;

  Request FirstRequest() const;
  std::string Answer(const Response& response, Request* request) const;
  bool Knows(const std::string& api_version, const std::string& kind) const;
  std::vector<std::string> Apply(const Response& response);
  void ApplyComposite(const Response& response);

  const Function& function_;
  Struct input_;
  Struct composite_;
  std::map<std::string, Struct> objects_;  // by their text
  std::map<std::string, Struct> composed_;
};

}  // namespace loom::testing
