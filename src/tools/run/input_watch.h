// SPDX-License-Identifier: Apache-2.0
// InputWatch records the fields of the input at which a call fails or leaves something
// out, and those that its results are about, so that messages about a step can have a
// location in the file.
//
//   InputWatch watch;
//   function.Run(request.SerializeAsString(), {.observer = &watch});
//   std::string place = watch.failed();  // "resources[2].patches[0]", or ""
//
// A location is a path in the input. Only the last call is recorded: a function is
// called again when something that it asked for has been found.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/call/observer.h"
#include "crossplane/contract/outcome.h"
#include "tools/run/reason.h"

namespace loom {

class InputWatch : public Observer {
 public:
  // Returns the location that ended the call; "" if the call succeeded or the error has
  // no single location.
  const std::string& failed() const { return failed_; }
  // Returns why resources are incomplete, left out or kept; without positions.
  const std::vector<Reason>& reasons() const { return reasons_; }
  // Returns the results in the order of the response.
  const std::vector<Result>& results() const { return results_; }

  void Begins(Call& call) override;
  void Asked(const TemplateUse& use, absl::string_view member,
             const absl::Status& why, bool made) override;
  void Began(const TemplateUse& use, const Value& object) override;
  void Patched(const Patch& patch, const PatchTrace& trace,
               const absl::Status& status) override;
  void Withheld() override;
  void Ended(const Value* object) override;
  void Stays(absl::string_view resource, const Value& object,
             absl::string_view why) override;
  void Removed(absl::string_view resource, absl::string_view place) override;
  void Ran(absl::string_view section, Call& call, const Outcome& outcome,
           const absl::Status& status) override;
  void Reported(absl::Span<const Result> results) override;
  void Failed(const absl::Status& why) override;

 private:
  void AddWithheld(const WithheldResource& resource);

  std::string resource_;
  std::string failed_;
  std::vector<Reason> reasons_;
  std::vector<Result> results_;
};

}  // namespace loom
