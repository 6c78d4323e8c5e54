// SPDX-License-Identifier: Apache-2.0
// InputWatch records the fields of the input at which a call fails or leaves something
// out, so that messages about a step can have a location in the file.
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

namespace loom {

struct WithheldResource;

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
  // Returns the location that ended the call; "" if the call succeeded or the error has
  // no single location.
  const std::string& failed() const { return failed_; }
  const std::vector<Stumble>& stumbles() const { return stumbles_; }
  const std::vector<KeptResource>& kept() const { return kept_; }

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
  void Ran(absl::string_view section, Call& call, const Outcome& outcome,
           const absl::Status& status) override;
  void Failed(const absl::Status& why) override;

 private:
  void AddWithheld(const WithheldResource& resource);

  std::string resource_;
  std::string failed_;
  std::vector<Stumble> stumbles_;
  std::vector<KeptResource> kept_;
};

}  // namespace loom
