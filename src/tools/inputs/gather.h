// SPDX-License-Identifier: Apache-2.0
// Gather collects everything from a cluster that a render of one composite needs. It
// never writes to the cluster.
//
// It reads the following, in this order, with one run of kubectl per namespace:
//
//   the object            a claim leads to its composite
//   definitions           to find the one of the composite
//   the Composition       the revision that the composite names, as a Composition
//   Functions             of its steps
//   composed resources    named by spec.resourceRefs, or found by the label of the
//                         composite if there are many of a kind
//   Secrets               with connection details, and credentials of steps
//   required objects      round by round, until no step asks for anything new
//
// So 500 composed resources of a kind take about ten runs of kubectl and one second. By
// name, kubectl sends one request for each, five per second. An object that cannot be
// read is a problem, and the rest is still gathered.
//
// A step of a function that is not built in is skipped (RuntimeOptions::skips_foreign).
// Its resources are among the observed resources.
#pragma once

#include <istream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "crossplane/objects/secret_texts.h"
#include "data/value/value.h"
#include "tools/inputs/kubectl.h"
#include "tools/inputs/render_options.h"
#include "tools/inputs/render_sources.h"
#include "tools/run/pipeline.h"

namespace loom {

struct GatheredTextOptions {
  // Whether to include the values of Secrets, which are "(redacted)" otherwise, and so
  // are fields of other objects that contain one.
  bool secrets = false;
  bool managed_fields = false;
};

class Gather {
 public:
  // `options` name the composite (`composite`), and the files that replace a part.
  Gather(const RenderOptions& options, Kubectl* kubectl, Pool* pool)
      : options_(options), kubectl_(*kubectl), pool_(pool) {}

  // Reads the cluster. `in` is read for a file named `-`. InvalidArgument: the cluster
  // is unreachable. FailedPrecondition: the composite does not exist or is unreadable.
  absl::Status Run(std::istream& in);

  // Returns one YAML file, with a comment above each document that describes it.
  std::string Text(const GatheredTextOptions& options) const;
  // Returns whether the steps could be run with the objects that were read.
  bool has_inputs() const { return inputs_.has_value(); }
  // Call this once, after Run.
  PipelineInputs Inputs() { return *std::move(inputs_); }

  // Returns the objects that could not be read, each with a command that shows the
  // problem.
  const std::vector<std::string>& problems() const { return problems_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::set<std::string>& secrets() const { return secrets_; }

 private:
  struct Found {
    Value value;
    std::string role;  // composed resource "db"
  };

  absl::Status FindComposite();
  absl::Status FindDefinition();
  absl::Status FollowClaim();
  absl::Status FindComposition();
  absl::Status FindFunctions();
  absl::Status FindComposed();
  absl::Status FindSecrets();
  absl::Status RunSteps(std::istream& in);
  absl::Status FetchAsked(const StepRun& run);
  // Gives the objects from index `first` on to the steps.
  absl::Status GiveSince(size_t first);

  // Reads objects in as few runs as possible, and adds those that exist.
  absl::Status Fetch(const std::vector<ObjectId>& ids, const std::string& role);
  absl::Status FetchTogether(const std::string& ns,
                             const std::vector<ObjectId>& ids,
                             const std::string& role);
  // Adds only the objects in `only`, if it is given.
  absl::Status FetchSelected(const fn::ResourceSelector& selector,
                             const std::string& role,
                             const std::set<ObjectId>* only = nullptr);
  absl::Status FetchSchema(const fn::SchemaSelector& selector,
                           const std::string& role);
  // Returns the object KIND.VERSION.GROUP/NAME; null if it does not exist.
  absl::StatusOr<Value> One(const ObjectId& id);
  void Add(Value object, std::string role);
  void Report(const std::vector<KubectlFault>& faults);
  SecretTexts HiddenTexts() const;
  const Value& composite() const { return objects_.front().value; }
  const Value* composition() const;
  absl::StatusOr<RenderSources> Sources();
  absl::StatusOr<YamlDocument> DocumentOf(const Found& found);

  const RenderOptions& options_;
  Kubectl& kubectl_;
  Pool* pool_;
  std::vector<Found> objects_;  // the first one is the composite
  std::set<ObjectId> known_;
  std::set<std::string> asked_;  // selectors, as strings
  std::vector<std::string> problems_;
  std::vector<std::string> notes_;
  std::set<std::string> secrets_;
  std::optional<PipelineInputs> inputs_;
};

}  // namespace loom
