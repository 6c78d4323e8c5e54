// SPDX-License-Identifier: Apache-2.0
// Coverage records which parts of a Composition take part in the reconciles of tests, for
// `function-loom test --coverage`. Each part has outcomes, and is covered once it has had
// all of them:
//
//   a patch                       applied
//   a string with expressions     evaluated
//   a condition (also `when`)     true, false
//   forEach                       empty, with one item, with several items
//   a row of a map or a match     used
//   an EnvironmentConfig          selected
//   a readiness check or rule     met, not met
//   a dependency                  waited for, met
//   an overlay                    applied
//   a reference                   resolved, not resolved
//   an identity                   established, pending
//   an entry of extraResources    found
//
// Steps that run in another process have no parts. A part is known by its location, so
// all tests that use the same file add to the same parts.
//
//   Coverage coverage;
//   coverage.Add(inputs.composition, inputs.routes);
//   Reconciliation result = control.Reconcile(deadline, &coverage);
//   std::string lines = CoverageText(coverage);
//
// An outcome counts even if the step fails later. What happens in a round that is
// repeated, because objects are missing, does not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "crossplane/call/observer.h"
#include "tools/run/pipeline.h"
#include "tools/run/runtimes.h"
#include "tools/workspace/composition.h"

namespace loom {

// A kind of parts, with the names of its outcomes.
struct CoverageKind {
  absl::string_view name;
  absl::Span<const absl::string_view> outcomes;
};

struct CoveragePart {
  const CoverageKind* kind;
  std::string path;  // resources[bucket].patches[1]
  YamlPosition at;
  // How often each outcome has occurred.
  std::vector<uint64_t> hits;

  size_t covered() const;
};

// The parts of a file, by their offsets.
using CoverageParts = std::map<size_t, CoveragePart>;

class Coverage : public Observer, public PipelineWatch {
 public:
  // Adds the parts of the steps that run in this process.
  void Add(const Composition& composition, const std::vector<Route>& routes);

  const std::map<std::string, CoverageParts>& files() const { return files_; }

  Observer* observer() override { return this; }
  void StepBegins(const PipelineStep& step,
                  const fn::RunFunctionRequest& request) override;
  void StepEnds(const PipelineStep& step,
                const fn::RunFunctionResponse& response) override;

  // For the rows of transforms, which depend on values.
  bool traces() const override { return true; }
  void Begins(Call& call) override;
  void Merged(size_t entry, const Value& config, absl::string_view to) override;
  void Tested(absl::string_view place, bool holds) override;
  void Listed(absl::string_view place, size_t count) override;
  void Patched(const Patch& patch, const PatchTrace& trace,
               const absl::Status& status) override;
  void EntryBegan(absl::string_view place, size_t index) override;
  void Decided(bool ready, absl::string_view why) override;

 private:
  // The parts of a step, by their locations in the input.
  using Parts = absl::flat_hash_map<std::string, CoveragePart*>;

  CoveragePart* Find(absl::string_view place) const;
  void Hit(absl::string_view place, size_t outcome);

  std::map<std::string, CoverageParts> files_;
  std::map<std::string, Parts> steps_;  // by the location of the step
  const Parts* current_ = nullptr;
  // Those of the running call.
  std::vector<std::pair<CoveragePart*, size_t>> hits_;
};

// How many outcomes have occurred, of how many.
struct CoverageCount {
  size_t covered = 0;
  size_t all = 0;

  static CoverageCount Of(const CoverageParts& parts);
  static CoverageCount Of(const Coverage& coverage);
  // Whether it is at least that many percent; true if there is nothing to cover.
  bool Reaches(int percent) const { return covered * 100 >= all * percent; }
};

}  // namespace loom
