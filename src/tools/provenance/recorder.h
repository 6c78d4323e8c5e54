// SPDX-License-Identifier: Apache-2.0
// Recorder builds the Explanation of a pipeline while it runs. It receives the events
// (crossplane/call/observer.h, PipelineWatch) and compares the objects: a field whose
// value after an event differs from the value before was written by that event.
//
// A change that no event explains was made by the section that has just run or, if the
// step does not run in process, by its function. So every field has an origin.
//
// A function is called again when something that it asked for has been found. Only its
// last call counts.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "crossplane/call/observer.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/provenance/explanation.h"
#include "tools/provenance/object_graph.h"
#include "tools/provenance/sources.h"
#include "tools/run/pipeline.h"

namespace loom {

// What sections report about resources, keyed by their names.
struct NotReadyReport {
  // Short reasons why they are not ready, or stay although no step desires them.
  std::map<std::string, std::string, std::less<>> why;
  // The resources that they depend on and wait for.
  std::map<std::string, std::set<std::string>, std::less<>> waits_for;
  // The names of the input of those that keep an alias.
  std::map<std::string, std::string, std::less<>> named;
};
// The key of the composite in `why`, if the input decides that it is not ready.
inline constexpr absl::string_view kCompositeItself = "";

// The message of a step that left a field as it is observed.
inline constexpr absl::string_view kKept = "keeps what is observed";

class Recorder : public Observer, public PipelineWatch {
 public:
  // `inputs` must outlive the recorder. `secrets` are values that must not be shown, in
  // addition to those in the inputs.
  explicit Recorder(const PipelineInputs& inputs,
                    const std::set<std::string>& secrets = {});

  // Records the names and namespaces that Crossplane applies instead of those that the
  // pipeline desires.
  void Apply(const PipelineOutcome& outcome);
  // Returns what was recorded, without the summary (AddSummary).
  Explanation Take() { return graph_.Take(); }
  const NotReadyReport& not_ready() const { return not_ready_; }

  Observer* observer() override { return this; }
  void StepBegins(const PipelineStep& step,
                  const fn::RunFunctionRequest& request) override;
  void StepEnds(const PipelineStep& step,
                const fn::RunFunctionResponse& response) override;

  void Begins(Call& call) override;
  void Merged(size_t entry, const Value& config, absl::string_view to) override;
  bool traces() const override { return true; }
  void Asked(const TemplateUse& use, absl::string_view member,
             const absl::Status& why, bool made) override;
  void Began(const TemplateUse& use, const Value& object) override;
  void Named(const Value& object) override;
  void Patched(const Patch& patch, const PatchTrace& trace,
               const absl::Status& status) override;
  void Adopted(absl::string_view id, absl::string_view name,
               absl::string_view alias) override;
  void Kept(const Patch& patch, const Value& to) override;
  void Dropped(const Value& object) override;
  void Withheld() override;
  void Ended(const Value* object) override;
  void Selected(absl::string_view resource) override;
  void EntryBegan(absl::string_view place, size_t index) override;
  void Read(const FieldUse& field) override;
  void Wrote(const FieldUse& field) override;
  void NotReady(absl::string_view resource, absl::string_view why) override;
  void Waits(absl::string_view resource, absl::string_view other) override;
  void Decided(bool ready, absl::string_view why) override;
  void Stays(absl::string_view resource, const Value& object,
             absl::string_view why) override;
  void Removed(absl::string_view resource, absl::string_view place) override;
  void Ran(absl::string_view section, Call& call, const Outcome& outcome,
           const absl::Status& status) override;

 private:
  // An entry of a section, for one field that it fills.
  struct Entry {
    std::string place;
    size_t index = 0;
    std::vector<Origin> from;
  };
  struct Writing {
    std::string owner, path;
    Entry entry;
    bool kept = false;
  };
  struct CallState {
    std::string resource;  // of the template that is being rendered; ""
    size_t index = 0;      // of that template
    const LoopItem* item = nullptr;
    size_t patches = 0;
    // The field that an overlay writes, whose expressions read the desired resource.
    std::string overlaid;
    std::vector<ExplainedStep> merges;
    // What expressions have selected since the last event that took them.
    std::set<std::string, std::less<>> selected;
    // The entries and writes of the running section.
    std::vector<Entry> entries;
    std::vector<Writing> writings;
  };
  using Writer = std::function<ExplainedStep(const Leaf&)>;

  // Compares an object with its recorded state, and records the fields that have
  // changed or were written again without a change.
  void Sync(const std::string& owner, const Value& object, const Writer& writer,
            const std::function<bool(const Leaf&)>& again = nullptr);
  void AddRequirements(const PipelineStep& step,
                       const fn::RunFunctionResponse& response);
  void SyncDetails(const PipelineStep& step, const fn::Resource& composite);
  void AddSourceOfDetail(const Value& entry, const std::string& resource,
                         ExplainedStep* step);
  // Records that each field of the object has the observed value of the resource.
  void SyncObserved(absl::string_view resource, const Value& object,
                    const ExplainedStep& step);
  void SyncDesired(const fn::State& desired, const Writer& writer);
  void SyncContext(const google::protobuf::Struct& message,
                   const Writer& writer);
  // Records the fields of the environment that configs and default data wrote.
  void WriteMerges(absl::string_view section, const Value& environment);

  // Returns the step that wrote a leaf: from the entry that reported it, or from the
  // only entry.
  ExplainedStep SectionStep(absl::string_view section, const CallState& ran,
                            const std::string& owner, const Leaf& leaf);
  // Adds the origins of the expressions in a string at a location in the input.
  void AddOriginsOfText(const std::string& text, const std::string& place,
                        ExplainedStep* step);
  ExplainedStep BaseStep(absl::string_view kind, const Leaf& leaf) const;
  void WriteConditions(const CallState& ran, const Outcome& outcome);
  void AddWithheld(absl::string_view section, const Outcome& outcome);
  bool IsWithheld(absl::string_view resource) const;
  ExplainedStep NewStep(absl::string_view kind) const;
  ExplainedStep PatchStep(const Patch& patch);
  // Returns what a patch reads, at its path or at a path inside it.
  std::vector<Origin> OriginsOf(const Patch& patch, const PatchTrace& trace,
                                absl::Span<const Segment> inside = {});
  std::vector<Origin> OriginsOfField(const FieldUse& field);
  std::vector<Origin> OriginsAt(Endpoint endpoint, const Value* from,
                                const std::vector<Segment>& path);
  std::vector<ExplainedTransform> TransformsOf(const Patch& patch,
                                               const PatchTrace& trace);
  void MissPatch(const Patch& patch, const PatchTrace& trace,
                 const absl::Status& status);
  std::string MissingSource(const Patch& patch,
                            const std::vector<Origin>& from) const;

  // Returns the origins of an expression at a location in the input, which has made a
  // value or nothing: the expression, followed by what it reads (expression_events.cc).
  // What a value with a name reads is listed once, however often it is read.
  std::vector<Origin> OriginsOfExpression(const std::string& text,
                                          const std::string& place,
                                          const Value* made);
  std::vector<Origin> OriginsOfRead(const ExpressionRead& read);
  std::vector<Origin> OriginsInState(const ExpressionRead& read);
  bool HasDetail(const std::string& resource,
                 absl::Span<const Segment> path) const;
  std::vector<Origin> OriginsOfComputed(const ExpressionRead& read);
  std::vector<Origin> OriginsOfItem(const std::vector<Segment>& path);
  std::string PlaceOfValue(const std::string& name) const;
  std::vector<std::string> ExpressionsOfNamed(const std::string& name) const;
  std::vector<Origin> OriginsOfValue(const std::string& name);
  std::vector<Origin> FieldOrigins(const std::string& owner,
                                   absl::Span<const Segment> path) const;
  // `values`: those that were asked before.
  bool MayReadSecrets(const ExpressionRead& read,
                      std::set<std::string>* values) const;
  // Return the location of a field of a template, and the string there.
  std::string InTemplate(absl::string_view member) const;
  std::string TextAt(const std::string& place) const;

  const PipelineInputs& inputs_;
  const SourceFiles files_;
  const ExplainedSecrets secrets_;
  const std::string composite_;  // "XApp shop"
  Pool pool_;
  const PipelineStep* step_ = nullptr;
  ProvenanceGraph graph_;
  ProvenanceGraph before_;  // before the call
  CallState call_;
  // The values that the expression has read so far, unless there is none.
  std::optional<std::set<std::string>> values_read_;
  NotReadyReport not_ready_;
};

// Completes the explanation of a recorder with the composite, its resources, the
// reasons why it is not ready, and the requirements. If a step has failed, it shows
// what was known until then.
//
// A resource is ready if the last step reported it as ready. Otherwise the reason is
// that it is not observed yet, that it was withheld, what the `readiness` section
// reports, or its Ready condition. Reasons that wait for no other one come first.
void AddSummary(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                const NotReadyReport& not_ready, Explanation* explanation);

}  // namespace loom
