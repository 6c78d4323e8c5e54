// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/shared/readiness_checks/kind_reason.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/recorder.h"
#include "tools/provenance/stored_state.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

// Where it is follows below.
absl::string_view FirstLine(absl::string_view text) {
  return text.substr(0, text.find('\n'));
}

class Summary {
 public:
  Summary(const PipelineInputs& inputs, const PipelineOutcome& outcome,
          const NotReadyReport& not_ready, Explanation* all)
      : inputs_(inputs), outcome_(outcome), not_ready_(not_ready), all_(*all) {}

  void Add() {
    const Value& composite = inputs_.composite.root;
    all_.api_version = std::string(ApiVersion(composite));
    all_.kind = std::string(Kind(composite));
    all_.name = std::string(Name(composite));
    all_.name_space = std::string(Namespace(composite));
    AddTtl();
    AddDesired();
    AddWithheld();
    AddUnwanted();
    AddPending();
    AddAsked();
    AddFailed();
    AddDecided();
    CausesFirst();
    const std::vector<Unready> stored =
        StoredState(inputs_, outcome_.status.ok());
    all_.because.insert(all_.because.begin(), stored.begin(), stored.end());
    all_.ready = stored.empty() && IsReady();
    // An input may decide it whatever the resources are.
    if (all_.ready) {
      all_.because.clear();
      AddConditions();
    }
  }

 private:
  void AddTtl() {
    absl::Duration shortest = absl::InfiniteDuration();
    for (const StepRun& step : outcome_.steps) {
      if (step.ttl > absl::ZeroDuration()) {
        shortest = std::min(shortest, step.ttl);
      }
    }
    if (shortest < absl::InfiniteDuration()) {
      all_.ttl = absl::FormatDuration(shortest);
    }
  }

  void AddDesired() {
    if (!outcome_.status.ok()) return AddKnown();
    std::map<std::string, const fn::Resource*> resources;
    for (const auto& [name, resource] : outcome_.desired.resources()) {
      resources[name] = &resource;
    }
    for (const auto& [name, resource] : resources) AddResource(name, *resource);
  }

  // What was desired when a step failed.
  void AddKnown() {
    std::set<std::string> names;
    for (const ExplainedField& field : all_.fields) {
      if (!IsOfResource(field.owner) || !names.insert(field.owner).second) {
        continue;
      }
      ExplainedResource added{.name = field.owner};
      added.state = inputs_.observed.contains(field.owner) ? "observed" : "new";
      all_.resources.push_back(std::move(added));
    }
  }

  void AddResource(const std::string& name, const fn::Resource& resource) {
    auto object = ToTree(resource.resource(), &pool_);
    ExplainedResource added{.name = name};
    if (object.ok()) {
      added.api_version = std::string(ApiVersion(*object));
      added.kind = std::string(Kind(*object));
    }
    if (auto named = not_ready_.named.find(name);
        named != not_ready_.named.end()) {
      added.alias_of = named->second;
    }
    const bool observed = inputs_.observed.contains(name);
    added.state = observed              ? "observed"
                  : MadeElsewhere(name) ? "passed"
                                        : "new";
    if (const std::string why = WhyKept(name); !why.empty()) {
      added.state = "kept";
      added.why.push_back(why);
    }
    if (observed || resource.ready() == fn::READY_TRUE) {
      added.ready = resource.ready() == fn::READY_TRUE;
    }
    if (resource.ready() != fn::READY_TRUE) {
      const std::string why = observed ? WhyNotReady(name) : "";
      if (observed) added.why.push_back(why);
      all_.because.push_back(
          {.resource = name,
           .reason = observed ? "not ready" : "not observed",
           .message =
               observed ? why : "does not exist yet; Crossplane will create it",
           .refusal = observed ? RefusalOf(name) : ""});
    }
    all_.resources.push_back(std::move(added));
  }

  // Returns why it stays although no step desires it; "" if it does not.
  std::string WhyKept(const std::string& name) const {
    for (const ExplainedField& field : all_.fields) {
      if (field.owner != OwnerOf(name)) continue;
      if (all_.steps[field.by].kind != "kept") continue;
      auto said = not_ready_.why.find(name);
      return said == not_ready_.why.end() ? "" : said->second;
    }
    return "";
  }

  // Whether no step of ours began it.
  bool MadeElsewhere(const std::string& name) const {
    for (const ExplainedField& field : all_.fields) {
      if (field.owner != OwnerOf(name)) continue;
      if (all_.steps[field.by].kind != "foreign") return false;
    }
    return true;
  }

  // Returns the reason from a section, or from its conditions, and what its provider
  // reports.
  std::string WhyNotReady(const std::string& name) {
    const Value& observed = inputs_.observed.at(name).root;
    auto said = not_ready_.why.find(name);
    if (said == not_ready_.why.end()) return WhyConditions(observed, &pool_);
    const std::string refusal = RefusalOf(name);
    if (refusal.empty() || absl::StrContains(said->second, refusal)) {
      return said->second;
    }
    return absl::StrCat(said->second, ", ",
                        ConditionText(observed, "Synced", &pool_));
  }

  // Returns the provider's words if it cannot create or change the object.
  std::string RefusalOf(const std::string& name) const {
    for (const Value& each :
         ItemsAt(inputs_.observed.at(name).root, {"status", "conditions"})) {
      if (each.IsObject() && ScalarText(Find(each, "type")) == "Synced" &&
          ScalarText(Find(each, "status")) == "False") {
        return Cut(ScalarText(Find(each, "message")), 200);
      }
    }
    return "";
  }

  void AddWithheld() {
    std::set<std::string> reported;
    for (size_t i = 0; i < all_.steps.size(); ++i) {
      const ExplainedStep step = all_.steps[i];
      if (step.outcome != "withheld" || IsDesired(step.owner)) continue;
      if (!reported.insert(step.owner).second) continue;
      ExplainedResource added{.name = step.owner, .state = "withheld"};
      added.ready = false;
      AddKind(step, &added);
      all_.resources.push_back(std::move(added));
      all_.because.push_back({.resource = step.owner,
                              .reason = "withheld",
                              .message = step.message,
                              .place = step.place,
                              .would_be_written_by = WriterOf(step)});
    }
  }

  // Adds the resources that a condition or an empty list excludes.
  void AddUnwanted() {
    for (size_t i = 0; i < all_.steps.size(); ++i) {
      const ExplainedStep& step = all_.steps[i];
      const bool asks = step.kind == "condition" || step.kind == "forEach";
      if (!asks || step.outcome != "skipped" || step.owner.empty()) continue;
      if (IsDesired(step.owner)) continue;
      ExplainedResource added{.name = step.owner, .state = "unwanted"};
      AddKind(step, &added);
      all_.resources.push_back(std::move(added));
    }
  }

  // Adds the resources that only wait for the value of an expression.
  void AddPending() {
    std::set<std::string> reported;
    for (const Unready& each : all_.because) reported.insert(each.resource);
    for (const ExplainedStep& step : all_.steps) {
      if (step.outcome != "pending") continue;
      const std::string name =
          step.owner.empty() ? owners::kComposite : step.owner;
      if (!reported.insert(name).second) continue;
      all_.because.push_back({.resource = name,
                              .reason = "pending",
                              .message = step.message,
                              .place = step.place});
    }
  }

  // What a recorded call asks for before it does anything.
  void AddAsked() {
    for (const ExplainedRequirement& each : all_.requirements) {
      if (each.answered.has_value()) continue;
      all_.because.push_back(
          {.resource = owners::kComposite,
           .reason = "pending",
           .message = absl::StrCat("the call asks Crossplane for ",
                                   each.selector, " and does nothing else")});
    }
  }

  // The FATAL result, or why a step could not be run.
  void AddFailed() {
    if (outcome_.status.ok()) return;
    Unready failed = {
        .resource = owners::kComposite,
        .reason = "failed",
        .message = std::string(FirstLine(outcome_.status.message()))};
    for (const ExplainedStep& step : all_.steps) {
      if (step.outcome != "failed") continue;
      failed.place = step.place;
      if (!step.owner.empty()) failed.resource = step.owner;
    }
    all_.because.push_back(std::move(failed));
  }

  // What a ready composite lacks all the same, such as a connection detail.
  void AddConditions() {
    for (const fn::Condition& each : outcome_.conditions) {
      if (each.status() != fn::STATUS_CONDITION_FALSE) continue;
      all_.because.push_back(
          {.resource = owners::kComposite,
           .reason = absl::StrCat(each.type(), " is False"),
           .message = absl::StrCat(each.type(), " is False, ", each.reason(),
                                   each.message().empty() ? "" : ": ",
                                   Cut(each.message(), 300))});
    }
  }

  // Adds the reason that the input itself gives.
  void AddDecided() {
    auto said = not_ready_.why.find(kCompositeItself);
    if (said == not_ready_.why.end() || !outcome_.status.ok()) return;
    all_.because.push_back({.resource = owners::kComposite,
                            .reason = "not ready",
                            .message = said->second});
  }

  using Names = std::set<std::string>;

  // Returns the other resources with a reason that each of them waits for.
  std::map<std::string, Names> WaitsAmongReasons() const {
    Names known;
    for (const Unready& each : all_.because) known.insert(each.resource);
    std::map<std::string, Names> waits_for;
    for (const std::string& name : known) {
      Names others = OthersOf(name);
      others.erase(name);
      std::erase_if(others, [&known](const std::string& other) {
        return !known.contains(other);
      });
      waits_for[name] = std::move(others);
    }
    return waits_for;
  }

  // Returns how many others stand between each resource and what waits for nothing. One
  // that waits for itself in the end is as far down as it gets.
  static std::map<std::string, size_t> DepthsOf(
      const std::map<std::string, Names>& waits_for) {
    std::map<std::string, size_t> depths;
    bool changed = true;
    for (size_t round = 0; changed && round < waits_for.size(); ++round) {
      changed = false;
      for (const auto& [name, others] : waits_for) {
        for (const std::string& other : others) {
          if (depths[name] > depths[other]) continue;
          depths[name] = depths[other] + 1;
          changed = true;
        }
      }
    }
    return depths;
  }

  static int RankOf(const Unready& reason) {
    const bool of_composite = reason.resource == owners::kComposite;
    if (reason.reason == "failed") return 0;
    if (reason.reason == "not ready") return of_composite ? 0 : 2;
    return reason.reason == "withheld" || reason.reason == "pending" ? 1 : 3;
  }

  // Puts first what waits for no other reason, then what waits for those, and so on.
  void CausesFirst() {
    const std::map<std::string, Names> waits_for = WaitsAmongReasons();
    std::map<std::string, size_t> depths = DepthsOf(waits_for);
    for (Unready& each : all_.because) {
      const Names& others = waits_for.at(each.resource);
      each.waits_for.assign(others.begin(), others.end());
    }
    auto rank = [&depths](const Unready& each) {
      const int kind = RankOf(each);
      return std::pair(kind == 0 ? 0 : depths[each.resource] + 1, kind);
    };
    std::stable_sort(
        all_.because.begin(), all_.because.end(),
        [&](const Unready& a, const Unready& b) { return rank(a) < rank(b); });
  }

  // Returns the resources that one waits for: as a dependency says, or because a value
  // of them is missing.
  std::set<std::string> OthersOf(const std::string& name) const {
    std::set<std::string> others;
    auto known = not_ready_.waits_for.find(name);
    if (known != not_ready_.waits_for.end()) others = known->second;
    const std::string owner = name == owners::kComposite ? "" : name;
    for (const ExplainedStep& step : all_.steps) {
      const bool waits =
          step.outcome == "withheld" || step.outcome == "pending";
      if (!waits || step.owner != owner) continue;
      for (Origin origin : step.from) {
        if (origin.kind != Origin::Kind::kSource) continue;
        const ExplainedSource& source = all_.sources[origin.id];
        if (source.kind == "observed" && !HasValue(source.value)) {
          others.insert(source.name);
        }
      }
      const std::optional<size_t> writer = WriterOf(step);
      if (writer.has_value()) others.insert(all_.steps[*writer].owner);
    }
    return others;
  }

  bool IsDesired(const std::string& name) const {
    return outcome_.status.ok() && outcome_.desired.resources().contains(name);
  }

  // Returns whether the resource is that of a template, or one of its items.
  static bool Makes(const Value& made_by, const std::string& resource) {
    const std::string name(IdOfTemplate(made_by));
    return resource == name || (Find(made_by, "forEach") != nullptr &&
                                absl::StartsWith(resource, name + "-"));
  }

  // The kind of the template that would make it.
  void AddKind(const ExplainedStep& step, ExplainedResource* added) const {
    for (const PipelineStep& each : inputs_.composition.steps) {
      if (each.name != step.pipeline || each.input == nullptr) continue;
      for (const Value& item : ItemsAt(*each.input, {"resources"})) {
        const Value* base = Dig(item, {"base"});
        if (base == nullptr) base = Dig(item, {"template"});
        if (base == nullptr || !Makes(item, step.owner)) continue;
        added->api_version = std::string(ApiVersion(*base));
        added->kind = std::string(Kind(*base));
      }
    }
  }

  // The step that writes the field of the composite that another one waits for.
  std::optional<size_t> WriterOf(const ExplainedStep& waiting) const {
    for (Origin origin : waiting.from) {
      if (origin.kind != Origin::Kind::kSource) continue;
      const ExplainedSource& source = all_.sources[origin.id];
      if (source.kind != "composite" || source.value.json.has_value()) continue;
      for (size_t i = 0; i < all_.steps.size(); ++i) {
        const ExplainedStep& step = all_.steps[i];
        if (!step.to.has_value()) continue;
        const ExplainedField& field = all_.fields[*step.to];
        if (field.owner == owners::kComposite && field.path == source.path)
          return i;
      }
    }
    return std::nullopt;
  }

  bool IsReady() const {
    if (!outcome_.status.ok()) return false;
    for (const ExplainedRequirement& each : all_.requirements) {
      if (!each.answered.has_value()) return false;
    }
    const fn::Ready said = outcome_.desired.composite().ready();
    if (said != fn::READY_UNSPECIFIED) return said == fn::READY_TRUE;
    for (const auto& [name, resource] : outcome_.desired.resources()) {
      if (resource.ready() != fn::READY_TRUE) return false;
    }
    return true;
  }

  const PipelineInputs& inputs_;
  const PipelineOutcome& outcome_;
  const NotReadyReport& not_ready_;
  Explanation& all_;
  Pool pool_;
};

}  // namespace

void AddSummary(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                const NotReadyReport& not_ready, Explanation* explanation) {
  Summary(inputs, outcome, not_ready, explanation).Add();
}

}  // namespace loom
