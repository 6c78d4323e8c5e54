// SPDX-License-Identifier: Apache-2.0
// Kubectl reads a cluster through kubectl, with the rights of the person who runs it.
// Nothing is ever written.
//
//   Kubectl kubectl({.context = "staging"}, &err);
//   LOOM_ASSIGN_OR_RETURN(
//       KubectlAnswer answer,
//       kubectl.Get({"-n", "team-a"}, {"Bucket.v1.example.org/data"}, &pool));
//
// What kubectl is asked for comes from the cluster, and may be hostile: names go behind
// `--`, where they cannot be flags, and no shell sees them.
//
//   kubectl --context=staging get -o json --show-managed-fields -n team-a -- Bucket.v1.example.org/data
//
// kubectl answers with the objects that it found, and says of each of the others why it did
// not. Those lines become KubectlFaults:
//
//   Error from server (Forbidden): secrets "db" is forbidden: User "ann" cannot get resource
//   "secrets" in API group "" in the namespace "team-a"
//       kForbidden, with the command that shows it:
//       kubectl auth can-i get secrets -n team-a
//   Error from server (NotFound): buckets.example.org "data" not found       kNotFound
//   error: the server doesn't have a resource type "Bucket"                  kNoSuchKind
//   anything else                                                            kOther
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "command_line/flags.h"
#include "data/value/value.h"

namespace loom {

// How a command reaches a cluster.
struct ClusterOptions {
  std::string kubectl =
      "kubectl";        // a path, or a name that is looked up in PATH
  std::string context;  // "": what kubectl takes by itself
  std::string kubeconfig;
  std::string ns;      // of the composite
  bool debug = false;  // whether each command is printed
};

// The flags of a command for these.
std::vector<DeclaredFlag> ClusterFlags(ClusterOptions& options,
                                       const char* group);

struct KubectlFault {
  enum class Kind { kForbidden, kNotFound, kNoSuchKind, kOther };
  Kind kind = Kind::kOther;
  std::string message;  // in the words of kubectl
  std::string can_i;    // of kForbidden
};

struct KubectlAnswer {
  // The objects; items of a list are apart.
  std::vector<Value> objects;
  std::vector<KubectlFault> faults;
};

// The faults that kubectl has printed.
std::vector<KubectlFault> FaultsIn(absl::string_view printed);

class Kubectl {
 public:
  // `err` gets the commands, with `debug`.
  Kubectl(ClusterOptions options, std::ostream* err)
      : options_(std::move(options)), err_(*err) {}

  // `kubectl get -o json --show-managed-fields FLAGS -- NAMES`. The pool keeps the objects. InvalidArgument:
  // kubectl is not there, cannot reach the cluster, or prints no JSON.
  absl::StatusOr<KubectlAnswer> Get(const std::vector<std::string>& flags,
                                    const std::vector<std::string>& names,
                                    Pool* pool);

  // `kubectl get --raw PATH`.
  absl::StatusOr<KubectlAnswer> GetRaw(const std::string& path, Pool* pool);

  // How often it was run.
  int calls() const { return calls_; }

 private:
  absl::StatusOr<KubectlAnswer> Run(std::vector<std::string> arguments,
                                    Pool* pool);

  ClusterOptions options_;
  std::ostream& err_;
  int calls_ = 0;
};

}  // namespace loom
