// SPDX-License-Identifier: Apache-2.0
// LifeRun plays a random life of a composite step by step, and checks what must hold in
// every one. A life is a tree with the fields of a test (package/schema/test.json):
//
//   {composite: {…}, steps: [{set: {network: {status: {id: a}}}}, {edit: {spec: …}}]}
//
//   LOOM_ASSIGN_OR_RETURN(auto stage,
//                         LifeStage::Make(std::move(test), options, &files, &pool));
//   LifeRun run(stage.get(), stage->composite(), &pool);
//   run.Take(*ParseJson(R"({"delete": ["network"]})", &pool));
//   run.Finish();
//   if (run.failure().has_value()) std::cout << run.failure()->message;
//
// The rules:
//
//   every step               no FATAL result and no other error of Crossplane. The API
//                            server refuses no composed resource. The composite is
//                            steady after at most ten reconciles, the last of which
//                            changes nothing
//   a status or connection   nothing is deleted or created again, except for the Usages of
//     details arrive or        a resource that was deleted. A status has the same value
//     disappear, a resource    whenever it is there
//     becomes ready or not,
//     or it is deleted behind
//     Crossplane's back
//   an edit of the           may delete something, and create it again
//     composite
//   an edit that only        does not give a resource what another one had: its name
//     removes or moves         depends on a position
//     items of lists
//   an object changes        may delete something, or end in an error
//   the end                  all composed resources report everything and become ready,
//                            until no new ones appear: the composite is ready
//
// A FATAL result of a step that asks for an object that the test does not have is not
// the fault of the Composition; the life ends there. So does one with a step that cannot
// be taken. Nor is it a fault if a resource waits for such an object until the end.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/run/pipeline.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/test/random/status_words.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"
#include "tools/workspace/template_names.h"
#include "tools/yaml/reader.h"

namespace loom {

// Returns whether the API server accepts a composite.
bool IsValidComposite(const Value& composite, KindSchemas* schemas);

// What all lives of a test have in common.
class LifeStage {
 public:
  // `options`, `files` and `pool` must outlive the stage.
  static absl::StatusOr<std::unique_ptr<LifeStage>> Make(
      TestFile test, const TestOptions& options, Files* files, Pool* pool);

  // The composite of the test.
  const Value& composite() const { return inputs_->composite.root; }
  // The schema of spec, as the author of the definition wrote it; nullptr for none.
  const Value* spec_schema() const { return spec_schema_; }
  StatusWords& words() { return *words_; }
  const std::vector<YamlDocument>& objects() const {
    return inputs_->given.resources.documents();
  }
  bool IsValid(const Value& composite);
  // Returns the name of the template that makes a resource.
  std::string TemplateOf(const std::string& resource) const;

  std::unique_ptr<SteppedTest> Begin(const Value& composite, Pool* pool);
  YamlDocument Document(const Value& object, Pool* pool) const;

 private:
  explicit LifeStage(const TestOptions& options) : options_(options) {}

  const TestOptions& options_;
  KindSchemas schemas_;
  std::optional<YamlDocument> definition_;
  std::optional<PipelineInputs> inputs_;
  const Value* spec_schema_ = nullptr;
  std::unique_ptr<StatusWords> words_;
  TemplateNames templates_;
};

enum class LifeRule {
  kDeleted,
  kRenamed,
  kError,
  kRefused,
  kUnsteady,
  kDiffers,
  kMoved,
  kNeverReady
};

// Returns a word for the names of tests: deleted, error, …
absl::string_view WordFor(LifeRule rule);

struct LifeFailure {
  LifeRule rule;
  // Where in the Composition: two failures of the same rule at the same location are the
  // same.
  std::string place;
  std::string message;
};

class LifeRun {
 public:
  // The stage, the composite and the pool must outlive the run.
  LifeRun(LifeStage* stage, const Value& composite, Pool* pool);
  ~LifeRun();

  // Plays a step. Returns false if the life has ended.
  bool Take(const Value& step);
  // Plays the end of the life, unless it has ended.
  void Finish();

  const ControlPlane& control() const { return stepped_->control(); }
  const std::optional<LifeFailure>& failure() const { return failure_; }
  bool has_ended() const { return has_ended_; }
  // The object without which the life could not go on; "" for none.
  const std::string& missing() const { return missing_; }
  // The steps as a test has them, with what they must expect.
  const Value& written() const { return written_; }
  int steps() const { return static_cast<int>(written_.Size()); }
  int reconciles() const { return reconciles_; }

 private:
  struct Bodies;
  // A string that a resource has from another one.
  struct Move {
    std::string resource;
    std::string other;
    std::string path;
    std::string text;  // which it had before
  };

  void Look(const Value& step, const StepOfTest& played, Value* expect);
  void LookForError(const Value& step, const TestFailure& failure);
  static std::optional<Move> MoveBetween(const Bodies& before,
                                         const Bodies& after);
  void LookForMoves(const Bodies& before, Value* expect);
  void CheckReady();
  void Fail(LifeRule rule, std::string place, std::string message);

  LifeStage* stage_;
  Pool* pool_;
  std::unique_ptr<SteppedTest> stepped_;
  std::optional<LifeFailure> failure_;
  bool has_ended_ = false;
  std::string missing_;
  std::set<std::string> usages_;  // that exist before a step
  Value written_{rapidjson::kArrayType};
  int reconciles_ = 0;
};

// Returns the step of a life as that of a test, without expectations. The step must
// outlive the result.
TestStep AsTestStep(const LifeStage& stage, const Value& step, Pool* pool);

// Returns the step in which all composed resources report everything and become ready.
Value LastStepOf(LifeStage* stage, const ControlPlane& control, Pool* pool);

// Returns the object that the test does not have, and for which a composed resource waits;
// "" for none.
std::string AwaitedObject(const Reconciliation& last);

// Plays a whole life.
std::unique_ptr<LifeRun> PlayLife(LifeStage* stage, const Value& life,
                                  Pool* pool);

}  // namespace loom
