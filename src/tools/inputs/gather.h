// SPDX-License-Identifier: Apache-2.0
// Gather collects from a cluster what a render of one composite needs, and writes nothing
// there.
//
//   Gather gather(options, &kubectl, &pool);
//   LOOM_RETURN_IF_ERROR(gather.Run(std::cin));
//   std::string text = gather.Text({});         // for --from
//   PipelineInputs inputs = gather.Inputs();    // for --cluster
//
// It reads, in this order, and of the same namespace with one run of kubectl:
//
//   the object            a claim leads to its composite
//   definitions           which one is that of the composite
//   the Composition       the revision that the composite names, as a Composition
//   Functions             those of its steps
//   composed resources    what spec.resourceRefs names, by the label of the composite if
//                         there are many of a kind
//   Secrets               with connection details, and credentials of steps
//   what steps ask for    round by round, until nothing new is asked for
//
// So 500 composed resources of a kind take about ten runs of kubectl, and a second: it sends
// five requests per second, one for each name. What cannot
// be read is a problem, and the rest is gathered all the same:
//
//   cannot read: Error from server (Forbidden): secrets "db" is forbidden: …
//     kubectl auth can-i get secrets -n team-a
//
// A step of a function that is not built in is left out (RuntimeOptions::skips_foreign).
// What it makes is among the observed resources.
#pragma once

#include <istream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "data/value/value.h"
#include "tools/inputs/kubectl.h"
#include "tools/inputs/render_options.h"
#include "tools/inputs/render_sources.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

struct GatheredTextOptions {
  // The values of Secrets, which are "(redacted)" otherwise.
  bool secrets = false;
  bool managed_fields = false;
};

class Gather {
 public:
  // `options` name the composite (`composite`), and what replaces a part.
  Gather(const RenderOptions& options, Kubectl* kubectl, Pool* pool)
      : options_(options), kubectl_(*kubectl), pool_(pool) {}

  // InvalidArgument: the cluster cannot be reached. FailedPrecondition: there is no such
  // composite, or it cannot be read. `in` is read where a file is named `-`.
  absl::Status Run(std::istream& in);

  // One YAML file. A comment above each document says what it is.
  std::string Text(const GatheredTextOptions& options) const;
  // Whether the steps could be run with what was read.
  bool has_inputs() const { return inputs_.has_value(); }
  // Call it once, after Run.
  PipelineInputs Inputs() { return *std::move(inputs_); }

  // What could not be read: a line each, and below it what shows it.
  const std::vector<std::string>& problems() const { return problems_; }
  // What a person should know besides.
  const std::vector<std::string>& notes() const { return notes_; }
  // The values of all Secrets.
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
  // Reads what a step has asked for.
  absl::Status FetchAsked(const StepRun& run);
  // Gives to the steps what was found from that one on.
  absl::Status GiveSince(size_t first);

  // Reads objects, in as few runs as possible, and adds those that are there.
  absl::Status Fetch(const std::vector<ObjectId>& ids, const std::string& role);
  absl::Status FetchTogether(const std::string& ns,
                             const std::vector<ObjectId>& ids,
                             const std::string& role);
  // Those of `only`, if it is given.
  absl::Status FetchSelected(const fn::ResourceSelector& selector,
                             const std::string& role,
                             const std::set<ObjectId>* only = nullptr);
  absl::Status FetchSchema(const fn::SchemaSelector& selector,
                           const std::string& role);
  // The object of a KIND.VERSION.GROUP/NAME; null: it is not there.
  absl::StatusOr<Value> One(const ObjectId& id);
  void Add(Value object, std::string role);
  void Report(const std::vector<KubectlFault>& faults);
  const Value& composite() const { return objects_.front().value; }
  const Value* composition() const;
  absl::StatusOr<RenderSources> Sources();
  absl::StatusOr<YamlDocument> DocumentOf(const Found& found);

  const RenderOptions& options_;
  Kubectl& kubectl_;
  Pool* pool_;
  std::vector<Found> objects_;  // the first one is the composite
  std::set<ObjectId> known_;
  std::set<std::string> asked_;  // selectors, as text
  std::vector<std::string> problems_;
  std::vector<std::string> notes_;
  std::set<std::string> secrets_;
  std::optional<PipelineInputs> inputs_;
};

}  // namespace loom
