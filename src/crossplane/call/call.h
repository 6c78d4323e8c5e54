// SPDX-License-Identifier: Apache-2.0
// Call holds the state of one call: the request, which never changes, and what
// the sections have read and changed. It is the only thing that sections change
// (crossplane/call/call.h). Objects are decoded when they are first read. What no
// section changes goes into the response as the bytes in which it came.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/composed_state.h"
#include "crossplane/call/composite.h"
#include "crossplane/call/context.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/call/observer.h"
#include "crossplane/call/required_state.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/kinds/access_policy.h"
#include "data/fieldpath/reads.h"

namespace loom {
// Expansions says which composed resources the templates of a call make that do not make
// the one of their own name: a template with forEach makes one for each item, and one
// whose condition is false makes none.
//
//   call.expansions.Set("subnet", {"subnet-a", "subnet-b"});
//
//   call.expansions.Of("subnet")              {"subnet-a", "subnet-b"}
//   call.expansions.Of("vpc")                 nullptr: it makes vpc
//   call.expansions.TemplateOf("subnet-a")    "subnet"; of any other its own name
//
// A resource of an earlier step that a template would have changed or replaced, were its
// condition not false, is there all the same, and so it belongs to the template. Nothing
// of the template counts for it, such as its readiness checks:
//
//   call.expansions.PassOver("db");
//
//   call.expansions.PassesOver("db")          true
//
// Where an entry of the input names a template, it means all of these. A template whose
// list is not known yet has none, so what depends on it waits for its own name.

class Expansions {
 public:
  // In the order of the names. All characters outlive the call.
  void Set(absl::string_view name, std::vector<absl::string_view> resources) {
    for (absl::string_view resource : resources) templates_[resource] = name;
    by_template_.insert_or_assign(name, std::move(resources));
  }

  // nullptr: the template makes the resource of its own name.
  const std::vector<absl::string_view>* Of(absl::string_view name) const {
    auto found = by_template_.find(name);
    return found == by_template_.end() ? nullptr : &found->second;
  }

  absl::string_view TemplateOf(absl::string_view resource) const {
    auto found = templates_.find(resource);
    return found == templates_.end() ? resource : found->second;
  }

  void PassOver(absl::string_view resource) { passed_over_.insert(resource); }
  bool PassesOver(absl::string_view resource) const {
    return passed_over_.contains(resource);
  }

  // How many resources they are, of all templates.
  size_t size() const { return templates_.size(); }

 private:
  std::map<absl::string_view, std::vector<absl::string_view>> by_template_;
  std::map<absl::string_view, absl::string_view> templates_;
  std::set<absl::string_view> passed_over_;
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
        required(request, &decoder) {}

  const Request& request;
  Pool* pool;
  // What references may read, as the flags of the server have it.
  const AccessPolicy* access;
  ObjectDecoder decoder;
  Composite composite;
  ComposedState composed;
  Context context;
  RequiredState required;
  Expansions expansions;

  // An earlier section waits for an answer or has failed, so its changes are
  // missing. Later sections then only ask for the objects that they already
  // know to be required, and change nothing.
  bool incomplete = false;

  // Whether the rules of function-auto-ready for kinds count
  // (sections/drop_in/auto_ready/auto_ready.h).
  bool health_rules = false;

  // Observes what the call does; may be null.
  Observer* observer = nullptr;
};

// Section is one section of an input, read and ready to run on any number of
// calls at once. Each has a folder of its own and one row in function/plan/sections.cc.
//
//   class Labels : public Section {
//    public:
//     static std::unique_ptr<const Section> Parse(Fields& input);
//     void AddReads(Reads* reads) const override;
//     absl::Status Run(Call& call, Outcome* outcome) const override;
//   };
//
// A section reads the call through functions that return pointers to const,
// such as call.composite.Observed(), and changes it through those named
// Change…, Set…, Erase… or Drop…. What else it reports is in its Outcome.
//
// A call takes several rounds if a section asks for objects. In each round the
// section adds all its requirements to its outcome, and sets `waits` until they
// are answered. The response to a call that waits is made from the request, so
// a section does not have to undo its changes.

class Section {
 public:
  virtual ~Section() = default;

  // Whether the section may ask for objects. A section that never does is not
  // run while the call is incomplete (Call::incomplete).
  virtual bool asks() const { return false; }

  // Adds what the section reads of the objects of a call, so that all else is not
  // decoded. A field that is left out looks as if it were absent.
  virtual void AddReads(Reads* reads) const = 0;

  // Runs the section. Once all requirements are answered, an error makes the
  // call FATAL, and its message is that of the result. What the outcome had
  // before the error still counts.
  virtual absl::Status Run(Call& call, Outcome* outcome) const = 0;
};

}  // namespace loom
