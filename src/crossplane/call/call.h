// SPDX-License-Identifier: Apache-2.0
// Call holds the state of one call: the request, which never changes, and what the
// sections have read and changed. Sections change only the call. Objects are decoded
// when they are first read. Objects that no section changes are copied to the response
// as bytes of the request.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/composed_state.h"
#include "crossplane/call/composite.h"
#include "crossplane/call/context.h"
#include "crossplane/call/earlier_steps.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/call/observer.h"
#include "crossplane/call/required_state.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/kinds/access_policy.h"
#include "data/value/budget.h"
#include "language/cel/program/value_state.h"

namespace loom {
// Expansions lists the composed resources of each template that does not simply make
// one resource of its own name. A template with forEach makes one resource for each
// item. A template whose condition is false makes none.
//
// If an entry of the input names a template, it refers to all of these resources. If
// the list of a template is not known yet, the template is not in Expansions, so its
// dependents wait for a resource of the template's own name. For a name that is not in
// Expansions, Of returns nullptr, and TemplateOf the name itself.
//
// A template with a computed name has another name for itself than its resource, and a
// template with forEach and a computed name has a key for each of its resources, which
// is not part of the name.
//
// PassOver: a condition is false, but a resource of an earlier step that the template
// would otherwise change or replace is still there, and belongs to the template.
// Nothing in the template applies to it, such as its readiness checks.
class Expansions {
 public:
  // `resources` is sorted by name. All strings must outlive the call.
  void Set(absl::string_view name, std::vector<absl::string_view> resources) {
    for (absl::string_view resource : resources) templates_[resource] = name;
    by_template_.insert_or_assign(name, std::move(resources));
  }

  // The resource has another name than what the input calls its template, or than that
  // with the key of its item behind it.
  void SetId(absl::string_view resource, absl::string_view id,
             absl::string_view key = "") {
    ids_[resource] = {id, key};
  }

  // Returns the key of an item of the template.
  absl::string_view KeyOf(absl::string_view name,
                          absl::string_view resource) const {
    auto found = ids_.find(resource);
    return found == ids_.end() ? resource.substr(name.size() + 1)
                               : found->second.second;
  }

  // Returns nullptr if the template makes the resource of its own name.
  const std::vector<absl::string_view>* Of(absl::string_view name) const {
    auto found = by_template_.find(name);
    return found == by_template_.end() ? nullptr : &found->second;
  }

  absl::string_view TemplateOf(absl::string_view resource) const {
    auto found = templates_.find(resource);
    return found == templates_.end() ? resource : found->second;
  }

  // Returns what the input calls the template of such a resource; "" for any other.
  absl::string_view IdOf(absl::string_view resource) const {
    auto found = ids_.find(resource);
    return found == ids_.end() ? "" : found->second.first;
  }

  // Returns the templates that make no resource.
  std::vector<absl::string_view> LeftOut() const {
    std::vector<absl::string_view> names;
    for (const auto& [name, resources] : by_template_) {
      if (resources.empty()) names.push_back(name);
    }
    return names;
  }

  void PassOver(absl::string_view resource) { passed_over_.insert(resource); }
  bool PassesOver(absl::string_view resource) const {
    return passed_over_.contains(resource);
  }

  // The number of resources of all templates together.
  size_t size() const { return templates_.size(); }

 private:
  std::map<absl::string_view, std::vector<absl::string_view>> by_template_;
  std::map<absl::string_view, absl::string_view> templates_;
  // The id, and the key of the item.
  std::map<absl::string_view, std::pair<absl::string_view, absl::string_view>>
      ids_;
  std::set<absl::string_view> passed_over_;
};

struct Call;

// CallNames finds the name that Crossplane knows a resource by, if the input refers to
// the resource by another one: the `id` of a template with a computed name
// (sections/resources/computed_names.h).
class CallNames {
 public:
  virtual ~CallNames() = default;
  // Returns `id` itself if it is not such a name, or if the name is not known yet. The
  // characters live as long as those of `id` and the call.
  virtual absl::string_view NameOf(absl::string_view id, Call& call) = 0;
};

// EnvironmentPreview applies the patches of an environment before they run, so that the
// names of the objects that a step reads may depend on them.
class EnvironmentPreview {
 public:
  virtual ~EnvironmentPreview() = default;
  // Patches a copy of the environment. A patch that cannot be applied yet, or fails, is
  // passed over: when the patches run, it is reported.
  virtual absl::Status Apply(Call& call, Value* environment) const = 0;
};

struct Call {
  Call(const Request& the_request, Pool* the_pool,
       const AccessPolicy* the_access)
      : request(the_request),
        pool(the_pool),
        access(the_access),
        decoder(the_pool),
        composite(request, &decoder),
        composed(request, &decoder),
        context(request, &decoder),
        required(request, &decoder),
        values(nullptr, nullptr, the_pool) {}

  const Request& request;
  Pool* pool;
  // The objects that references may read, as set by the flags of the server.
  const AccessPolicy* access;
  // Whether `access` also applies to the requirements of drop-in inputs.
  bool limits_drop_ins = false;
  ObjectDecoder decoder;
  Composite composite;
  ComposedState composed;
  Context context;
  RequiredState required;
  // The values of the input that have names.
  ValueState values;
  Expansions expansions;
  // Null if the input has only constant names.
  std::unique_ptr<CallNames> names;

  // Returns the name in Crossplane of the resource that the input calls `id`.
  absl::string_view NameOf(absl::string_view id) {
    if (names != nullptr) {
      const absl::string_view name = names->NameOf(id, *this);
      if (name != id) return name;
    }
    return steps.aliases.empty() ? id : steps.AliasOf(id);
  }

  // Returns the environment as this step's patches will leave it, or have left it. The
  // value is valid until the next call of this function.
  absl::StatusOr<const Value*> PatchedEnvironment();
  // Null once the patches have run, or if there are none.
  const EnvironmentPreview* preview = nullptr;

  // Adds a pair to the order.
  absl::Status DeleteBefore(absl::string_view dependent,
                            absl::string_view prerequisite) {
    constexpr size_t kBytesOfAPair = 300;
    deletion_order.emplace_back(dependent, prerequisite);
    return Charge(kBytesOfAPair, pool);
  }
  // Pairs of observed resources, a dependent and its prerequisite, which by the entries
  // of this step must be deleted in this order.
  std::vector<EarlierSteps::Pair> deletion_order;
  // What earlier steps have left, and what this one leaves; empty for drop-in inputs.
  EarlierSteps steps;

  // True if an earlier section waits for an answer or has failed, so its changes are
  // missing. Later sections then only ask for the objects that they already know to be
  // required, and change nothing.
  bool incomplete = false;

  // Whether the condition of the input is pending, so that the step may turn out not to
  // apply: nothing is created, refused or removed yet.
  bool is_tentative = false;

  // Whether the rules of function-auto-ready for kinds apply
  // (sections/drop_in/auto_ready/auto_ready.h).
  bool health_rules = false;

  // Observes what the call does; may be null.
  Observer* observer = nullptr;

  // The last answer of PatchedEnvironment, and what it was made of.
  Value previewed;
  uint64_t previewed_version = 0;

  // Begins an entry of a section, or a field that it fills (Observer::EntryBegan), and
  // counts the work. Fails if the call needs too much.
  absl::Status Begin(absl::string_view place, size_t index) {
    if (observer != nullptr) observer->EntryBegan(place, index);
    return Spend(kStepsOfAnEntry, pool);
  }

  // Returns the names of the resources that this step and earlier ones desire so far,
  // including those that a section of any of these steps withheld, sorted.
  std::vector<absl::string_view> WantedNames() const {
    std::vector<absl::string_view> wanted = composed.WantedNames();
    std::vector<absl::string_view> all;
    std::set_union(wanted.begin(), wanted.end(), steps.withheld.begin(),
                   steps.withheld.end(), std::back_inserter(all));
    return all;
  }
};

// Section is one section of an input, parsed and ready to run on any number of calls at
// once. Each section has its own folder and one row in function/plan/sections.cc.
//
// A section reads the call through functions that return pointers to const, such as
// call.composite.Observed(). It changes the call through functions named Change…, Set…,
// Erase… or Drop…. Everything else that it reports is in its Outcome.
//
// If a section asks for objects, the call takes several rounds. In each round the
// section adds all its requirements to its outcome, and sets `waits` until they are
// answered. The response to a call that waits repeats the desired state and the context
// of the request, so a section does not have to undo its changes.
class Section {
 public:
  virtual ~Section() = default;

  // Whether the section may ask for objects. A section that never asks does not run
  // while the call is incomplete (Call::incomplete).
  virtual bool asks() const { return false; }

  // Whether the section also runs if the condition of the input is false.
  virtual bool runs_always() const { return false; }

  // Runs before the condition of the input and all sections.
  virtual void Begin(Call& /*call*/) const {}

  // If Run returns an error once all requirements are answered, the call is FATAL with
  // the message of the error. What the outcome held before the error still counts.
  virtual absl::Status Run(Call& call, Outcome* outcome) const = 0;
};

}  // namespace loom
