// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/life.h"

#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/validation_rules.h"
#include "tools/simulation/object_edits.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

constexpr int kMostRounds = 8;

constexpr std::pair<LifeRule, absl::string_view> kRuleWords[] = {
    {LifeRule::kDeleted, "deleted"},   {LifeRule::kRenamed, "created-again"},
    {LifeRule::kError, "error"},       {LifeRule::kRefused, "refused"},
    {LifeRule::kUnsteady, "unsteady"}, {LifeRule::kDiffers, "differs"},
    {LifeRule::kMoved, "moved"},       {LifeRule::kNeverReady, "never-ready"}};

// Returns a message without the values that differ from life to life: numbers and what
// is in quotes.
std::string WithoutValues(absl::string_view message) {
  std::string out;
  bool quoted = false;
  for (char c : message.substr(0, message.find(", then "))) {
    if (c == '"') quoted = !quoted;
    if (!quoted && !absl::ascii_isdigit(c)) out += c;
  }
  return out;
}

// Returns what the API server refuses first: `status.size`.
std::string FirstViolation(absl::string_view message) {
  constexpr absl::string_view kInvalid = " is invalid: ";
  const size_t at = message.find(kInvalid);
  if (at == message.npos) return WithoutValues(message);
  message.remove_prefix(at + kInvalid.size());
  return WithoutValues(message.substr(0, message.find(": ")));
}

// Returns the location at which a step failed: spec.pipeline[0].input.resources[1]…
std::string PlaceOfError(const absl::Status& status,
                         const std::string& otherwise) {
  const absl::string_view message = status.message();
  const size_t at = message.find("\n  at ");
  if (at == message.npos) return FirstViolation(otherwise);
  absl::string_view line = message.substr(at + 6);
  line = line.substr(0, line.find('\n'));
  return std::string(line.substr(line.find(' ') + 1));
}

// Whether the items of lists that differ are, in the later value, some of the earlier
// ones, and nothing else differs.
bool OnlyMovesItems(const Value& before, const Value& after) {
  if (Equal(before, after)) return true;
  if (before.IsArray() && after.IsArray()) {
    std::multiset<std::string> items;
    for (const Value& each : Items(before)) {
      items.insert(CompactJson(each).value_or(""));
    }
    return absl::c_all_of(Items(after), [&](const Value& each) {
      auto found = items.find(CompactJson(each).value_or(""));
      if (found == items.end()) return false;
      items.erase(found);
      return true;
    });
  }
  if (!before.IsObject() || !after.IsObject() ||
      before.MemberCount() != after.MemberCount()) {
    return false;
  }
  return absl::c_all_of(Members(before), [&](const Member& member) {
    const Value* there = Find(after, View(member.name));
    return there != nullptr && OnlyMovesItems(member.value, *there);
  });
}

using Leaves = std::map<std::string, std::string>;

// The strings of a value, by their paths.
void AddLeaves(const Value& value, const std::string& path, Leaves* leaves) {
  if (value.IsString()) (*leaves)[path] = std::string(View(value));
  if (value.IsArray()) {
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      AddLeaves(ItemAt(value, i), absl::StrCat(path, "[", i, "]"), leaves);
    }
  }
  if (!value.IsObject()) return;
  for (const Member& each : Members(value)) {
    const absl::string_view name = View(each.name);
    if (path.empty() && (name == "metadata" || name == "status")) continue;
    AddLeaves(each.value, absl::StrCat(path, path.empty() ? "" : ".", name),
              leaves);
  }
}

// The strings in items of lists.
void AddItemTexts(const Value& value, bool in_list,
                  std::set<std::string>* texts) {
  if (value.IsString() && in_list) texts->emplace(View(value));
  if (value.IsArray()) {
    for (const Value& each : Items(value)) AddItemTexts(each, true, texts);
  }
  if (!value.IsObject()) return;
  for (const Member& each : Members(value)) {
    AddItemTexts(each.value, in_list, texts);
  }
}

void AddToList(absl::string_view field, const std::string& text, Value* object,
               Pool* pool) {
  Value& list = FindOrAdd(*object, field, pool);
  if (!list.IsArray()) list = Array();
  list.PushBack(Text(text, pool), pool->allocator());
}

// A merge patch with one field: {spec: {a: value}} for spec.a.
Value FieldAt(absl::string_view path, Value value, Pool* pool) {
  const size_t dot = path.find('.');
  Value object = Object();
  const absl::string_view name = pool->Keep(path.substr(0, dot));
  Set(object, name,
      dot == path.npos ? std::move(value)
                       : FieldAt(path.substr(dot + 1), std::move(value), pool),
      pool);
  return object;
}

std::map<std::string, LocatedValue> ByName(const Value* object) {
  std::map<std::string, LocatedValue> values;
  if (object == nullptr || !object->IsObject()) return values;
  for (const Member& member : Members(*object)) {
    values[std::string(View(member.name))] = {.value = &member.value};
  }
  return values;
}

bool HasAny(const Value& step, std::initializer_list<absl::string_view> names) {
  return absl::c_any_of(names, [&](absl::string_view name) {
    return Find(step, name) != nullptr;
  });
}

// Whether the garbage collector deletes an object with the resource that it is about: the
// user of another one owns its Usage.
bool GoesWithItsUser(const Value& object) {
  return (Kind(object) == "Usage" || Kind(object) == "ClusterUsage") &&
         Dig(object, {"spec", "by"}) != nullptr;
}

// An object that a step has asked for. The values of labels differ from life to life.
std::string Described(const StepRequirement& asked) {
  const std::string& name = asked.selector.match_name();
  return absl::StrCat(
      asked.selector.kind(), " ",
      name.empty() ? "by labels" : absl::StrCat("\"", name, "\""));
}

// Whether a text has the name of an object, and not only as a part of another name.
bool HasName(absl::string_view text, absl::string_view name) {
  auto is_part = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' ||
           c == '.';
  };
  for (size_t at = text.find(name); at != text.npos;
       at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_part(text[at - 1])) &&
        (end == text.size() || !is_part(text[end]))) {
      return true;
    }
  }
  return false;
}

PipelineInputs InputsWith(const PipelineInputs& inputs, const Value& composite,
                          Pool* pool) {
  std::optional<YamlDocument> definition;
  if (inputs.definition.has_value()) {
    definition =
        inputs.definition->Part({}, Copy(inputs.definition->root, pool));
  }
  std::vector<YamlDocument> given;
  given.reserve(inputs.given.resources.documents().size());
  for (const YamlDocument& each : inputs.given.resources.documents()) {
    given.push_back(each.Part({}, Copy(each.root, pool)));
  }
  const YamlDocument& composition = inputs.composition.document;
  return {
      .composite = inputs.composite.Part({}, Copy(composite, pool)),
      .is_modern = inputs.is_modern,
      .definition = std::move(definition),
      .composition = {composition.Part({}, Copy(composition.root, pool)),
                      inputs.composition.steps},
      .routes = inputs.routes,
      .given = {.resources = GivenResources(std::move(given)), .schemas = {}},
      .credentials = inputs.credentials};
}

// The schema of spec in the definition of a kind.
const Value* SpecSchemaOf(const KindSchema* kind) {
  if (kind == nullptr || kind->definition == nullptr) return nullptr;
  const Value& version =
      ItemsAt(kind->definition->root, {"spec", "versions"})[kind->version];
  return Dig(version, {"schema", "openAPIV3Schema", "properties", "spec"});
}

}  // namespace

TestStep AsTestStep(const LifeStage& stage, const Value& step, Pool* pool) {
  TestStep made;
  if (const Value* edit = Find(step, "edit")) {
    made.edit = LocatedValue{.value = edit};
  }
  made.set = ByName(Find(step, "set"));
  made.details = ByName(Find(step, "details"));
  made.become_ready = Find(step, "become") != nullptr;
  for (const Value& name : ItemsAt(step, {"delete"})) {
    made.deletes.insert(ScalarText(&name));
  }
  for (const Value& object : ItemsAt(step, {"objects"})) {
    made.objects.push_back(stage.Document(object, pool));
  }
  for (const Value& each : ItemsAt(step, {"remove"})) {
    made.removed.push_back({ScalarText(Find(each, "apiVersion")),
                            ScalarText(Find(each, "kind")),
                            ScalarText(Find(each, "namespace")),
                            ScalarText(Find(each, "name")), YamlPosition()});
  }
  return made;
}

absl::string_view WordFor(LifeRule rule) {
  for (const auto& [each, word] : kRuleWords) {
    if (each == rule) return word;
  }
  return "";
}

absl::StatusOr<std::unique_ptr<LifeStage>> LifeStage::Make(
    TestFile test, const TestOptions& options, Files* files, Pool* pool) {
  std::unique_ptr<LifeStage> stage(new LifeStage(options));
  LOOM_ASSIGN_OR_RETURN(
      stage->inputs_,
      InputsOfTest(std::move(test), options, &stage->definition_,
                   &stage->schemas_, files, pool));
  const Value& composite = stage->composite();
  stage->spec_schema_ = SpecSchemaOf(
      stage->schemas_.Find(ApiVersion(composite), Kind(composite)));
  const Composition& composition = stage->inputs_->composition;
  for (const PipelineStep& step : composition.steps) {
    if (step.input == nullptr) continue;
    // Copies of the step share the plan.
    PlannedInputOf(step);
    stage->templates_.Add(*step.input);
  }
  stage->words_ = std::make_unique<StatusWords>(composition, &stage->schemas_);
  return stage;
}

bool IsValidComposite(const Value& composite, KindSchemas* schemas) {
  Pool pool;
  const KindSchema* kind =
      schemas->Find(ApiVersion(composite), Kind(composite));
  if (kind == nullptr || kind->schema == nullptr) return true;
  Value completed = Copy(composite, &pool);
  FillDefaults(*kind->schema, completed, &pool);
  return ViolationsOf(*kind->schema, completed, &pool).empty() &&
         CheckRules(*kind->schema, completed, &pool).violations.empty();
}

bool LifeStage::IsValid(const Value& composite) {
  return IsValidComposite(composite, &schemas_);
}

std::string LifeStage::TemplateOf(const std::string& resource) const {
  const std::string found = templates_.TemplateOf(resource);
  return found.empty() ? WithoutValues(resource) : found;
}

std::unique_ptr<SteppedTest> LifeStage::Begin(const Value& composite,
                                              Pool* pool) {
  return StepThrough(InputsWith(*inputs_, composite, pool), &schemas_, options_,
                     pool);
}

YamlDocument LifeStage::Document(const Value& object, Pool* pool) const {
  return inputs_->composite.Part({}, Copy(object, pool));
}

Value LastStepOf(LifeStage* stage, const ControlPlane& control, Pool* pool) {
  Value step = Object();
  Value set = Object(), details = Object();
  for (const std::string& name : control.ComposedNames()) {
    const Value& object = *control.Composed(name);
    if (IsBeingDeleted(object)) continue;
    Value report = stage->words().Report(object, name, nullptr, pool);
    if (!report.ObjectEmpty()) {
      Set(set, pool->Keep(name), std::move(report), pool);
    }
    if (Dig(object, {"spec", "writeConnectionSecretToRef", "name"}) ==
        nullptr) {
      continue;
    }
    Value keys = Object();
    for (const std::string& key : stage->words().details()) {
      Set(keys, pool->Keep(key), Text(absl::StrCat(key, "-", name), pool),
          pool);
    }
    if (!keys.ObjectEmpty()) {
      Set(details, pool->Keep(name), std::move(keys), pool);
    }
  }
  if (!set.ObjectEmpty()) Set(step, "set", std::move(set), pool);
  if (!details.ObjectEmpty()) Set(step, "details", std::move(details), pool);
  Set(step, "become", Borrow("ready"), pool);
  return step;
}

// The strings of the composed resources, and of the composite, before a step.
struct LifeRun::Bodies {
  struct Body {
    std::string kind;
    std::string uid;
    Leaves leaves;
  };
  Pool pool;
  Value spec;
  std::map<std::string, Body> composed;

  explicit Bodies(const ControlPlane& control) {
    if (control.composite() == nullptr) return;
    if (const Value* found = Find(*control.composite(), "spec")) {
      spec = DeepCopy(*found, &pool);
    }
    for (const std::string& name : control.ComposedNames()) {
      const Value& object = *control.Composed(name);
      Body& body = composed[name];
      body.kind = absl::StrCat(ApiVersion(object), " ", Kind(object));
      body.uid = std::string(TextAt(object, {"metadata", "uid"}));
      AddLeaves(object, "", &body.leaves);
    }
  }
};

LifeRun::LifeRun(LifeStage* stage, const Value& composite, Pool* pool)
    : stage_(stage), pool_(pool), stepped_(stage->Begin(composite, pool)) {
  has_ended_ = !stepped_->Begin().ok();
  if (!has_ended_) Take(Object());
}

LifeRun::~LifeRun() = default;

void LifeRun::Fail(LifeRule rule, std::string place, std::string message) {
  has_ended_ = true;
  if (!failure_.has_value()) {
    failure_ = {rule, std::move(place), std::move(message)};
  }
}

bool LifeRun::Take(const Value& step) {
  if (has_ended_) return false;
  std::optional<Bodies> before;
  if (Find(step, "edit") != nullptr) before.emplace(control());
  usages_.clear();
  for (const std::string& name : control().ComposedNames()) {
    if (GoesWithItsUser(*control().Composed(name))) usages_.insert(name);
  }
  const TestStep made = AsTestStep(*stage_, step, pool_);
  const StepOfTest played = stepped_->Play(made);
  reconciles_ += played.reconciles;
  Value written = Copy(step, pool_);
  Value expect = Object();
  Look(step, played, &expect);
  if (before.has_value() && !has_ended_) LookForMoves(*before, &expect);
  if (!expect.ObjectEmpty()) {
    Set(written, "expect", std::move(expect), pool_);
  }
  written_.PushBack(std::move(written), pool_->allocator());
  return !has_ended_;
}

void LifeRun::Look(const Value& step, const StepOfTest& played, Value* expect) {
  const bool may_delete = HasAny(step, {"edit", "objects", "remove"});
  for (const TestFailure& each : played.failures) {
    switch (each.rule) {
      case TestRule::kNone:
        has_ended_ = true;
        return;
      case TestRule::kDeleted:
      case TestRule::kRenamed: {
        const bool deleted = each.rule == TestRule::kDeleted;
        if (may_delete ||
            (HasAny(step, {"delete"}) && usages_.contains(each.resource))) {
          AddToList(deleted ? "deleted" : "renamed", each.resource, expect,
                    pool_);
          break;
        }
        return Fail(deleted ? LifeRule::kDeleted : LifeRule::kRenamed,
                    stage_->TemplateOf(each.resource), each.message);
      }
      case TestRule::kError:
        return LookForError(step, each);
      case TestRule::kRefused:
        return Fail(LifeRule::kRefused,
                    absl::StrCat(stage_->TemplateOf(each.resource), " ",
                                 FirstViolation(each.message)),
                    each.message);
      case TestRule::kUnsteady:
        return Fail(
            LifeRule::kUnsteady,
            WithoutValues(each.more.empty() ? "" : each.more.back()),
            absl::StrCat(each.message, "; ", absl::StrJoin(each.more, "; ")));
      case TestRule::kDiffers:
        return Fail(LifeRule::kDiffers, each.resource, each.message);
    }
  }
}

void LifeRun::LookForError(const Value& step, const TestFailure& failure) {
  has_ended_ = true;
  if (HasAny(step, {"objects", "remove"})) return;
  const PipelineOutcome& outcome = stepped_->last().outcome;
  if (!outcome.status.ok() && !outcome.steps.empty()) {
    for (const StepRequirement& each : outcome.steps.back().asked) {
      if (each.answered > 0) continue;
      missing_ = Described(each);
      return;
    }
  }
  Fail(LifeRule::kError, PlaceOfError(outcome.status, failure.message),
       failure.message);
}

std::optional<LifeRun::Move> LifeRun::MoveBetween(const Bodies& before,
                                                  const Bodies& after) {
  std::set<std::string> items;
  AddItemTexts(before.spec, false, &items);
  // Whether another resource of that kind had that text at the path.
  auto owner = [&](const std::string& name, const Bodies::Body& body,
                   const std::string& path) -> std::string {
    for (const auto& [other, theirs] : before.composed) {
      auto there = theirs.leaves.find(path);
      if (other != name && theirs.kind == body.kind &&
          there != theirs.leaves.end() &&
          there->second == body.leaves.at(path)) {
        return other;
      }
    }
    return "";
  };
  for (const auto& [name, body] : after.composed) {
    auto was = before.composed.find(name);
    if (was == before.composed.end() || was->second.uid != body.uid) continue;
    for (const auto& [path, text] : body.leaves) {
      auto old = was->second.leaves.find(path);
      if (old == was->second.leaves.end() || old->second == text ||
          !items.contains(text) || !items.contains(old->second)) {
        continue;
      }
      std::string other = owner(name, body, path);
      if (!other.empty())
        return Move{name, std::move(other), path, old->second};
    }
  }
  return std::nullopt;
}

void LifeRun::LookForMoves(const Bodies& before, Value* expect) {
  const Bodies after(control());
  if (Equal(before.spec, after.spec) ||
      !OnlyMovesItems(before.spec, after.spec)) {
    return;
  }
  const std::optional<Move> move = MoveBetween(before, after);
  if (!move.has_value()) return;
  std::set<std::string> remaining;
  AddItemTexts(after.spec, false, &remaining);
  // That something is deleted is the consequence.
  *expect = Object();
  if (remaining.contains(move->text) && !absl::StrContains(move->path, "[")) {
    Set(ObjectAt(*expect, "composed", pool_), pool_->Keep(move->resource),
        FieldAt(move->path, Text(move->text, pool_), pool_), pool_);
  } else {
    AddToList("deleted", move->resource, expect, pool_);
  }
  Fail(LifeRule::kMoved,
       absl::StrCat(stage_->TemplateOf(move->resource), " ",
                    WithoutValues(move->path)),
       absl::StrCat("an item was removed or moved, and ", move->path, " of \"",
                    move->resource, "\" became that of \"", move->other, "\""));
}

void LifeRun::Finish() {
  std::vector<std::string> names;
  for (int round = 0; round < kMostRounds && !has_ended_; ++round) {
    std::vector<std::string> now = control().ComposedNames();
    if (round > 0 && now == names) break;
    names = std::move(now);
    Take(LastStepOf(stage_, control(), pool_));
  }
  if (!has_ended_ && control().composite() != nullptr) CheckReady();
}

// The object that the test does not have, and for which a composed resource waits.
std::string AwaitedObject(const Reconciliation& last) {
  const PipelineOutcome& outcome = last.outcome;
  for (const StepRun& step : outcome.steps) {
    for (const StepRequirement& each : step.asked) {
      const std::string& name = each.selector.match_name();
      if (each.answered > 0 || name.empty()) continue;
      if (absl::c_any_of(outcome.reasons, [&name](const Reason& reason) {
            return HasName(reason.why, name);
          })) {
        return Described(each);
      }
    }
  }
  return "";
}

void LifeRun::CheckReady() {
  const Value* ready = nullptr;
  for (const Value& each :
       ItemsAt(*control().composite(), {"status", "conditions"})) {
    if (TextAt(each, {"type"}) == "Ready") ready = &each;
  }
  if (ready == nullptr || TextAt(*ready, {"status"}) == "True") return;
  missing_ = AwaitedObject(stepped_->last());
  if (!missing_.empty()) return;
  Value& last = *(written_.End() - 1);
  Set(ObjectAt(last, "expect", pool_), "ready", Value(true), pool_);
  const PipelineOutcome& outcome = stepped_->last().outcome;
  std::string unready;
  for (const auto& [name, resource] : outcome.desired.resources()) {
    if (resource.ready() == fn::READY_TRUE) continue;
    if (unready.empty() || name < unready) unready = name;
  }
  std::string why(TextAt(*ready, {"message"}));
  // Two lives that wait for different things have different failures.
  std::string place = stage_->TemplateOf(unready);
  for (const Reason& reason : outcome.reasons) {
    absl::StrAppend(&why, why.empty() ? "" : "; ",
                    reason.resource.empty() ? "the composite" : reason.resource,
                    ": ", reason.why, reason.place.empty() ? "" : ", at ",
                    reason.place);
    absl::StrAppend(&place, " ", reason.place);
  }
  Fail(LifeRule::kNeverReady, place,
       absl::StrCat("all composed resources are ready, but the composite is "
                    "not",
                    why.empty() ? "" : ": ", why));
}

std::unique_ptr<LifeRun> PlayLife(LifeStage* stage, const Value& life,
                                  Pool* pool) {
  auto run = std::make_unique<LifeRun>(stage, *Find(life, "composite"), pool);
  for (const Value& step : ItemsAt(life, {"steps"})) {
    if (!run->Take(step)) break;
  }
  run->Finish();
  return run;
}

}  // namespace loom
