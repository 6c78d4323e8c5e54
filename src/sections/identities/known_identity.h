// SPDX-License-Identifier: Apache-2.0
// What is known of an identity in one call:
//
//   established   the name in the status of the composite, or else the first that
//                 the observed resource has. It never changes by itself.
//   candidate     the name that the fields of the desired resource make. A part
//                 that is not known is left open, and is not compared.
//
//   FindEstablished(identity, call)
//       {"projects/p-1/locations/eu-7/workerPools/8842", kComposite}
//   FindCandidate(identity, call)
//       project: p-1, location: us-2
//   Differences(candidate, established)
//       {"location changed, desired us-2, actual eu-7"}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "sections/identities/identity.h"

namespace loom {

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

// Errors, here and below, are those of the request or of the account of the call.
absl::StatusOr<Established> FindEstablished(const Identity& identity,
                                            Call& call);
// nullopt: the resource is not desired.
absl::StatusOr<std::optional<ExternalIdentity>> FindCandidate(
    const Identity& identity, Call& call);
// nullopt: the text has no known format.
absl::StatusOr<std::optional<ExternalIdentity>> ReadIdentity(
    const Identity& identity, absl::string_view text, Call& call);

// The variables whose values differ, of those that both or only a complete
// candidate have.
std::vector<std::string> Differing(const ExternalIdentity& candidate,
                                   const ExternalIdentity& established);

}  // namespace loom
