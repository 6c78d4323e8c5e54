// SPDX-License-Identifier: Apache-2.0
// PlayTest plays a test in a simulated control plane: each step changes something, then
// the composite is reconciled until nothing changes any more, and then the expectations
// of the step are compared.
//
//   TestResult result = PlayTest(std::move(test), options, &files, &pool);
//
// What no expectation of a step allows is a failure:
//
//   * a composed resource is deleted, or is created again. Not the Usages of dependencies,
//     which lose nothing, and not what goes with a deleted composite
//   * a FATAL result, or another error that makes Synced False
//   * the API server refuses a composed resource
//   * after ten reconciles, a reconcile still changes something
//   * a function that runs elsewhere answers the same request differently
//
// Unless it is to keep going, a test ends with its first step that fails, because the next
// steps build on it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "data/fieldpath/path.h"
#include "tools/run/pipeline.h"
#include "tools/run/runtimes.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/simulation/api_server.h"
#include "tools/simulation/control_plane.h"
#include "tools/test_files/test_file.h"
#include "tools/yaml/reader.h"

namespace loom {

// What a failure is about. AddOrigins (tools/test/timeline/origins.h) says where it comes from.
struct FailureSubject {
  enum class Kind {
    kField,      // a field of the composite or of a composed resource
    kMissing,    // a composed resource that does not exist
    kPresent,    // a composed resource that exists
    kReadiness,  // that of the composite
    kPipeline,   // the step that has failed
  };
  Kind kind;
  // The owner and the path of the field in an explanation.
  std::string owner = {};
  std::vector<Segment> path = {};
};
// What holds in every step unless it is allowed; kNone is an expectation.
enum class TestRule {
  kNone,
  kDeleted,
  kRenamed,
  kError,
  kRefused,
  kUnsteady,
  kDiffers  // a step of the pipeline answers the same request differently
};

struct TestFailure {
  YamlPosition at;
  std::string message;
  // Further lines: the difference, and where the value comes from.
  std::vector<std::string> more = {};
  std::vector<FailureSubject> about = {};
  TestRule rule = TestRule::kNone;
  // What breaks the rule: a composed resource, or a step of the pipeline.
  std::string resource = {};
};

struct StepOfTest {
  std::string name;
  int reconciles = 0;
  // What each reconcile has changed: `creates network`, `changes App shop`.
  std::vector<std::string> changes = {};
  std::vector<TestFailure> failures = {};
};

struct TestResult {
  std::string name;
  std::string file = {};
  // Why the test could not be played; then it has no steps.
  absl::Status error = {};
  // Why it was not played, although it is right; then it has no steps.
  std::string skipped = {};
  // What was not checked.
  std::vector<std::string> notes = {};
  // The errors that lint finds in the files of the test.
  std::vector<TestFailure> findings = {};
  std::vector<StepOfTest> steps = {};
  absl::Duration time = {};

  bool passed() const;
  int reconciles() const;
};

class Coverage;

struct TestOptions {
  RuntimeOptions runtimes;
  absl::Duration timeout = absl::Minutes(1);
  // Whether to play the steps after one that fails.
  bool keep_going = false;
  // Called after each step, with the cluster as the step leaves it.
  std::function<void(const ApiServer&)> after_step = {};
  // Whether the shell commands of xprin's suites may run.
  bool allows_hooks = false;
  // Receives what takes part; may be null.
  Coverage* coverage = nullptr;
};

// A test that is played step by step, for those who decide on a step after the one
// before, or look at the cluster between two steps.
class SteppedTest {
 public:
  virtual ~SteppedTest() = default;

  // Creates the composite and the other objects.
  virtual absl::Status Begin() = 0;
  // Plays a step, which must outlive the call.
  virtual StepOfTest Play(const TestStep& step) = 0;
  virtual const ControlPlane& control() const = 0;
  // The last reconcile of the last step.
  virtual const Reconciliation& last() const = 0;
};

std::unique_ptr<SteppedTest> StepThrough(TestFile test,
                                         const TestOptions& options,
                                         Files* files, Pool* pool);
// Steps of a composite whose inputs are complete. The schemas may be those of several
// tests, and must outlive this.
std::unique_ptr<SteppedTest> StepThrough(PipelineInputs inputs,
                                         KindSchemas* schemas,
                                         const TestOptions& options,
                                         Pool* pool);

// Reads the definition and the schemas of a test, and completes its inputs. The
// schemas keep what `definition` holds.
absl::StatusOr<PipelineInputs> InputsOfTest(
    TestFile test, const TestOptions& options,
    std::optional<YamlDocument>* definition, KindSchemas* schemas, Files* files,
    Pool* pool);

TestResult PlayTest(TestFile test, const TestOptions& options, Files* files,
                    Pool* pool);

}  // namespace loom
