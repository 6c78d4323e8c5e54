// SPDX-License-Identifier: Apache-2.0
// Kubectl reads a cluster through kubectl, with the permissions of the user. It never
// writes.
//
//   Kubectl kubectl({.context = "staging"}, &err);
//   LOOM_ASSIGN_OR_RETURN(
//       KubectlAnswer answer,
//       kubectl.Get({"-n", "team-a"}, {"Bucket.v1.example.org/data"}, &pool));
//
// The names come from the cluster and may be hostile: they are passed after `--`, where
// they cannot be flags, and without a shell.
//
// kubectl returns the objects that it found, and prints an error for each of the
// others. These lines become KubectlFaults, by their words: `(Forbidden)`, with the
// command `kubectl auth can-i` that shows it; `(NotFound)`; `doesn't have a resource
// type`. Any other line is kOther.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "command_line/flags.h"
#include "data/value/value.h"

namespace loom {

struct ClusterOptions {
  std::string kubectl =
      "kubectl";        // a path, or a name that is looked up in PATH
  std::string context;  // "": kubectl's default
  std::string kubeconfig;
  std::string ns;      // of the composite
  bool debug = false;  // whether each command is printed
};

std::vector<DeclaredFlag> ClusterFlags(ClusterOptions& options,
                                       const char* group);

struct KubectlFault {
  enum class Kind { kForbidden, kNotFound, kNoSuchKind, kOther };
  Kind kind = Kind::kOther;
  std::string message;  // as kubectl printed it
  std::string can_i;    // for kForbidden
};

struct KubectlAnswer {
  // The objects. A list is split into its items.
  std::vector<Value> objects;
  std::vector<KubectlFault> faults;
};

std::vector<KubectlFault> FaultsIn(absl::string_view printed);

class Kubectl {
 public:
  // With `debug`, the commands are printed to `err`.
  Kubectl(ClusterOptions options, std::ostream* err)
      : options_(std::move(options)), err_(*err) {}

  // Runs `kubectl get -o json --show-managed-fields FLAGS -- NAMES`. The pool keeps the
  // objects. InvalidArgument: kubectl is not found, cannot reach the cluster, or does
  // not print JSON.
  absl::StatusOr<KubectlAnswer> Get(const std::vector<std::string>& flags,
                                    const std::vector<std::string>& names,
                                    Pool* pool);

  absl::StatusOr<KubectlAnswer> GetRaw(const std::string& path, Pool* pool);

  int calls() const { return calls_; }

 private:
  absl::StatusOr<KubectlAnswer> Run(std::vector<std::string> arguments,
                                    Pool* pool);

  ClusterOptions options_;
  std::ostream& err_;
  int calls_ = 0;
};

}  // namespace loom
