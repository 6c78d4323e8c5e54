// SPDX-License-Identifier: Apache-2.0
// The composed resources of a call, observed and desired, by logical name. A
// desired resource that nobody changes stays the bytes in which it came.
//
// Order in the response: that of the request, then what was added, in the order
// in which it was.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "call/object_decoder.h"
#include "resource/composed_resources.h"
#include "resource/details.h"
#include "sdk/request.h"
#include "sdk/response.h"

namespace loom {

class ComposedState : public ComposedResources {
 public:
  ComposedState(const Request& request, ObjectDecoder* decoder);

  std::vector<absl::string_view> DesiredNames() override;
  absl::StatusOr<const Value*> Desired(absl::string_view name) override;
  absl::StatusOr<const Value*> Observed(absl::string_view name) override;
  absl::StatusOr<Value*> Change(absl::string_view name) override;

  // The connection details of an observed resource. Makes the call discreet
  // (base/discretion.h) if there are any.
  absl::StatusOr<ObservedDetails> DetailsOf(absl::string_view name);
  // Of a desired resource; unspecified if there is none.
  absl::StatusOr<Ready> ReadyOf(absl::string_view name);

  // Adds or replaces. The characters of `name` have to outlive the call.
  void SetDesired(absl::string_view name, Value object, Ready ready);
  void EraseDesired(absl::string_view name);

  // Takes the connection details off all that is desired, as P&T does; for
  // Crossplane they mean nothing there.
  absl::Status DropConnectionDetails();

  // How they go into the response.
  std::vector<DesiredResource> Finish() const;

 private:
  // At first just the bytes of a Resource message.
  struct Composed {
    absl::string_view name;
    absl::string_view bytes;
    bool decoded = false;
    bool changed = false;
    bool erased = false;
    Value object;
    Resource parts;
  };

  using DecodeObject = absl::StatusOr<Value> (ObjectDecoder::*)(
      absl::string_view, absl::string_view, absl::string_view);

  absl::Status Decode(Composed* composed, absl::string_view what,
                      DecodeObject decode);
  absl::Status DecodeObserved(Composed* composed);
  absl::Status DecodeDesired(Composed* composed);
  Composed* FindObserved(absl::string_view name);
  Composed* FindDesired(absl::string_view name);

  const Request& request_;
  ObjectDecoder* decoder_;
  // Pointers to objects are handed out, so entries do not move: those of the
  // request are made once, those added have a place of their own.
  std::vector<Composed> observed_;
  std::vector<Composed> desired_;
  std::vector<std::unique_ptr<Composed>> added_;
  std::map<absl::string_view, Composed*> added_by_name_;
};

}  // namespace loom
