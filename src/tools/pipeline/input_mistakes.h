// SPDX-License-Identifier: Apache-2.0
// FindInputMistakes finds the mistakes in the input of a step, and InputWatch finds the
// fields of the input that cause problems during a call.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/call/observer.h"
#include "crossplane/contract/outcome.h"
#include "tools/pipeline/composition.h"

namespace loom {

struct Plan;
class Problems;

// FindInputMistakes reads the input of a step as the server does, and returns each
// mistake with its location in the file.
//
//   errors   composition.yaml:13:5: resources[2].patches[2]: unknown field "polcy" (did
//            you mean "policy"?)
//   notes    composition.yaml:20:13: resources[0].patches[0].toFieldPath: Invalid
//            value: … which a drop-in input accepts, because its Go function does
//
// The location is the value; for a missing field, the object that lacks it; for an
// unknown field, its key. Below patchSets the path has the name of the set instead of
// its index.

struct InputMistakes {
  std::vector<std::string> errors;
  std::vector<std::string> notes;
};

// The name of the required resource that a WatchOperation gives its pipeline.
inline constexpr absl::string_view kWatchedResource =
    "ops.crossplane.io/watched-resource";

// Reports the names in `required` that neither the input nor its step has. `step` is
// the step as written, or an empty object if there is no step.
void AddUnknownEntries(const Plan& plan, const Value& step, Problems* problems);

// Returns nothing if the step has no input.
InputMistakes FindInputMistakes(const Composition& composition,
                                const PipelineStep& step);

// Returns the names and indexes of a path in an input, as far as the path exists. An
// element of a list can also be selected by its `name`.
//
//   patchSets[tags].patches[1].type   {"patchSets", "0", "patches", "1", "type"}
std::vector<std::string> StepsOf(absl::string_view path, const Value& input);

// Returns the value at a path such as "patchSets[tags].patches[0].transforms"; nullptr
// if the path does not exist or the step has no input.
const Value* InputMember(const PipelineStep& step, absl::string_view path);

// InputWatch records the fields of the input at which a call fails or leaves something
// out, so that messages about a step can have a location in the file.
//
//   InputWatch watch(observer);
//   function.Run(request.SerializeAsString(), {.observer = &watch});
//   std::string place = watch.failed();  // "resources[2].patches[0]", or ""
//
// A location is a path in the input. Only the last call is recorded: a function is
// called again when something that it asked for has been found.

// A resource that is incomplete or left out.
struct Stumble {
  std::string resource;
  std::string place;  // "resources[1].patches[0]", or a section, "dependencies"
  std::string why;    // "status.bucketArn is missing"
  // Whether the resource is left out for this reason.
  bool withheld = false;
};

// A resource that no step desires and that stays until others are gone.
struct KeptResource {
  std::string resource;
  std::string why;  // "database stays until configuration is deleted"
};

class InputWatch : public Observer {
 public:
  // `next` receives the same events; it may be null.
  explicit InputWatch(Observer* next) : next_(next) {}

  // Returns the location that ended the call; "" if the call succeeded or the error has
  // no single location.
  const std::string& failed() const { return failed_; }
  const std::vector<Stumble>& stumbles() const { return stumbles_; }
  const std::vector<KeptResource>& kept() const { return kept_; }

  void Begins(Call& call) override;
  void Merged(size_t entry, const Value& config, absl::string_view to) override;
  bool traces() const override { return next_ != nullptr && next_->traces(); }
  void Asked(const TemplateUse& use, absl::string_view member,
             const absl::Status& why, bool made) override;
  void Began(const TemplateUse& use, const Value& object) override;
  void Named(const Value& object) override;
  void Patched(const Patch& patch, const PatchTrace& trace,
               const absl::Status& status) override;
  void Kept(const Patch& patch, const Value& to) override;
  void Dropped(const Value& object) override;
  void Withheld() override;
  void Ended(const Value* object) override;
  void NotReady(absl::string_view resource, absl::string_view why) override;
  void Decided(bool ready, absl::string_view why) override;
  void Stays(absl::string_view resource, const Value& object,
             absl::string_view why) override;
  void EntryBegan(absl::string_view place, size_t index) override;
  void Read(const FieldUse& field) override;
  void Wrote(const FieldUse& field) override;
  void Ran(absl::string_view section, Call& call, const Outcome& outcome,
           const absl::Status& status) override;
  void Failed(const absl::Status& why) override;

 private:
  void AddWithheld(const WithheldResource& resource);

  Observer* next_;
  std::string resource_;
  std::string failed_;
  std::vector<Stumble> stumbles_;
  std::vector<KeptResource> kept_;
};

}  // namespace loom
