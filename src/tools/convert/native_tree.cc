// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_tree.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/object.h"
#include "tools/convert/chain.h"
#include "tools/convert/ready_rules.h"
#include "tools/convert/resources_mode.h"
#include "tools/convert/sequences.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

// For the conversion of steps and sections.

Value& Pipeline(Value* composition) {
  return *Find(*Find(*composition, "spec"), "pipeline");
}

// Adds a field. For lists, adds the items, except patch sets that already
// exist.
void AddMember(Value* object, absl::string_view name, const Value& value,
               Pool* pool) {
  Value* there = Find(*object, name);
  if (there == nullptr || !there->IsArray() || !value.IsArray()) {
    return Set(*object, name, Copy(value, pool), pool);
  }
  for (const Value& item : value.GetArray()) {
    bool twice =
        name == "patchSets" &&
        std::any_of(there->Begin(), there->End(),
                    [&](const Value& old) { return Equal(old, item); });
    if (!twice) there->PushBack(Copy(item, pool), pool->allocator());
  }
}

void AddEnvironment(const Value& section, Value* input, Pool* pool) {
  Value* environment = Find(*input, "environment");
  if (!section.IsObject()) {
    return Set(*input, "environment", Copy(section, pool), pool);
  }
  if (environment == nullptr) {
    Set(*input, "environment", Object(), pool);
    environment = Find(*input, "environment");
  }
  for (const Member& member : section.GetObject()) {
    absl::string_view name = View(member.name);
    AddMember(environment, name == "environmentConfigs" ? "configs" : name,
              member.value, pool);
  }
}

void AddExtraResources(const Value& spec, Value* input, Pool* pool) {
  if (!spec.IsObject()) return;
  for (const Member& member : spec.GetObject()) {
    absl::string_view name = View(member.name);
    // Each entry has these now.
    if (name == "policy" || name == "context") continue;
    AddMember(input, name, member.value, pool);
  }
}

bool IsHead(absl::string_view name) {
  return name == "apiVersion" || name == "kind" || name == "metadata";
}

// Converts the input of a step that does not keep its fields.
void AddReplaced(StepRole role, const Value* old, Value* input, Pool* pool) {
  if (role == StepRole::kSequencer) {
    AddMember(input, "dependencies",
              DependenciesOf(ReadSequences(old, {}), pool), pool);
    return;
  }
  if (Find(*input, "readiness") != nullptr) return;
  Set(*input, "readiness", ReadinessOf(ReadReadyRules(old, {}), pool), pool);
}

void AddHead(const Value& old, Value* input, Pool* pool) {
  for (const Member& member : old.GetObject()) {
    absl::string_view name = View(member.name);
    if (IsHead(name)) Set(*input, name, Copy(member.value, pool), pool);
  }
}

void AddStep(const Value& step, bool first, Value* input, Pool* pool) {
  StepRole role = KindOf(step)->role;
  const Value* given = InputOf(step);
  if (first && given != nullptr) AddHead(*given, input, pool);
  if (role == StepRole::kSequencer || role == StepRole::kAutoReady) {
    // A step without an input gets one.
    if (first && given == nullptr) Set(*input, "kind", Borrow("Input"), pool);
    return AddReplaced(role, given, input, pool);
  }
  absl::string_view environment =
      role == StepRole::kEnvironmentConfigs ? "spec" : "environment";
  for (const Member& member : given->GetObject()) {
    absl::string_view name = View(member.name);
    if (IsHead(name)) continue;
    if (name == environment) {
      AddEnvironment(member.value, input, pool);
    } else if (name == "spec" && role == StepRole::kExtraResources) {
      AddExtraResources(member.value, input, pool);
    } else {
      AddMember(input, name, member.value, pool);
    }
  }
}

Value NewInput(absl::string_view version, absl::string_view kind, Pool* pool) {
  Value input = Object();
  Set(input, "apiVersion", Borrow(version), pool);
  Set(input, "kind", Borrow(kind), pool);
  return input;
}

Value NewStep(const std::string& name, const std::string& function, Value input,
              Pool* pool) {
  Value reference = Object(), step = Object();
  Set(reference, "name", Text(function, pool), pool);
  Set(step, "step", Text(name, pool), pool);
  Set(step, "functionRef", std::move(reference), pool);
  Set(step, "input", std::move(input), pool);
  return step;
}

void SetPipeline(Value* spec, Value pipeline, Pool* pool) {
  Set(*spec, "mode", Borrow("Pipeline"), pool);
  Set(*spec, "pipeline", std::move(pipeline), pool);
}

// For CheckRuns.

// Returns the path of a message such as `resources[1].patches[0]: …`, if the
// part before the first colon is a path.
NodePath MembersOf(absl::string_view problem) {
  NodePath path;
  absl::string_view place = problem.substr(0, problem.find(':'));
  for (absl::string_view part : absl::StrSplit(place, '.')) {
    size_t bracket = std::min(part.find('['), part.size());
    path.emplace_back(part.substr(0, bracket));
    for (part.remove_prefix(bracket); !part.empty();) {
      size_t end = part.find(']');
      uint32_t index = 0;
      if (part[0] != '[' || end == part.npos ||
          !absl::SimpleAtoi(part.substr(1, end - 1), &index)) {
        return path;
      }
      path.push_back(absl::StrCat(index));
      part.remove_prefix(end + 1);
    }
  }
  return path;
}

}  // namespace

Value NativeInput(const Value& composition, const Run& run, Pool* pool) {
  const Value& pipeline = *Find(*Find(composition, "spec"), "pipeline");
  Value input = Object();
  for (size_t i = run.first; i < run.first + run.count; ++i) {
    AddStep(pipeline[static_cast<rapidjson::SizeType>(i)], i == run.first,
            &input, pool);
  }
  Set(input, "apiVersion", Borrow(kNativeVersion), pool);
  if (Find(input, "kind") != nullptr) Set(input, "kind", Borrow("Input"), pool);
  std::vector<const Value*> steps;
  for (size_t i = run.first; i < run.first + run.count; ++i) {
    steps.push_back(&pipeline[static_cast<rapidjson::SizeType>(i)]);
  }
  const JoinedTtl ttl = JoinTtls(steps, run.first);
  if (!ttl.text.empty()) Set(input, "ttl", Text(ttl.text, pool), pool);
  return input;
}

void ConvertSteps(const Chain& chain, const std::string& function,
                  Value* composition, Pool* pool) {
  Value result = Array();
  Value& pipeline = Pipeline(composition);
  auto run = chain.runs.begin();
  for (size_t i = 0; i < pipeline.Size();) {
    Value step = Copy(pipeline[static_cast<rapidjson::SizeType>(i)], pool);
    size_t count = 1;
    if (run != chain.runs.end() && run->first == i) {
      Set(step, "step", Text(run->name, pool), pool);
      Value reference = Object();
      Set(reference, "name", Text(function, pool), pool);
      Set(step, "functionRef", std::move(reference), pool);
      Set(step, "input", NativeInput(*composition, *run, pool), pool);
      count = run->count;
      ++run;
    }
    result.PushBack(step, pool->allocator());
    i += count;
  }
  pipeline = std::move(result);
}

void ConvertSections(const std::string& name, const std::string& function,
                     Value* composition, Pool* pool) {
  Value& spec = *Find(*composition, "spec");
  Value input = NewInput(kNativeVersion, "Input", pool);
  for (absl::string_view section : kSections) {
    const Value* value = Find(spec, section);
    if (value == nullptr) continue;
    if (section == "environment") {
      AddEnvironment(*value, &input, pool);
    } else {
      AddMember(&input, section, *value, pool);
    }
    Erase(spec, section, pool);
  }
  Value pipeline = Array();
  pipeline.PushBack(NewStep(name, function, std::move(input), pool),
                    pool->allocator());
  SetPipeline(&spec, std::move(pipeline), pool);
}

void ConvertSectionsToDropIn(const std::string& function, Value* composition,
                             Pool* pool) {
  Value& spec = *Find(*composition, "spec");
  Value environment = NewInput(kEnvironmentVersion, "Input", pool);
  Value patches = NewInput(kPatchVersion, "Resources", pool);
  Value configs = Object();
  for (absl::string_view section : kSections) {
    const Value* value = Find(spec, section);
    if (value == nullptr) continue;
    bool splits = section == "environment" && value->IsObject();
    if (!splits) Set(patches, section, Copy(*value, pool), pool);
    if (splits) {
      configs = Copy(*value, pool);
      if (const Value* list = Find(configs, "patches")) {
        Value section_of_patches = Object();
        Set(section_of_patches, "patches", Copy(*list, pool), pool);
        Set(patches, section, std::move(section_of_patches), pool);
        Erase(configs, "patches", pool);
      }
    }
    Erase(spec, section, pool);
  }
  Value pipeline = Array();
  if (!configs.ObjectEmpty()) {
    Set(environment, "spec", std::move(configs), pool);
    pipeline.PushBack(
        NewStep("environment", function, std::move(environment), pool),
        pool->allocator());
  }
  pipeline.PushBack(NewStep("patch", function, std::move(patches), pool),
                    pool->allocator());
  SetPipeline(&spec, std::move(pipeline), pool);
}

std::vector<size_t> StepsToRename(const Value& composition,
                                  const std::string& function) {
  std::vector<size_t> steps;
  const Value* spec = Find(composition, "spec");
  const Value* pipeline =
      spec != nullptr && spec->IsObject() ? Find(*spec, "pipeline") : nullptr;
  if (pipeline == nullptr || !pipeline->IsArray()) return steps;
  for (rapidjson::SizeType i = 0; i < pipeline->Size(); ++i) {
    const Value& step = (*pipeline)[i];
    const StepKind* kind = KindOf(step);
    if (kind == nullptr || !BecomesNative(kind->role)) continue;
    const Value* reference = Find(step, "functionRef");
    if (reference == nullptr || !reference->IsObject()) continue;
    if (ScalarMember(reference, "name") != function) steps.push_back(i);
  }
  return steps;
}

void RenameFunctions(const std::string& function, Value* composition,
                     Pool* pool) {
  Value& pipeline = Pipeline(composition);
  for (size_t step : StepsToRename(*composition, function)) {
    Value& item = pipeline[static_cast<rapidjson::SizeType>(step)];
    Set(*Find(item, "functionRef"), "name", Text(function, pool), pool);
  }
}

void CheckRuns(const Value& composition, Chain* chain, Pool* pool) {
  std::vector<Run> good;
  for (const Run& run : chain->runs) {
    std::string problems = ProblemsOfInput(NativeInput(composition, run, pool));
    if (problems.empty()) {
      good.push_back(run);
      continue;
    }
    NodePath path = {"spec", "pipeline", absl::StrCat(run.first), "input"};
    if (run.count == 1) path = Below(path, MembersOf(problems));
    chain->remarks.refusals.push_back(
        {path, absl::StrCat("the native input refuses this: ", problems)});
  }
  chain->runs = std::move(good);
}

void CheckOnlyStep(const Value& converted, NodeRemarks* remarks) {
  const Value& pipeline = *Find(*Find(converted, "spec"), "pipeline");
  std::string problems = ProblemsOfInput(*Find(pipeline[0], "input"));
  if (problems.empty()) return;
  remarks->refusals.push_back(
      {Below({"spec"}, MembersOf(problems)),
       absl::StrCat("the native input refuses this: ", problems)});
}

}  // namespace loom
