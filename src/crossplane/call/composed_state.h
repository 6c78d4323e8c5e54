// SPDX-License-Identifier: Apache-2.0
// ComposedState holds the observed and desired composed resources of a call by
// logical name. A desired resource that no section changes keeps the bytes of the
// request. Finding a resource, and listing their names, counts as work. In the response, desired resources have the order of the request. Added
// resources follow, in the order in which they were added.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/response.h"
#include "data/value/name_table.h"
#include "data/value/object.h"

namespace loom {

class ComposedState {
 public:
  ComposedState(const Request& request, ObjectDecoder* decoder);

  // Returns the names of all resources that are desired so far, sorted.
  std::vector<absl::string_view> DesiredNames();
  // Returns the same names and those of the resources that a section of this call
  // withheld.
  std::vector<absl::string_view> WantedNames() const;
  // Returns the names of all observed resources, sorted.
  std::vector<absl::string_view> ObservedNames() const;
  bool IsObserved(absl::string_view name) const;
  bool IsDesired(absl::string_view name);
  // Returns whether an earlier step desires the resource.
  bool CameDesired(absl::string_view name) const;
  // Return the desired and the observed resource of that name; nullptr if there is
  // none. InvalidArgument: its bytes are not an object.
  absl::StatusOr<const Value*> Desired(absl::string_view name);
  absl::StatusOr<const Value*> Observed(absl::string_view name);
  // Returns the desired resource of that name for the caller to change, with the same
  // errors; nullptr if there is none.
  absl::StatusOr<Value*> Change(absl::string_view name);
  // Returns the apiVersion and kind of a desired resource, which must exist. An overlay
  // visits all resources and selects few, so nothing else is decoded: `overlays-400` of
  // test/suites/benchmark would take 65 % more instructions.
  struct Identity {
    absl::string_view api_version;
    absl::string_view kind;
  };
  Identity IdentityOf(absl::string_view name);

  // Returns whether the bytes of an observed resource contain the string anywhere. If
  // not, the resource has no field of that name. Decodes nothing.
  bool MayHave(absl::string_view name, absl::string_view text) const;

  // Returns the connection details of an observed resource. Makes the call redacted
  // (base/redacted_message.h) if there are any.
  absl::StatusOr<ObservedDetails> DetailsOf(absl::string_view name);
  // Returns the readiness of a desired resource; kUnspecified if there is none.
  absl::StatusOr<Ready> ReadyOf(absl::string_view name);
  // Returns whether an earlier step set the readiness, even to a value that the
  // contract does not define.
  absl::StatusOr<bool> SaysReady(absl::string_view name);
  // Sets the readiness of a desired resource. Its object keeps the bytes of the
  // request.
  absl::Status SetReady(absl::string_view name, Ready ready);

  // Adds a desired resource, or replaces the object and the readiness of an existing
  // one. Its connection details and unknown fields from earlier steps are kept. The
  // object may be a copy of `copied` and share nodes with it (data/fieldpath/access.h).
  // The characters of `name` and `copied` must outlive the call.
  // InvalidArgument: the bytes of the earlier resource are malformed.
  absl::Status SetDesired(absl::string_view name, Value object, Ready ready,
                          const EncodedObject* copied = nullptr);
  void EraseDesired(absl::string_view name);
  // Does the same, and takes the resource for one that no earlier step desires.
  void ForgetDesired(absl::string_view name);
  // Erases the resources that sections of this call have added and that are not
  // observed. Returns their names.
  std::vector<absl::string_view> WithholdNew();

  // Removes the connection details of all desired resources, as P&T does.
  // Crossplane ignores them.
  absl::Status DropConnectionDetails();

  std::vector<DesiredResource> Finish() const;

 private:
  // A composed resource. Initially it has only the bytes of a Resource message.
  struct Composed {
    absl::string_view name;
    absl::string_view bytes;
    bool parsed = false;   // `parts`
    bool decoded = false;  // `object`
    bool changed = false;
    bool erased = false;
    Value object;
    const EncodedObject* copied = nullptr;
    bool shares_nodes = false;  // whether `object` shares nodes with `copied`
    bool owned = false;         // whether nothing in `object` is deferred
    Resource parts;
  };

  void Count() const;
  std::vector<absl::string_view> Sorted(
      std::vector<absl::string_view> names) const;
  absl::Status Parse(Composed* composed, absl::string_view what);
  // Parses a desired resource; nullptr if there is no resource of that name.
  absl::StatusOr<Composed*> ParseDesired(absl::string_view name);
  absl::Status Decode(Composed* composed, absl::string_view what);
  Composed* FindObserved(absl::string_view name);
  Composed* FindDesired(absl::string_view name);

  const Request& request_;
  ObjectDecoder* decoder_;
  // The entries must not move, because callers hold pointers to their objects. The
  // vectors therefore never grow, and each added resource has its own allocation.
  std::vector<Composed> observed_;
  std::vector<Composed> desired_;
  std::vector<std::unique_ptr<Composed>> added_;
  NameTable added_by_name_;  // positions in added_
  std::set<absl::string_view> forgotten_;
};

}  // namespace loom
