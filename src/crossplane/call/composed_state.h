// SPDX-License-Identifier: Apache-2.0
// ComposedState holds the composed resources of a call, observed and desired,
// by logical name. A desired resource that no section changes stays the bytes
// in which it came. In the response, desired resources have the order of the
// request; those that were added follow, in the order in which they were added.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/composed_resources.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/response.h"
#include "data/value/object.h"

namespace loom {

class ComposedState : public ComposedResources {
 public:
  ComposedState(const Request& request, ObjectDecoder* decoder);

  std::vector<absl::string_view> DesiredNames() override;
  // The same, and the names of those that a section of this call withheld.
  std::vector<absl::string_view> WantedNames() const;
  // The names of all observed resources, sorted.
  std::vector<absl::string_view> ObservedNames() const;
  bool IsObserved(absl::string_view name) const;
  // Whether it is desired so far, by this step or an earlier one.
  bool IsDesired(absl::string_view name);
  // Whether an earlier step desires it.
  bool CameDesired(absl::string_view name) const;
  absl::StatusOr<const Value*> Desired(absl::string_view name) override;
  // What a desired resource is. Of a resource that stays as it came nothing else is read,
  // because an overlay looks at all of them and selects few.
  struct Identity {
    absl::string_view api_version;
    absl::string_view kind;
    Value labels = Object();  // empty if nobody asked for them
  };
  enum class Labels { kNo, kYes };
  // Visits all desired resources, in no order. An error of `visit` ends it.
  using Visit =
      absl::FunctionRef<absl::Status(absl::string_view name, const Identity&)>;
  absl::Status EachDesired(Labels labels, Visit visit);
  absl::StatusOr<const Value*> Observed(absl::string_view name) override;
  absl::StatusOr<Value*> Change(absl::string_view name) override;

  // Whether the bytes of an observed resource have that text anywhere: false if no field
  // of it is called so. Decodes nothing.
  bool MayHave(absl::string_view name, absl::string_view text) const;
  // All fields of an observed resource, whatever the plan reads of it; null if there is
  // none. Decodes it each time.
  absl::StatusOr<Value> ObservedWhole(absl::string_view name);

  // The connection details of an observed resource. Makes the call redacted
  // (base/redacted_message.h) if there are any.
  absl::StatusOr<ObservedDetails> DetailsOf(absl::string_view name);
  // The readiness of a desired resource; kUnspecified if there is no resource
  // of that name.
  absl::StatusOr<Ready> ReadyOf(absl::string_view name);
  // Whether an earlier step said something of it, be it a value that the contract
  // does not know.
  absl::StatusOr<bool> SaysReady(absl::string_view name);
  // Says whether a desired resource is ready. Its object stays the bytes in which
  // it came.
  absl::Status SetReady(absl::string_view name, Ready ready);

  // Adds a desired resource, or replaces the object and the readiness of one. What
  // else an earlier step gave to the resource is kept: its connection details, and
  // fields that the contract does not know. The characters of `name` have to
  // outlive the call, as has `copied`: the object may be a copy of that one, with which
  // it may share nodes (data/fieldpath/access.h). InvalidArgument: the bytes of
  // the earlier resource are malformed.
  absl::Status SetDesired(absl::string_view name, Value object, Ready ready,
                          const EncodedObject* copied = nullptr);
  void EraseDesired(absl::string_view name);
  // Erases what sections of this call have added and what is not observed. The names
  // of that.
  std::vector<absl::string_view> WithholdNew();

  // Removes the connection details of all desired resources, as P&T does.
  // Crossplane ignores them.
  absl::Status DropConnectionDetails();

  // The desired resources, for the response.
  std::vector<DesiredResource> Finish() const;

 private:
  // A composed resource. At first it is only the bytes of a Resource message.
  struct Composed {
    absl::string_view name;
    absl::string_view bytes;
    bool parsed = false;   // `parts`
    bool decoded = false;  // `object`
    bool changed = false;
    bool erased = false;
    Value object;
    const EncodedObject* copied = nullptr;
    bool shares_nodes = false;  // `object`, with what it is a copy of
    Resource parts;
  };

  absl::Status Parse(Composed* composed, absl::string_view what);
  absl::StatusOr<Identity> IdentityOf(const Composed& composed, Labels labels);
  // The parts of a desired resource; nullptr if there is no resource of that name.
  absl::StatusOr<Composed*> ParseDesired(absl::string_view name);
  absl::Status DecodeObserved(Composed* composed);
  absl::Status DecodeDesired(Composed* composed);
  Composed* FindObserved(absl::string_view name);
  Composed* FindDesired(absl::string_view name);

  const Request& request_;
  ObjectDecoder* decoder_;
  // The entries must not move, because callers hold pointers to their objects.
  // So the vectors never grow, and each added resource is allocated on its own.
  std::vector<Composed> observed_;
  std::vector<Composed> desired_;
  std::vector<std::unique_ptr<Composed>> added_;
  std::map<absl::string_view, Composed*> added_by_name_;
};

}  // namespace loom
