// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/recorder.h"

#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/environment_key.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/patches/inline_object.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/sources.h"
#include "tools/run/documents.h"
#include "tools/run/input_secrets.h"
#include "tools/run/step_runner.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

// Who owns a field that an entry reads or writes.
std::string HolderOf(const FieldUse& field) {
  switch (field.holder) {
    case FieldUse::Holder::kComposite:
      return owners::kComposite;
    case FieldUse::Holder::kEnvironment:
      return owners::kEnvironment;
    case FieldUse::Holder::kContext:
      return owners::kContext;
    case FieldUse::Holder::kComposed:
    case FieldUse::Holder::kRequired:
      break;
  }
  return OwnerOf(field.name);
}

// What every desired composite and every environment has of its own accord.
bool IsIdentity(const std::string& owner, const std::string& path) {
  return (owner == owners::kComposite || owner == owners::kEnvironment) &&
         (path == "apiVersion" || path == "kind");
}

// What was there before the first step.
ExplainedStep BeforeSteps(const Leaf&) {
  ExplainedStep step;
  step.kind = "foreign";
  step.outcome = "wrote";
  return step;
}

// Where an input names a connection detail of the composite.
struct DetailEntry {
  std::string place;  // resources[0].connectionDetails[1]
  size_t index = 0;
  std::string resource = {};  // "": the section of the whole input
  const Value* value = nullptr;
};

// The last entry of the input that has the name, since later ones count.
std::optional<DetailEntry> FindDetail(const Value& input,
                                      absl::string_view name) {
  std::optional<DetailEntry> found;
  auto search = [&](const Value& holder, const std::string& place,
                    const std::string& resource) {
    const absl::Span<const Value> list = ItemsAt(holder, {"connectionDetails"});
    for (size_t i = 0; i < list.size(); ++i) {
      if (ScalarText(Dig(list[i], {"name"})) != name) continue;
      found = {absl::StrCat(place, "connectionDetails[", i, "]"), i, resource,
               &list[i]};
    }
  };
  const Value* templates = Find(input, "resources");
  if (templates != nullptr && templates->IsArray()) {
    for (rapidjson::SizeType i = 0; i < templates->Size(); ++i) {
      search(ItemAt(*templates, i), absl::StrCat("resources[", i, "]."),
             std::string(IdOfTemplate(ItemAt(*templates, i))));
    }
  }
  search(input, "", "");
  return found;
}

}  // namespace

Recorder::Recorder(const PipelineInputs& inputs,
                   const std::set<std::string>& secrets)
    : inputs_(inputs),
      files_(inputs),
      secrets_(SecretsIn(inputs, secrets)),
      composite_(absl::StrCat(Kind(inputs.composite.root), " ",
                              Name(inputs.composite.root))) {}

void Recorder::StepBegins(const PipelineStep& step,
                          const fn::RunFunctionRequest& request) {
  const bool first = step_ == nullptr;
  step_ = &step;
  if (first) {
    SyncDesired(request.desired(), BeforeSteps);
    SyncContext(request.context(), BeforeSteps);
  }
  before_ = graph_;
  call_ = {};
}

void Recorder::Begins(Call&) {
  graph_ = before_;
  call_ = {};
}

// Everything that the response has and no event reported.
void Recorder::StepEnds(const PipelineStep& step,
                        const fn::RunFunctionResponse& response) {
  AddRequirements(step, response);
  if (IsFatal(response)) return;
  auto writer = [&](const Leaf&) {
    ExplainedStep made = NewStep("foreign");
    made.type = step.function;
    made.place = files_.InInput(step, "");
    return made;
  };
  std::set<std::string> owners = {owners::kComposite, owners::kEnvironment,
                                  owners::kContext, owners::kDetails,
                                  owners::kConditions};
  for (const auto& [name, resource] : response.desired().resources()) {
    owners.insert(OwnerOf(name));
  }
  SyncDesired(response.desired(), writer);
  SyncContext(response.context(), writer);
  SyncDetails(step, response.desired().composite());
  for (const std::string& owner : graph_.Owners()) {
    if (!owners.contains(owner)) graph_.RemoveAll(owner);
  }
}

// Crossplane writes them to the Secret of a legacy composite, and drops those of others.
void Recorder::SyncDetails(const PipelineStep& step,
                           const fn::Resource& composite) {
  if (inputs_.is_modern) return;
  const std::map<std::string, std::string> details(
      composite.connection_details().begin(),
      composite.connection_details().end());
  for (const auto& [name, bytes] : details) {
    const std::string path = ToString({Segment::Field(name)});
    auto entry =
        step.input == nullptr ? std::nullopt : FindDetail(*step.input, name);
    if (!entry.has_value() && graph_.Field(owners::kDetails, path)) continue;
    ExplainedStep made = NewStep(entry.has_value() ? "connection" : "foreign");
    made.place = files_.InInput(step, entry.has_value() ? entry->place : "");
    if (entry.has_value()) {
      made.index = entry->index;
      made.type = ScalarText(Find(*entry->value, "type"));
      AddSourceOfDetail(*entry->value, entry->resource, &made);
    } else {
      made.type = step.function;
    }
    graph_.Write(owners::kDetails, path, {.json = std::nullopt, .secret = true},
                 std::move(made));
  }
}

void Recorder::AddSourceOfDetail(const Value& entry,
                                 const std::string& resource,
                                 ExplainedStep* step) {
  const std::string key = ScalarText(Find(entry, "fromConnectionSecretKey"));
  const std::string path = ScalarText(Find(entry, "fromFieldPath"));
  if (resource.empty() || (key.empty() && path.empty())) return;
  step->from = {
      {Origin::Kind::kSource,
       graph_.Source({.kind = "observed",
                      .name = resource,
                      .path = key.empty()
                                  ? path
                                  : absl::StrCat("connection detail ", key),
                      .value = {.json = std::nullopt, .secret = true},
                      .place = key.empty() ? files_.InObserved(resource, path)
                                           : std::nullopt})}};
}

void Recorder::AddRequirements(const PipelineStep& step,
                               const fn::RunFunctionResponse& response) {
  std::map<std::string, fn::ResourceSelector> asked(
      response.requirements().extra_resources().begin(),
      response.requirements().extra_resources().end());
  for (const auto& [key, selector] : response.requirements().resources()) {
    asked[key] = selector;
  }
  for (const auto& [key, selector] : asked) {
    ExplainedRequirement added{
        .step = step.name, .key = key, .selector = loom::Describe(selector)};
    if (inputs_.given.Answers(key, selector)) {
      added.answered = static_cast<size_t>(
          inputs_.given.resources.Fetch(selector).items_size());
    }
    graph_.all().requirements.push_back(std::move(added));
  }
}

void Recorder::SyncDesired(const fn::State& desired, const Writer& writer) {
  for (const auto& [name, resource] : desired.resources()) {
    auto object = ToTree(resource.resource(), &pool_);
    if (object.ok()) Sync(OwnerOf(name), *object, writer);
  }
  auto composite = ToTree(desired.composite().resource(), &pool_);
  if (composite.ok()) Sync(owners::kComposite, *composite, writer);
}

void Recorder::SyncContext(const google::protobuf::Struct& message,
                           const Writer& writer) {
  auto context = ToTree(message, &pool_);
  if (!context.ok() || !context->IsObject()) return;
  if (const Value* environment = Find(*context, kEnvironmentKey)) {
    Sync(owners::kEnvironment, *environment, writer);
  }
  Value others = Object();
  for (const Member& member : Members(*context)) {
    absl::string_view key = View(member.name);
    if (key == kEnvironmentKey || key == kRedactedKey || key == kStepsKey) {
      continue;
    }
    Set(others, key, Copy(member.value, &pool_), &pool_);
  }
  Sync(owners::kContext, others, writer);
}

void Recorder::Merged(size_t entry, const Value& config, absl::string_view to) {
  const bool is_secret = IsSecret(config);
  const bool is_object = is_secret || Kind(config) == "ConfigMap";
  const absl::string_view ns = Namespace(config);
  for (const Leaf& leaf : LeavesOf(config)) {
    if (leaf.path[0].field != "data" || leaf.path.size() < 2) continue;
    const absl::Span<const Segment> inside =
        absl::MakeConstSpan(leaf.path).subspan(1);
    std::string text = ToString(inside);
    ExplainedStep step = NewStep("merge");
    step.index = entry;
    step.from = {
        {Origin::Kind::kSource,
         graph_.Source(
             {.kind = is_object ? "object" : "environmentConfig",
              .name = absl::StrCat(Kind(config), " ", ns, ns.empty() ? "" : "/",
                                   Name(config)),
              .path = ToString(leaf.path),
              .value = is_secret ? ShownValue{.secret = true}
                                 : secrets_.Shown(*leaf.value, leaf.path),
              .place = files_.InGiven(config, LocatorOf(leaf.path))})}};
    // The target is known once everything is merged.
    const bool has_point = !to.empty() && text.front() != '[';
    step.message = absl::StrCat(to, has_point ? "." : "", text);
    call_.merges.push_back(std::move(step));
  }
}

void Recorder::WriteMerges(absl::string_view section,
                           const Value& environment) {
  std::set<std::string> present;
  for (const Leaf& leaf : LeavesOf(environment)) {
    present.insert(ToString(leaf.path));
  }
  const bool native = section == "environment";
  if (const Value* data =
          step_->input == nullptr
              ? nullptr
              : Dig(*step_->input,
                    {native ? "environment" : "spec", "defaultData"})) {
    for (const Leaf& leaf : LeavesOf(*data)) {
      const std::string path = ToString(leaf.path);
      if (!present.contains(path) || graph_.Field(owners::kEnvironment, path))
        continue;
      ExplainedStep step = NewStep("merge");
      step.type = "defaultData";
      step.place = files_.InInput(
          *step_, absl::StrCat(native ? "environment" : "spec", ".defaultData.",
                               LocatorOf(leaf.path)));
      graph_.Write(owners::kEnvironment, path,
                   secrets_.Shown(*leaf.value, leaf.path), std::move(step));
    }
  }
  std::map<std::string, std::vector<Origin>> over;
  for (ExplainedStep& step : call_.merges) {
    const std::string path = std::exchange(step.message, "");
    if (!present.contains(path)) continue;
    step.place =
        files_.InInput(*step_, absl::StrCat(native ? "environment.configs["
                                                   : "spec.environmentConfigs[",
                                            *step.index, "]"));
    step.over = over[path];
    const Origin from = step.from[0];
    over[path].insert(over[path].begin(), from);
    const ShownValue value = graph_.all().sources[from.id].value;
    graph_.Write(owners::kEnvironment, path, value, std::move(step));
  }
  call_.merges.clear();
}

void Recorder::Began(const TemplateUse& use, const Value& object) {
  call_.resource = std::string(use.resource);
  call_.index = use.index;
  call_.item = use.item;
  call_.patches = 0;
  Sync(OwnerOf(call_.resource), object,
       [&](const Leaf& leaf) { return BaseStep("base", leaf); });
}

// A field of what the template begins with.
ExplainedStep Recorder::BaseStep(absl::string_view kind,
                                 const Leaf& leaf) const {
  const bool has_base = InputMember(*step_, InTemplate("base")) != nullptr;
  ExplainedStep step = NewStep(has_base ? kind : "template");
  step.place = files_.InInput(
      *step_, InTemplate(absl::StrCat(has_base ? "base." : "template.",
                                      LocatorOf(leaf.path))));
  return step;
}

void Recorder::Dropped(const Value& object) {
  Sync(OwnerOf(call_.resource), object,
       [&](const Leaf& leaf) { return BaseStep("template", leaf); });
}

void Recorder::SyncObserved(absl::string_view resource, const Value& object,
                            const ExplainedStep& step) {
  const std::string name(resource);
  Sync(OwnerOf(name), object, [&](const Leaf& leaf) {
    ExplainedStep made = step;
    made.from = {
        {Origin::Kind::kSource,
         graph_.Source(
             {.kind = "observed",
              .name = name,
              .path = ToString(leaf.path),
              .value = secrets_.Shown(*leaf.value, leaf.path),
              .place = files_.InObserved(name, LocatorOf(leaf.path))})}};
    return made;
  });
}

void Recorder::Named(const Value& object) {
  SyncObserved(call_.resource, object, NewStep("observedName"));
}

void Recorder::Apply(const PipelineOutcome& outcome) {
  if (!outcome.status.ok()) return;
  auto documents = ComposedDocuments(inputs_, outcome, &pool_);
  if (!documents.ok()) return;
  const Value& composite = inputs_.composite.root;
  for (const Value& document : *documents) {
    const std::string resource(
        Annotation(document, kResourceNameAnnotation).value_or(""));
    auto observed = inputs_.observed.find(resource);
    call_.resource = resource;
    for (const char* member : {"name", "namespace"}) {
      const std::string path = absl::StrCat("metadata.", member);
      const Value* applied = Dig(document, {"metadata", member});
      const auto id = graph_.Field(OwnerOf(resource), path);
      if (applied == nullptr || !id.has_value()) continue;
      const std::vector<Segment> at = {Segment::Field("metadata"),
                                       Segment::Field(member)};
      ShownValue value = secrets_.Shown(*applied, at);
      if (graph_.all().fields[*id].value.json == value.json) continue;
      const bool is_observed = observed != inputs_.observed.end();
      ExplainedStep step;
      step.kind = is_observed ? "observedName" : "compositeNamespace";
      step.owner = resource;
      step.outcome = "wrote";
      step.from =
          OriginsAt(is_observed ? Endpoint::kObservedComposed
                                : Endpoint::kObservedComposite,
                    is_observed ? &observed->second.root : &composite, at);
      graph_.Write(OwnerOf(resource), path, std::move(value), std::move(step));
    }
  }
  call_.resource.clear();
}

void Recorder::Stays(absl::string_view resource, const Value& object,
                     absl::string_view why) {
  ExplainedStep step = NewStep("kept");
  step.owner = std::string(resource);
  NotReady(resource, why);
  SyncObserved(resource, object, step);
}

void Recorder::Removed(absl::string_view resource, absl::string_view place) {
  graph_.RemoveAll(OwnerOf(resource));
  ExplainedStep step = NewStep("condition");
  step.owner = std::string(resource);
  step.place = files_.InInput(*step_, std::string(place));
  step.outcome = "skipped";
  step.message = "this step removes what an earlier step desires";
  graph_.Add(std::move(step));
}

void Recorder::Ended(const Value* object) {
  // What an item has because it is one.
  if (object != nullptr && call_.item != nullptr) {
    Sync(OwnerOf(call_.resource), *object, [&](const Leaf&) {
      ExplainedStep step = NewStep("forEach");
      step.place = files_.InInput(*step_, InTemplate("forEach"));
      return step;
    });
  }
  call_.resource.clear();
  call_.item = nullptr;
  call_.patches = 0;
}

void Recorder::Withheld() {
  std::vector<ExplainedStep>& steps = graph_.all().steps;
  if (!steps.empty()) steps.back().outcome = "withheld";
  graph_.RemoveAll(OwnerOf(call_.resource));
}

void Recorder::NotReady(absl::string_view resource, absl::string_view why) {
  not_ready_.why.insert_or_assign(
      std::string(resource),
      secrets_.IsIn(why) ? std::string("(secret)") : std::string(why));
}

void Recorder::Adopted(absl::string_view, absl::string_view name,
                       absl::string_view alias) {
  not_ready_.named.insert_or_assign(
      std::string(alias),
      secrets_.IsIn(name) ? std::string("(secret)") : std::string(name));
}

void Recorder::Waits(absl::string_view resource, absl::string_view other) {
  not_ready_.waits_for[std::string(resource)].emplace(other);
}

void Recorder::Decided(bool ready, absl::string_view why) {
  not_ready_.why.erase(std::string(kCompositeItself));
  if (!ready) NotReady(kCompositeItself, why);
}

void Recorder::EntryBegan(absl::string_view place, size_t index) {
  call_.entries.push_back({std::string(place), index, {}});
}

void Recorder::Read(const FieldUse& field) {
  if (call_.entries.empty()) return;
  for (Origin origin : OriginsOfField(field)) {
    call_.entries.back().from.push_back(origin);
  }
}

void Recorder::Wrote(const FieldUse& field) {
  if (call_.entries.empty()) return;
  Writing writing{.owner = HolderOf(field),
                  .path = ToString(field.path),
                  .entry = call_.entries.back(),
                  .kept = field.object != nullptr};
  if (writing.kept) writing.entry.from = OriginsOfField(field);
  call_.writings.push_back(std::move(writing));
}

void Recorder::Ran(absl::string_view section, Call& call,
                   const Outcome& outcome, const absl::Status& status) {
  CallState ran;
  ran.entries.swap(call_.entries);
  ran.writings.swap(call_.writings);
  if (outcome.waits || !status.ok()) return;
  auto environment = call.context.Environment();
  if (environment.ok() && (section == "environment" || section == "spec")) {
    WriteMerges(section, **environment);
  }
  auto sync = [&](const std::string& owner, const Value& object) {
    Sync(owner, object, [&](const Leaf& leaf) {
      return SectionStep(section, ran, owner, leaf);
    });
  };
  for (absl::string_view name : call.composed.DesiredNames()) {
    auto desired = call.composed.Desired(name);
    if (!desired.ok() || *desired == nullptr) continue;
    call_.resource = std::string(name);
    sync(OwnerOf(name), **desired);
  }
  call_.resource.clear();
  auto composite = call.composite.Desired();
  if (composite.ok()) sync(owners::kComposite, **composite);
  if (environment.ok()) sync(owners::kEnvironment, **environment);
  AddWithheld(section, outcome);
  if (section == owners::kConditions) WriteConditions(ran, outcome);
}

void Recorder::AddOriginsOfText(const std::string& text,
                                const std::string& place, ExplainedStep* step) {
  auto parts = PartsOf(text);
  if (!parts.ok()) return;
  for (const InlinePart& part : *parts) {
    if (!part.is_expression || part.text.empty()) continue;
    for (Origin origin : OriginsOfExpression(part.text, place, nullptr)) {
      step->from.push_back(origin);
    }
  }
}

// Each entry that began has set one.
void Recorder::WriteConditions(const CallState& ran, const Outcome& outcome) {
  for (size_t i = 0; i < outcome.conditions.size(); ++i) {
    if (i >= ran.entries.size()) return;
    const Condition& condition = outcome.conditions[i];
    const Entry& entry = ran.entries[i];
    const Value reported = Text(
        absl::StrCat(NameOf(condition.status), ", ", condition.reason,
                     condition.message.empty() ? "" : ": ", condition.message),
        &pool_);
    ExplainedStep step = NewStep(KindOfSection(owners::kConditions));
    step.place = files_.InInput(*step_, entry.place);
    step.index = entry.index;
    step.from = entry.from;
    for (absl::string_view member : {"when", "status", "reason", "message"}) {
      const std::string place = absl::StrCat(entry.place, ".", member);
      AddOriginsOfText(member == "when" ? absl::StrCat("${", TextAt(place), "}")
                                        : TextAt(place),
                       place, &step);
    }
    graph_.Write(owners::kConditions, condition.type, secrets_.Shown(reported),
                 std::move(step));
  }
}

ExplainedStep Recorder::SectionStep(absl::string_view section,
                                    const CallState& ran,
                                    const std::string& owner,
                                    const Leaf& leaf) {
  ExplainedStep step = NewStep(KindOfSection(section));
  const Entry* entry = ran.entries.size() == 1 ? &ran.entries[0] : nullptr;
  const std::string path = ToString(leaf.path);
  for (const Writing& writing : ran.writings) {
    if (writing.owner != owner || !IsWithin(path, writing.path)) continue;
    entry = &writing.entry;  // the last one counts
    step.message = writing.kept ? std::string(kKept) : "";
  }
  step.place = files_.InInput(
      *step_, entry == nullptr ? std::string(section) : entry->place);
  if (entry == nullptr) return step;
  step.from = entry->from;
  if (section == "overlays") {
    call_.overlaid = path;
    AddOriginsOfText(TextAt(entry->place), entry->place, &step);
    call_.overlaid.clear();
  }
  if (entry->place != section) step.index = entry->index;
  return step;
}

void Recorder::AddWithheld(absl::string_view section, const Outcome& outcome) {
  for (const WithheldResource& each : outcome.withheld) {
    graph_.RemoveAll(OwnerOf(each.name));
    if (IsWithheld(each.name)) continue;
    ExplainedStep step = NewStep(KindOfSection(section));
    step.owner = std::string(each.name);
    step.place = files_.InInput(*step_, each.place);
    step.outcome = "withheld";
    step.message = secrets_.IsIn(each.why) ? "(secret)" : each.why;
    graph_.Add(std::move(step));
  }
}

bool Recorder::IsWithheld(absl::string_view resource) const {
  return absl::c_any_of(graph_.all().steps, [&](const ExplainedStep& step) {
    return step.outcome == "withheld" && step.owner == resource &&
           step.pipeline == step_->name;
  });
}

void Recorder::Sync(const std::string& owner, const Value& object,
                    const Writer& writer,
                    const std::function<bool(const Leaf&)>& again) {
  const bool is_secret = IsSecret(object);
  std::set<std::string> present;
  for (const Leaf& leaf : LeavesOf(object)) {
    const std::string path = ToString(leaf.path);
    if (IsIdentity(owner, path) || IsUnfilled(*leaf.value)) continue;
    present.insert(path);
    ShownValue value = secrets_.Shown(*leaf.value, leaf.path);
    if (is_secret && (IsWithin(path, "data") || IsWithin(path, "stringData"))) {
      value = {.json = std::nullopt, .secret = true};
    }
    std::optional<size_t> id = graph_.Field(owner, path);
    const bool same =
        id.has_value() && (graph_.all().fields[*id].value.secret ||
                           graph_.all().fields[*id].value.json == value.json);
    if (same && !(again && again(leaf))) continue;
    graph_.Write(owner, path, std::move(value), writer(leaf));
  }
  for (size_t id : graph_.FieldsWithin(owner, "")) {
    const std::string path = graph_.all().fields[id].path;
    if (!present.contains(path)) graph_.Remove(owner, path);
  }
}

ExplainedStep Recorder::NewStep(absl::string_view kind) const {
  ExplainedStep step;
  step.kind = std::string(kind);
  step.pipeline = step_->name;
  step.owner = call_.resource;
  step.outcome = "wrote";
  return step;
}

}  // namespace loom
