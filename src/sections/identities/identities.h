// SPDX-License-Identifier: Apache-2.0
// Identities is the `identities` section of the native input. It publishes the name of
// a composed resource in its cloud once, in the status of the composite. From then on,
// the published name is authoritative: it is emitted again on every call, whatever
// happens to the resource, and the fields of the resource must not contradict it.
//
//   established (Established)      effect                        condition
//   nothing                          the resource is created       Unknown, Pending
//   nothing, the cloud generates the it is published once the      True
//   id, and the user gives one       resource is ready
//   a name                           it is published               True
//   a name of no known format        it stays unchanged            InvalidFormat
//   a name that the fields           FATAL, so that nothing is     IdentityMismatch
//   contradict                       moved or recreated
//   the same, onMismatch: Warn       the fields get their observed IdentityMismatch
//                                    values again
//
// The condition is ExternalIdentityValid, and reports the difference.
//
// The rules are Config Connector's. To acquire an existing resource, give its id in the
// field of the last variable, such as spec.resourceID or
// metadata.annotations[crossplane.io/external-name]. The section never writes that
// field.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "sections/identities/identity.h"

namespace loom {
// The two names of an identity in one call:
//
//   established   the name in the status of the composite, or else the first that
//                 the observed resource has. It never changes by itself.
//   candidate     the name that the fields of the desired resource form. A part
//                 that is not known is left open, and is not compared.
struct Established {
  std::string text;  // "": nothing is established yet
  bool is_published = false;
};

// A name and its parts.
struct ExternalIdentity {
  const ExternalFormat* format = nullptr;
  ExternalSegments segments;

  std::string Text() const { return format->Build(segments); }
  bool IsComplete() const {
    return segments.size() == format->variables().size();
  }
};

// Return the names. Errors, here and below, come from the request or the account of the
// call.
absl::StatusOr<Established> FindEstablished(const Identity& identity,
                                            Call& call);
// nullopt: the resource is not desired.
absl::StatusOr<std::optional<ExternalIdentity>> FindCandidate(
    const Identity& identity, Call& call);
// nullopt: the string has no known format.
std::optional<ExternalIdentity> ReadIdentity(const Identity& identity,
                                             absl::string_view text,
                                             Call& call);

// Returns the variables whose values differ, out of those that both have or that only a
// complete candidate has.
std::vector<std::string> Differing(const ExternalIdentity& candidate,
                                   const ExternalIdentity& established);

class Identities : public Section {
 public:
  explicit Identities(std::vector<Identity> list) : list_(std::move(list)) {}

  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<Identity> list_;
};

}  // namespace loom
