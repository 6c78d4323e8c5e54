// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/timeline.h"

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "crossplane/objects/status.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/dependencies/usages.h"
#include "tools/inputs/render_inputs.h"
#include "tools/provenance/graph.h"
#include "tools/run/documents.h"
#include "tools/run/input_secrets.h"
#include "tools/simulation/control_plane.h"
#include "tools/simulation/object_edits.h"
#include "tools/test/timeline/coverage.h"
#include "tools/test/timeline/expectations.h"
#include "tools/test/timeline/object_differences.h"
#include "tools/test/timeline/origins.h"
#include "tools/test/timeline/repeated_answers.h"
#include "tools/workspace/composition.h"

namespace loom {
namespace {

// A step that is not steady after so many reconciles never is.
constexpr int kMostReconciles = 10;
constexpr absl::string_view kPerson = "kubectl-edit";
constexpr absl::string_view kProvider = "provider";
constexpr absl::string_view kHeld = "test.example.org/held";

// A composed resource as it is between two changes.
struct Identity {
  std::string uid;
  ObjectKey key;
  bool is_being_deleted;
  // Whether it protects a prerequisite of a dependency, so nothing is lost with it.
  bool is_usage;
};
using Identities = std::map<std::string, Identity>;  // by their names

const Identity* Existing(const Identities& identities,
                         const std::string& name) {
  const auto found = identities.find(name);
  return found == identities.end() || found->second.is_being_deleted
             ? nullptr
             : &found->second;
}

class Timeline final : public SteppedTest {
 public:
  Timeline(TestFile test, const TestOptions& options, Files* files, Pool* pool)
      : options_(options),
        pool_(pool),
        api_(&own_schemas_),
        answers_(options.coverage) {
    auto inputs = InputsOfTest(std::move(test), options, &definition_,
                               &own_schemas_, files, pool);
    if (inputs.ok()) {
      control_ = std::make_unique<ControlPlane>(&api_, *std::move(inputs));
    } else {
      begun_ = inputs.status();
    }
  }
  Timeline(PipelineInputs inputs, KindSchemas* schemas,
           const TestOptions& options, Pool* pool)
      : options_(options),
        pool_(pool),
        api_(schemas),
        control_(std::make_unique<ControlPlane>(&api_, std::move(inputs))),
        answers_(options.coverage) {}

  absl::Status Begin() override {
    LOOM_RETURN_IF_ERROR(begun_);
    return control_->Begin();
  }

  const ControlPlane& control() const override { return *control_; }
  const Reconciliation& last() const override { return last_; }

  StepOfTest Play(const TestStep& step) override {
    step_ = &step;
    played_ = {.name = step.name};
    const Identities before = IdentitiesNow();
    shown_ = before;
    // The step deletes these, and no reconcile.
    for (const std::string& name : step.deletes) shown_.erase(name);
    failed_at_ = step.at;
    const absl::Status changed = Change();
    if (!changed.ok()) {
      const std::pair<std::string, std::string> lines =
          absl::StrSplit(changed.message(), absl::MaxSplits("\n  ", 1));
      Fail(failed_at_, lines.first,
           lines.second.empty() ? std::vector<std::string>()
                                : std::vector<std::string>{lines.second});
      return std::move(played_);
    }
    last_ = ReconcileUntilSteady();
    CheckRules(before, last_);
    CheckAnswers();
    absl::c_move(CheckExpectations(step.expect, *control_, last_),
                 std::back_inserter(played_.failures));
    return std::move(played_);
  }

 private:
  void Fail(const YamlPosition& at, std::string message,
            std::vector<std::string> more = {}, TestRule rule = TestRule::kNone,
            std::string resource = "", std::vector<FailureSubject> about = {}) {
    played_.failures.push_back({at, std::move(message), std::move(more),
                                std::move(about), rule, std::move(resource)});
  }

  Identities IdentitiesNow() const {
    Identities identities;
    for (const auto& [name, object] : control_->ComposedByName()) {
      identities[name] = {std::string(TextAt(*object, {"metadata", "uid"})),
                          ObjectKey::Of(*object), IsBeingDeleted(*object),
                          MayNameUsage(name) && IsMadeHere(*object)};
    }
    return identities;
  }

  // What the step changes, in the order of the fields in the reference.
  absl::Status Change() {
    LOOM_RETURN_IF_ERROR(UseComposition());
    for (const YamlDocument& object : step_->objects) {
      LOOM_RETURN_IF_ERROR(Put(object));
    }
    for (const RemovedObject& each : step_->removed) {
      const auto deleted = api_.Delete({std::string(GroupOf(each.api_version)),
                                        each.kind, each.ns, each.name});
      if (!deleted.ok()) return At(each.at, deleted.status());
    }
    if (step_->edit.has_value()) {
      const auto edited =
          api_.Patch(control_->edited_key(), *step_->edit->value, kPerson);
      if (!edited.ok()) return At(step_->edit->at, edited.status());
    }
    for (const auto& [name, patch] : step_->set) {
      LOOM_ASSIGN_OR_RETURN(const ObjectKey key, KeyOf(name, patch.at));
      const auto set = api_.Patch(key, *patch.value, kProvider);
      if (!set.ok()) return At(patch.at, set.status());
    }
    for (const auto& [name, details] : step_->details) {
      LOOM_RETURN_IF_ERROR(PublishDetails(name, details));
    }
    for (const std::string& name : step_->hold) {
      LOOM_RETURN_IF_ERROR(Edit(name, [](Value* object, Pool* pool) {
        AddFinalizer(kHeld, object, pool);
      }));
    }
    for (const std::string& name : step_->release) {
      LOOM_RETURN_IF_ERROR(Edit(name, [](Value* object, Pool* pool) {
        RemoveFinalizer(kHeld, object, pool);
      }));
    }
    for (const std::string& name : step_->deletes) {
      LOOM_ASSIGN_OR_RETURN(const ObjectKey key, KeyOf(name, step_->at));
      const auto deleted = api_.Delete(key);
      if (!deleted.ok()) return At(step_->at, deleted.status());
    }
    if (step_->delete_composite) {
      const auto deleted = api_.Delete(control_->edited_key());
      if (!deleted.ok()) return At(step_->at, deleted.status());
    }
    return absl::OkStatus();
  }

  // Returns the error, whose place Play reports.
  absl::Status At(const YamlPosition& at, const absl::Status& status) {
    failed_at_ = at;
    return status;
  }

  absl::StatusOr<ObjectKey> KeyOf(const std::string& name,
                                  const YamlPosition& at) {
    const Value* object = control_->Composed(name);
    if (object != nullptr) return ObjectKey::Of(*object);
    failed_at_ = at;
    return absl::NotFoundError(absl::StrCat(
        Quoted(name), " does not exist",
        control_->ComposedNames().empty()
            ? "\n  a step makes its changes before it reconciles, so set this "
              "in a later step"
            : absl::StrCat("; there are ",
                           absl::StrJoin(control_->ComposedNames(), ", "))));
  }

  template <typename Change>
  absl::Status Edit(const std::string& name, const Change& change) {
    LOOM_ASSIGN_OR_RETURN(const ObjectKey key, KeyOf(name, step_->at));
    Pool pool;
    Value object = Copy(*api_.Find(key), &pool);
    change(&object, &pool);
    return api_.Replace(std::move(object), kPerson).status();
  }

  absl::Status UseComposition() {
    if (!step_->composition.has_value()) return absl::OkStatus();
    YamlDocument document =
        step_->composition->Part({}, Copy(step_->composition->root, pool_));
    LOOM_ASSIGN_OR_RETURN(Composition composition,
                          TakeComposition(std::move(document)));
    LOOM_RETURN_IF_ERROR(CheckComposition(composition.document));
    LOOM_ASSIGN_OR_RETURN(std::vector<Route> routes,
                          RouteSteps(composition.steps, options_.runtimes, {}));
    if (options_.coverage != nullptr) {
      options_.coverage->Add(composition, routes);
    }
    control_->Use(std::move(composition), std::move(routes));
    return absl::OkStatus();
  }

  // Creates an object, or replaces what it had.
  absl::Status Put(const YamlDocument& document) {
    control_->Locate(document);
    const absl::StatusOr<bool> put = api_.Put(document.root);
    return put.ok() ? absl::OkStatus() : At(document.At({}), put.status());
  }

  // Writes the Secret to which a composed resource publishes its details.
  absl::Status PublishDetails(const std::string& name,
                              const LocatedValue& details) {
    LOOM_ASSIGN_OR_RETURN(const ObjectKey key, KeyOf(name, details.at));
    const auto id = ConnectionSecretOf(*api_.Find(key));
    if (!id.has_value()) {
      failed_at_ = details.at;
      return absl::FailedPreconditionError(absl::StrCat(
          Quoted(name),
          " has no spec.writeConnectionSecretToRef, so it publishes none"));
    }
    Pool pool;
    Value secret = Object();
    Set(secret, "apiVersion", Borrow("v1"), &pool);
    Set(secret, "kind", Borrow("Secret"), &pool);
    SetMetadata(secret, "name", id->name, &pool);
    SetMetadata(secret, "namespace", id->ns, &pool);
    Value& data = ObjectAt(secret, "data", &pool);
    for (const Member& member : Members(*details.value)) {
      Set(data, View(member.name),
          Text(absl::Base64Escape(ScalarText(&member.value)), &pool), &pool);
    }
    return api_.Apply(secret, kProvider, ObjectPart::kMain).status();
  }

  // Makes all composed resources ready that exist. Returns whether one was not.
  bool BecomeReady() {
    bool any = false;
    for (const std::string& name : control_->ComposedNames()) {
      Pool pool;
      Value object = Copy(*control_->Composed(name), &pool);
      for (const char* type : {"Synced", "Ready"}) {
        if (StatusOfCondition(object, type, &pool) == "True") continue;
        SetCondition(
            {.type = type,
             .status = "True",
             .reason = type[0] == 'S' ? "ReconcileSuccess" : "Available",
             .is_of_generation = false},
            api_.now(), &object, &pool);
      }
      any |= api_.Replace(std::move(object), kProvider).value_or(false);
    }
    return any;
  }

  Reconciliation ReconcileUntilSteady() {
    const int most = step_->reconciles.value_or(kMostReconciles);
    Reconciliation last;
    for (int i = 0; i < most; ++i) {
      bool changed = step_->become_ready && BecomeReady();
      changed |= control_->Settle();
      NoteDeletions(played_.reconciles + 1, {});
      api_.Tick(absl::Seconds(1));
      Remember();
      answers_.Clear();
      last = control_->Reconcile(absl::Now() + options_.timeout, watch());
      ++played_.reconciles;
      Note(last);
      changed |= control_->Settle();
      NoteDeletions(played_.reconciles, last.changes);
      is_steady_ = !last.wrote && !changed;
      if (is_steady_ && !step_->reconciles.has_value()) break;
    }
    return last;
  }

  // Only functions with an address run elsewhere.
  PipelineWatch* watch() {
    if (options_.runtimes.addresses.empty()) return options_.coverage;
    return &answers_;
  }

  // Keeps the composite as it is before a reconcile.
  void Remember() {
    if (control_->composite() == nullptr) return;
    before_ = std::make_unique<Remembered>();
    before_->root = DeepCopy(*control_->composite(), &before_->pool);
  }

  void Note(const Reconciliation& last) {
    for (const ComposedChange& each : last.changes) {
      const char* verb = each.kind == ComposedChange::Kind::kCreated ? "creates"
                         : each.kind == ComposedChange::Kind::kChanged
                             ? "changes"
                             : "deletes";
      NoteChange(played_.reconciles, verb, each.resource, each.key);
    }
  }

  void NoteChange(int reconcile, absl::string_view verb,
                  const std::string& resource, const ObjectKey& key) {
    played_.changes.push_back(absl::StrCat(reconcile, " ", verb, " ", resource,
                                           " (", Describe(key), ")"));
  }

  // What other controllers delete, such as the garbage collector once the composite is
  // deleted. `changes` are already noted.
  void NoteDeletions(int reconcile,
                     const std::vector<ComposedChange>& changes) {
    Identities now = IdentitiesNow();
    for (const auto& [name, was] : shown_) {
      const auto found = now.find(name);
      const bool is_gone = found == now.end() || found->second.uid != was.uid;
      const ObjectKey& key = was.key;
      const bool is_noted = absl::c_any_of(changes, [&key](const auto& each) {
        return each.kind == ComposedChange::Kind::kDeleted && each.key == key;
      });
      if (is_noted) continue;
      if (was.is_being_deleted) {
        if (is_gone) NoteChange(reconcile, "finishes deleting", name, key);
      } else if (is_gone || found->second.is_being_deleted) {
        NoteChange(reconcile, "deletes", name, key);
      }
    }
    shown_ = std::move(now);
  }

  // What holds in every step unless it is allowed.
  // An expectation that nothing could have met proves nothing.
  void CheckAllowances(const Identities& before, const Reconciliation& last) {
    const TestExpectations& expect = step_->expect;
    auto existed = [&](const std::string& name) {
      return before.contains(name) || control_->Composed(name) != nullptr;
    };
    for (const auto& [name, at] : expect.deleted) {
      if (existed(name)) continue;
      Fail(at, absl::StrCat(Quoted(name), " did not exist before this step"));
    }
    const Identities after = IdentitiesNow();
    for (const std::string& name : expect.renamed) {
      const auto was = before.find(name);
      const Identity* is = Existing(after, name);
      if (was != before.end() && is != nullptr && was->second.uid != is->uid) {
        continue;
      }
      Fail(step_->at,
           absl::StrCat(Quoted(name), " is not deleted and created again"));
    }
    for (const std::string& name : expect.refused) {
      if (absl::c_any_of(last.refused, [&name](const auto& each) {
            return each.first == name;
          })) {
        continue;
      }
      Fail(step_->at,
           absl::StrCat("the API server does not refuse ", Quoted(name)));
    }
    if (expect.unsteady && is_steady_) {
      Fail(step_->at, absl::StrCat("steady after ",
                                   Counted(played_.reconciles, "reconcile")));
    }
  }

  void CheckRules(const Identities& before, const Reconciliation& last) {
    const TestExpectations& expect = step_->expect;
    CheckIdentities(before);
    CheckAllowances(before, last);
    if (!last.error.ok() && !expect.fatal.has_value() && !ExpectsUnsynced()) {
      Fail(step_->at, std::string(last.error.message()), {}, TestRule::kError,
           "", {{FailureSubject::Kind::kPipeline}});
    }
    const absl::Status claimed = control_->claim_error();
    if (!claimed.ok() && !ExpectsUnsynced()) {
      Fail(step_->at, absl::StrCat("the claim: ", claimed.message()), {},
           TestRule::kError);
    }
    for (const auto& [name, why] : last.refused) {
      if (expect.refused.contains(name)) continue;
      Fail(step_->at,
           absl::StrCat("the API server refuses ", Quoted(name), ": ", why), {},
           TestRule::kRefused, name);
    }
    if (!is_steady_ && !expect.unsteady && !step_->reconciles.has_value()) {
      std::vector<std::string> more;
      more.reserve(last.changes.size());
      for (const ComposedChange& each : last.changes) {
        more.push_back(
            absl::StrCat("the last one still changes ", each.resource));
      }
      if (before_ != nullptr && control_->composite() != nullptr) {
        const PipelineInputs* inputs = control_->last_inputs();
        for (const std::string& each : DifferencesOf(
                 before_->root, *control_->composite(),
                 inputs == nullptr ? SecretTexts() : SecretsIn(*inputs))) {
          more.push_back(absl::StrCat("the composite alternates at ", each));
        }
      }
      Fail(step_->at,
           absl::StrCat("not steady after ", played_.reconciles, " reconciles"),
           std::move(more), TestRule::kUnsteady);
    }
  }

  // The same request gets the same bytes: functions that run elsewhere are called again
  // with the requests of the last reconcile.
  void CheckAnswers() {
    const PipelineInputs* inputs = control_->last_inputs();
    if (inputs == nullptr || !CallsOthers(*inputs)) return;
    const auto other =
        answers_.CallAgain(*inputs, absl::Now() + options_.timeout);
    if (!other.has_value() || step_->expect.differs.contains(other->step)) {
      return;
    }
    Fail(step_->at, other->message, other->fields, TestRule::kDiffers,
         other->step);
  }

  bool ExpectsUnsynced() const {
    return absl::c_any_of(
        step_->expect.conditions, [](const LocatedValue& each) {
          return ScalarText(Find(*each.value, "type")) == "Synced";
        });
  }

  void CheckIdentities(const Identities& before) {
    if (step_->delete_composite || control_->composite() == nullptr) return;
    const Identities after = IdentitiesNow();
    const TestExpectations& expect = step_->expect;
    for (const auto& [name, was] : before) {
      if (was.is_being_deleted || was.is_usage) continue;
      const Identity* now = Existing(after, name);
      const bool is_allowed = expect.renamed.contains(name) ||
                              step_->deletes.contains(name) ||
                              expect.deleted.contains(name);
      if (is_allowed || (now != nullptr && now->uid == was.uid)) continue;
      Fail(step_->at,
           now == nullptr
               ? absl::StrCat(Quoted(name), " is deleted")
               : absl::StrCat(Quoted(name), " is deleted and created again"),
           {now == nullptr
                ? absl::StrCat("if that is intended: expect: {deleted: [", name,
                               "]}")
                : absl::StrCat("if that is intended: expect: {renamed: [", name,
                               "]}")},
           now == nullptr ? TestRule::kDeleted : TestRule::kRenamed, name,
           {{FailureSubject::Kind::kMissing, OwnerOf(name)}});
    }
  }

  const TestOptions& options_;
  Pool* pool_;
  std::optional<YamlDocument> definition_;
  KindSchemas own_schemas_;
  ApiServer api_;
  absl::Status begun_;
  std::unique_ptr<ControlPlane> control_;
  RecordedAnswers answers_;
  const TestStep* step_ = nullptr;
  // What of the composed resources the notes of the step have shown.
  Identities shown_;
  Reconciliation last_;
  StepOfTest played_;
  YamlPosition failed_at_;  // of a change that is not possible
  bool is_steady_ = false;
  struct Remembered {
    Pool pool;
    Value root;
  };
  std::unique_ptr<Remembered> before_;
};

}  // namespace

bool TestResult::passed() const {
  return error.ok() && findings.empty() &&
         absl::c_all_of(steps, [](const StepOfTest& step) {
           return step.failures.empty();
         });
}

int TestResult::reconciles() const {
  int sum = 0;
  for (const StepOfTest& step : steps) sum += step.reconciles;
  return sum;
}

absl::StatusOr<PipelineInputs> InputsOfTest(
    TestFile test, const TestOptions& options,
    std::optional<YamlDocument>* definition, KindSchemas* schemas, Files* files,
    Pool* pool) {
  if (const auto& given = test.sources.definition) {
    *definition = given->Part({}, Copy(given->root, pool));
    schemas->Add(**definition);
  }
  for (const std::string& path : test.schemas) {
    std::istringstream nothing;
    LOOM_ASSIGN_OR_RETURN(std::vector<TextFile> texts,
                          ReadTexts(path, Depth::kAll, nothing));
    for (TextFile& text : texts) {
      schemas->Add(std::move(text.path), std::move(text.text));
    }
  }
  RenderOptions render;
  render.runtimes = options.runtimes;
  LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                        InputsOf(std::move(test.sources), render, files, pool));
  if (options.coverage != nullptr) {
    options.coverage->Add(inputs.composition, inputs.routes);
  }
  return inputs;
}

std::unique_ptr<SteppedTest> StepThrough(TestFile test,
                                         const TestOptions& options,
                                         Files* files, Pool* pool) {
  return std::make_unique<Timeline>(std::move(test), options, files, pool);
}

std::unique_ptr<SteppedTest> StepThrough(PipelineInputs inputs,
                                         KindSchemas* schemas,
                                         const TestOptions& options,
                                         Pool* pool) {
  return std::make_unique<Timeline>(std::move(inputs), schemas, options, pool);
}

TestResult PlayTest(TestFile test, const TestOptions& options, Files* files,
                    Pool* pool) {
  const absl::Time began = absl::Now();
  TestResult result{.name = test.name};
  const YamlDocument* document = test.document;
  const std::vector<TestStep> steps = std::move(test.steps);
  test.steps.clear();
  const std::unique_ptr<SteppedTest> stepped =
      StepThrough(std::move(test), options, files, pool);
  result.error = stepped->Begin();
  if (result.error.ok()) {
    for (const TestStep& step : steps) {
      result.steps.push_back(stepped->Play(step));
      if (options.after_step) options.after_step(stepped->control().api());
      std::vector<TestFailure>& failures = result.steps.back().failures;
      if (failures.empty()) continue;
      AddOrigins(*document,
                 absl::MakeConstSpan(steps).first(result.steps.size()),
                 stepped->control(), absl::Now() + options.timeout, &failures);
      if (!options.keep_going) break;
    }
  }
  result.time = absl::Now() - began;
  return result;
}

}  // namespace loom
