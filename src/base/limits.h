// SPDX-License-Identifier: Apache-2.0
// All limits of the function, each with its reason and unit. Everything that the author
// of a Composition or a client on the network controls has a limit. No public
// Composition known to us comes near any of them. If the comment of a limit names a
// flag, the limit is the default of that flag.
//
// The result of exceeding a limit depends on its kind:
//
//   of a message or a call   a FATAL result that names the limit
//   of an input              an error in the input, reported with its location
//   of a connection          the connection is closed, or the call is answered
//                            with RESOURCE_EXHAUSTED
//
// The limits are ours, unless a comment says that Crossplane or gRPC sets them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loom::limits {

inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;

// ── Connections ──────────────────────────────────────────────────────────────

// Number of connections, and of concurrent calls on each of them. A Crossplane opens
// one connection and sends at most 100 concurrent calls on it. The number of
// connections is also limited by the number of files that the process may open, minus
// those that it needs for everything else. --max-connections, --max-concurrent-streams
inline constexpr int kConnections = 1024;
inline constexpr int kConcurrentStreams = 128;
// How long the TLS handshake of a new connection may take. --handshake-timeout
inline constexpr int kHandshakeSeconds = 10;
// How long a connection lives, how long calls in progress may take after that, and how
// long a connection may be without calls. Connections are closed because Crossplane
// looks for new pods only when it reconnects. The grace period is longer than a
// reconcile of Crossplane, which ends after 2 minutes. --max-connection-age,
// --max-connection-age-grace, --max-connection-idle
inline constexpr int kConnectionAgeSeconds = 600;
inline constexpr int kConnectionAgeGraceSeconds = 150;
inline constexpr int kConnectionIdleSeconds = 1800;
// A connection without traffic is pinged after kKeepaliveSeconds. If no answer arrives
// within kKeepaliveTimeoutSeconds, it is closed. This finds clients that vanished
// without closing their connection. A client may itself ping once per
// kLeastPingIntervalSeconds.
inline constexpr int kKeepaliveSeconds = 60;
inline constexpr int kKeepaliveTimeoutSeconds = 20;
inline constexpr int kLeastPingIntervalSeconds = 10;
// Bytes of the headers of a call. Crossplane sends less than 1 KiB.
inline constexpr size_t kMetadata = 8 * kKiB;
// Bytes of incoming and outgoing messages that gRPC may hold: a quarter of the memory
// limit of the pod, but at least kLeastTransport and at most kMostTransport. If the pod
// has no memory limit, it is kTransport. The size limit of a message does not bound
// this, because many messages may arrive at once. --transport-memory
inline constexpr size_t kLeastTransport = 64 * kMiB;
inline constexpr size_t kMostTransport = 1024 * kMiB;
inline constexpr size_t kTransport = 256 * kMiB;
// Bytes that calls in progress may hold: requests being processed and responses not
// sent yet. The limit is a quarter of the memory limit of the pod, but at least
// kLeastHeld and at most kMostHeld. If the pod has no memory limit, it is kHeld. Beyond
// it, a call is answered at once with RESOURCE_EXHAUSTED. In addition to its messages,
// each call counts as kHeldOfACall, for the memory that gRPC needs for a call of any
// size.
inline constexpr size_t kLeastHeld = 64 * kMiB;
inline constexpr size_t kMostHeld = 1024 * kMiB;
inline constexpr size_t kHeld = 256 * kMiB;
inline constexpr size_t kHeldOfACall = 16 * kKiB;
// Number of calls of each API version that the server requests from gRPC before they
// arrive. A call that arrives is replaced at once. Calls in progress, and calls whose
// client has not read the response yet, therefore do not count.
inline constexpr int kCallsAhead = 64;
// When the next call comes if a step waits for objects that Crossplane does not watch.
inline constexpr int kUnwatchedSeconds = 5;
// A call is slow if it has used kSlowMilliseconds of CPU time, or if it has taken or is
// about to take kStepsOfASlowCall steps. At most as many slow calls run at once as
// there are threads. The others wait in line, up to kSlowCalls in total, because a
// Crossplane sends at most 100 concurrent calls. Beyond that, a call that becomes slow
// is answered with RESOURCE_EXHAUSTED. This answer is delayed by kRefusalSeconds,
// because some clients retry at once.
inline constexpr int kSlowMilliseconds = 5;
inline constexpr uint64_t kStepsOfASlowCall = 500'000;
inline constexpr int kSlowCalls = 128;
// The CPU time after which a slow call gives its turn to the next one in line. A call
// of 20 ms therefore waits for parts of long calls only, never for their ends.
inline constexpr int kSliceMilliseconds = 50;
// Bytes of the stack of each thread, whatever the limit of the environment is. The
// deepest expressions and objects that are accepted need a tenth of it.
inline constexpr size_t kStack = 8 * kMiB;
inline constexpr int kRefusalSeconds = 1;
// How long a client may take to read a response before its connection is closed:
// usually, and while more than half of the bytes for calls in progress (see kHeld) are
// in use. Crossplane reads responses as they arrive.
inline constexpr int kUnreadAnswerSeconds = 10;
inline constexpr int kUnreadAnswerSecondsWhenCrowded = 1;
// Bytes that a client must read within kUnreadAnswerSecondsWhenCrowded to keep its
// connection.
inline constexpr size_t kUnreadAnswerProgress = 64 * kKiB;
// gRPC 1.51 does not limit the memory for the headers that a client sends and for the
// calls that it begins. Connections are therefore closed when the process uses more
// than kMemoryShortPercent of the memory limit of the pod or, if there is no limit,
// kMemoryShortBeyondIdle bytes more than after its start. The connection that sent the
// most since the last check is closed first, if it sent at least kLeastReceived bytes.
// Otherwise the newest connections are closed: one in kPartOfConnections.
inline constexpr size_t kMemoryShortPercent = 85;
inline constexpr size_t kMemoryShortBeyondIdle = 2048 * kMiB;
inline constexpr size_t kLeastReceived = 64 * kKiB;
inline constexpr size_t kPartOfConnections = 10;
// Threads that gRPC may start for its own service, reflection.
inline constexpr int kHelperThreads = 4;

// The HTTP page for metrics and health, which requires no client certificate:
// concurrent connections, bytes of a request, and seconds that a request may take.
inline constexpr int kHttpConnections = 32;
inline constexpr size_t kHttpRequest = 4 * kKiB;
inline constexpr int kHttpPatienceSeconds = 5;

// Bytes of a file in the certificate folder, and of the certificate chain that a client
// presents.
inline constexpr size_t kCertificateFile = kMiB;
inline constexpr size_t kPeerCertificate = 64 * kKiB;

// ── The log ──────────────────────────────────────────────────────────────────

// Bytes and lines of the log that wait to be written. If the log is not read, it takes
// this much memory. The largest line has a few KiB.
inline constexpr size_t kLogBytes = kMiB;
inline constexpr size_t kLogLines = 10'000;
// Bytes of a single write, if that many wait: as much as a pipe holds.
inline constexpr size_t kLogWrite = 64 * kKiB;
// How long the process waits for the last lines to be written before it exits.
inline constexpr int kLogFlushSeconds = 1;
// If a call takes longer than this, it has its own line in the log even if it
// succeeded. The alert for slow calls has the same threshold.
inline constexpr int kSlowCallMilliseconds = 500;

// ── Messages ─────────────────────────────────────────────────────────────────

// Size of a request in MiB. Crossplane does not limit what it sends, and requests of
// 11 MB have been seen. --max-recv-message-size
inline constexpr int kRequestMegabytes = 16;
// Bytes of a response: the most that Crossplane accepts, which is not configurable,
// minus what gRPC adds.
inline constexpr size_t kResponse = 4 * kMiB - 16 * kKiB;
// Composed resources of a call. Limits of Crossplane, such as the size of a response,
// are reached long before this one.
inline constexpr size_t kResources = 10'000;
// Entries of every other map of a message: required resources, schemas, credentials and
// their data, keys of the context, and connection details of a resource. The index of
// such a map takes up to 30 times the bytes of its entries.
inline constexpr size_t kEntries = kResources;
// Levels of nested objects and lists. Go's protobuf allows 10,000, and the API server
// far fewer than this. The stack of a thread has room for many times this depth.
inline constexpr int kDepth = 1000;
// Fields of an object, items of a list, and objects of one required resource.
inline constexpr size_t kElements = 200'000;

// ── A call ───────────────────────────────────────────────────────────────────

// Bytes of memory that the trees and strings of a call may take: kMemoryPerRequestByte
// times the bytes of its request, plus kMemory, and at most kMostMemory. A decoded tree
// takes up to three times the bytes that it was decoded from. --call-memory sets
// this maximum.
inline constexpr size_t kMemoryPerRequestByte = 3;
inline constexpr size_t kMemory = 32 * kMiB;
inline constexpr size_t kMostMemory = 256 * kMiB;
// If a call exceeds its memory by more than this, it gets no more memory at once. If it
// exceeds it by less, it fails at its next step with an error that names the location.
inline constexpr size_t kMemorySlack = 8 * kMiB;
// Bytes of memory that all calls together may use if the pod has no memory limit. If it
// has one, the calls may use a third of it.
inline constexpr size_t kMemoryOfAllCalls = 1024 * kMiB;
// The work that a call may do, in steps of about 10 nanoseconds: about two seconds in
// total. The largest payloads of the benchmark need a hundredth of it. --call-steps
inline constexpr uint64_t kSteps = 200'000'000;
// Bytes of a tree that one step fills.
inline constexpr size_t kFilledBytesOfAStep = 16;
// Steps between two checks of whether the caller still waits, which is a fraction of a
// millisecond.
inline constexpr uint64_t kStepsBetweenLooks = 1 << 14;
// Steps that code that cannot fail may take between two such checks: some 10 ms. No
// single thing that it does takes as many.
inline constexpr uint64_t kStepsNoted = 1 << 20;

// Bytes of the values that all patches of a call produce together, including values
// that a later patch overwrites: the size of eight responses.
inline constexpr size_t kMade = 32 * kMiB;
// Bytes of a string that a patch produces. A longer one does not fit into a response.
inline constexpr size_t kText = 4 * kMiB;
// Bytes of a label value in a requirement. Kubernetes allows 63.
inline constexpr size_t kLabel = 4 * kKiB;
// Fields that one patch, and all patches of a call together, write to through
// wildcards.
inline constexpr size_t kWildcardPlaces = 10'000;
inline constexpr size_t kWildcardPlacesOfACall = 100'000;

// Results and conditions: the number of errors that are listed one by one; the bytes of
// a quoted name (no name in Kubernetes is longer); the bytes of an error to which a
// location is added, whatever the error quotes; and the bytes of a whole message. The
// API server cuts the messages of events at 1 KiB.
inline constexpr size_t kErrors = 64;
inline constexpr size_t kName = 253;
inline constexpr size_t kError = kKiB;
inline constexpr size_t kMessage = 4 * kKiB;

// ── An input ─────────────────────────────────────────────────────────────────

// Resource templates, patches and transforms of an input. The largest public
// Composition has a hundredth of each.
inline constexpr size_t kTemplates = 2'000;
inline constexpr size_t kPatches = 20'000;
inline constexpr size_t kTransforms = 100'000;
// Patches of patch sets, each counted once for every resource that uses its set. Every
// use is a patch of its own in a call.
inline constexpr size_t kPatchUses = 100'000;
// Requirements of an input. Crossplane reads each of them from the cluster.
inline constexpr size_t kRequirements = 500;
// How many times in one reconcile Crossplane lets a step add requirements.
inline constexpr int kRounds = 5;
// Values with names of an input, or of one of its resources.
inline constexpr size_t kValues = 500;
// Composed resources of all templates with forEach. Their number depends on a list that
// a user of the composite writes.
inline constexpr size_t kLoopItems = 1'000;
// Entries of `references`. Each may require objects.
inline constexpr size_t kReferences = 1'000;
// Entries of `kinds`. Each entry that names a kind is compared with them.
inline constexpr size_t kKinds = 1'000;
// Formats of the names of one kind, and paths at which its objects may have their
// names. Each is tried for every name. No kind that is known has more than two.
inline constexpr size_t kFormats = 32;
// Entries of `dependencies`, and entries of `dependsOn` of all of them together. Every
// entry of either kind is compared with the names of all composed resources.
inline constexpr size_t kDependencies = 500;
inline constexpr size_t kPrerequisites = 2'000;
// Entries of `overlays`. Each is compared with every desired resource.
inline constexpr size_t kOverlays = 100;
// Conditions of one's own, and events. Crossplane keeps every condition in the status
// of the composite.
inline constexpr size_t kConditions = 64;
// Connection details, and connection details of Objects. Each connection detail may be
// an entry of a Secret, which has at most 1 MiB.
inline constexpr size_t kDetails = 10'000;
// Variables of a format or template of a reference or a connection detail.
inline constexpr size_t kVariables = 100;
// References that the composite itself may have.
inline constexpr size_t kCompositeReferences = 100;
// CEL expressions: the bytes of one, and the levels of nested brackets, conditions and
// calls. The longest public expressions reach a tenth of each.
inline constexpr size_t kExpression = 4 * kKiB;
inline constexpr size_t kExpressionNesting = 64;
// Operators, fields and calls of an expression that are in a row, such as a.b.c or a +
// b + c, or nested. Every function that walks an expression calls itself for each of
// them. A chain of || or && counts once, however many operands it has.
inline constexpr size_t kExpressionHeight = 500;
// Field paths: the bytes of a path, its segments, and the largest index. The index is
// limited because writing to it creates a list of that length.
inline constexpr size_t kPath = 4 * kKiB;
inline constexpr size_t kPathSegments = 64;
inline constexpr uint32_t kPathIndex = 1024;
// Regular expressions: the bytes of one; the instructions (of 16 bytes each) of all
// compiled ones of an input; and the instructions of one times the bytes of the string
// that it is matched against. The last limit bounds a match to a quarter of a second at
// worst. An expression for the letters of a Kubernetes name, ^[\\pL\\d-]{1,253}$,
// compiles to 300,000 instructions and can be matched against names of every length.
inline constexpr size_t kPattern = 4 * kKiB;
inline constexpr size_t kPatternSteps = kMiB;
inline constexpr uint64_t kMatch = 80 * kMiB;
// Bytes of memory that one compiled regular expression may take, including the automata
// that RE2 makes during a match: the least and the most that an expression gets.
inline constexpr size_t kLeastPatternMemory = 128 * kKiB;
inline constexpr size_t kPatternMemory = 8 * kMiB;
// Bytes of the format of a string transform or of a combine patch.
inline constexpr size_t kFormat = 16 * kKiB;
// Width or precision of a format directive, in characters. No label, name or document
// is padded wider than this.
inline constexpr int kFormatWidth = 1000;

// Bytes of all cached plans, and of each. A larger plan is built again for every call.
inline constexpr size_t kPlans = 32 * kMiB;
inline constexpr size_t kPlan = 16 * kMiB;
// Bytes of memory that reading an input takes: kReading, plus kReadingPerByte for each
// byte of the input. The plan of a long list of small items has up to 20 times the
// bytes of its input. This memory counts toward that of all calls.
inline constexpr size_t kReading = kMiB;
inline constexpr size_t kReadingPerByte = 24;
// The steps that reading a byte of an input is assumed to take. A call with an input of
// more than 25 KB that is not cached is therefore slow from the start.
inline constexpr uint64_t kReadingStepsPerByte = 20;
// Objects of an input that are read between two looks at the clock and at the memory.
inline constexpr int kObjectsBetweenLooks = 64;

}  // namespace loom::limits
