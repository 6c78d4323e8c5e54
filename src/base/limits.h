// SPDX-License-Identifier: Apache-2.0
// Every limit of the function, with its reason. Whatever a stranger or an
// author controls has one; none is met by anything that public Compositions do.
// Those with a flag are defaults, and `serve --help` names the flag.
//
// What is beyond a limit of a message is a FATAL result that names the limit;
// beyond a limit of an input, a mistake of the input with its place; beyond one
// of a connection, a closed connection or RESOURCE_EXHAUSTED.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loom::limits {

inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;

// ── Connections ──────────────────────────────────────────────────────────────

// One Crossplane opens one connection, and sends at most 100 calls at once by
// it. --max-connections, --max-concurrent-streams. Also no more connections
// than file descriptors, less those for everything else.
inline constexpr int kConnections = 1024;
inline constexpr int kConcurrentStreams = 128;
// A silent peer holds a connection no longer. --handshake-timeout
inline constexpr int kHandshakeSeconds = 10;
// Crossplane looks for new pods only when a connection ends. The grace is more
// than a reconcile, which ends after 2 minutes. --max-connection-age,
// --max-connection-age-grace, --max-connection-idle
inline constexpr int kConnectionAgeSeconds = 600;
inline constexpr int kConnectionAgeGraceSeconds = 150;
inline constexpr int kConnectionIdleSeconds = 1800;
// A peer that is gone without a word is noticed after the two together, and
// one that pings as often as that is welcome.
inline constexpr int kKeepaliveSeconds = 60;
inline constexpr int kKeepaliveTimeoutSeconds = 20;
inline constexpr int kLeastPingIntervalSeconds = 10;
// Crossplane sends less than 1 KiB.
inline constexpr size_t kMetadata = 8 * kKiB;
// What gRPC may hold of messages that arrive and leave, in all: a quarter of
// the memory of the pod within these, or this if the pod has no limit. The
// limit of a message alone does not bound it. --transport-memory
inline constexpr size_t kLeastTransport = 64 * kMiB;
inline constexpr size_t kMostTransport = 1024 * kMiB;
inline constexpr size_t kTransport = 256 * kMiB;
// Threads of gRPC's own, for health and reflection alone.
inline constexpr int kHelperThreads = 4;

// The page of metrics and health, which answers whoever asks.
inline constexpr int kHttpConnections = 32;
inline constexpr size_t kHttpRequest = 4 * kKiB;
inline constexpr int kHttpPatienceSeconds = 5;

// A file of the certificate folder; the certificate that a peer shows.
inline constexpr size_t kCertificateFile = kMiB;
inline constexpr size_t kPeerCertificate = 64 * kKiB;

// ── Messages ─────────────────────────────────────────────────────────────────

// Crossplane sends without a limit; requests of 11 MB have been seen.
// --max-recv-message-size
inline constexpr int kRequestMegabytes = 16;
// What Crossplane receives, which cannot be changed there, less what gRPC adds.
inline constexpr size_t kResponse = 4 * kMiB - 16 * kKiB;
// Crossplane's own limits come long before.
inline constexpr size_t kResources = 10'000;
// Nesting of values. Go's protobuf allows 10,000, the API server far less than
// this; the stack of a thread allows it many times over.
inline constexpr int kDepth = 1000;
// Members of an object, items of a list.
inline constexpr size_t kElements = 200'000;

// ── A call ───────────────────────────────────────────────────────────────────

// What a call may hold while it is worked on: so many times its request and
// this, but no more than the last, which is --call-memory. A tree takes up to
// three times its bytes.
inline constexpr size_t kMemoryPerRequestByte = 16;
inline constexpr size_t kMemory = 32 * kMiB;
inline constexpr size_t kMostMemory = 256 * kMiB;
// What a call may do: one step is a value visited or copied, or 256 bytes of
// text; two seconds or so. The largest payloads of the benchmark take a
// hundredth. --call-steps
inline constexpr uint64_t kSteps = 200'000'000;

// What patches make in a call, written over or not: eight responses.
inline constexpr size_t kMade = 32 * kMiB;
// A text that is made: no longer one fits into a response.
inline constexpr size_t kText = 4 * kMiB;
// Places that one patch writes to through wildcards, and all of a call.
inline constexpr size_t kWildcardPlaces = 10'000;
inline constexpr size_t kWildcardPlacesOfACall = 100'000;

// Results and conditions: errors that are named one by one, and the length of
// a text. The API server cuts events at 1 KiB.
// A name where it is quoted is a Kubernetes name at most.
inline constexpr size_t kErrors = 64;
inline constexpr size_t kName = 253;
inline constexpr size_t kMessage = 4 * kKiB;

// ── An input ─────────────────────────────────────────────────────────────────

// The largest public Composition has a hundredth.
inline constexpr size_t kTemplates = 2'000;
inline constexpr size_t kPatches = 20'000;
inline constexpr size_t kTransforms = 100'000;
// Each is a read of the cluster.
inline constexpr size_t kRequirements = 500;
// A path, its segments and an index: an index makes a list of its length.
inline constexpr size_t kPath = 4 * kKiB;
inline constexpr size_t kPathSegments = 64;
inline constexpr uint32_t kPathIndex = 1024;
// Patterns: their text, RE2's programs of all of them in steps of 16 bytes, and
// program × text of one match, which is what it may cost: a second. One for any
// letters of a Kubernetes name, ^[\\pL\\d-]{1,253}$, has 300,000 steps.
inline constexpr size_t kPattern = 4 * kKiB;
inline constexpr size_t kPatternSteps = kMiB;
inline constexpr uint64_t kMatch = 256 * kMiB;
// A format of a text or a combination.
inline constexpr size_t kFormat = 16 * kKiB;

// Plans that are kept, in all and each; one that is larger is made each time.
inline constexpr size_t kPlans = 32 * kMiB;
inline constexpr size_t kPlan = 8 * kMiB;

}  // namespace loom::limits
