// SPDX-License-Identifier: Apache-2.0
// All limits of the function, each with its reason and unit. Whatever the
// author of a Composition or a peer on the network controls has a limit. No
// public Composition that we know of comes near one of them. A limit whose
// comment names a flag is the default of that flag, which `serve --help`
// explains.
//
// What happens beyond a limit:
//
//   of a message or a call   a FATAL result that names the limit
//   of an input              a mistake in the input, reported with its place
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

// How many connections there may be, and calls at once on each of them. A
// Crossplane opens one connection and sends at most 100 calls at once on it.
// There are also never more connections than the process may open files, less
// the files that it needs for everything else. --max-connections,
// --max-concurrent-streams
inline constexpr int kConnections = 1024;
inline constexpr int kConcurrentStreams = 128;
// How long a new connection may take until TLS is established on it.
// --handshake-timeout
inline constexpr int kHandshakeSeconds = 10;
// How long a connection lives, how long calls in progress may take after that,
// and how long a connection may stay without calls. Connections are ended
// because Crossplane looks for new pods only when it connects again. The grace
// is longer than a reconcile of Crossplane, which ends after 2 minutes.
// --max-connection-age, --max-connection-age-grace, --max-connection-idle
inline constexpr int kConnectionAgeSeconds = 600;
inline constexpr int kConnectionAgeGraceSeconds = 150;
inline constexpr int kConnectionIdleSeconds = 1800;
// A connection without traffic is pinged after the first of these, and closed
// if no answer comes within the second: that is how a peer is noticed that
// vanished without closing its connection. A peer may itself ping as often as
// the third.
inline constexpr int kKeepaliveSeconds = 60;
inline constexpr int kKeepaliveTimeoutSeconds = 20;
inline constexpr int kLeastPingIntervalSeconds = 10;
// Bytes of the headers of a call. Crossplane sends less than 1 KiB.
inline constexpr size_t kMetadata = 8 * kKiB;
// Bytes that gRPC may hold of all the messages that arrive and leave: a quarter
// of the memory limit of the pod, but at least the first and at most the second
// of these; the third if the pod has no memory limit. The limit of a message
// does not bound this, because many messages may arrive at once.
// --transport-memory
inline constexpr size_t kLeastTransport = 64 * kMiB;
inline constexpr size_t kMostTransport = 1024 * kMiB;
inline constexpr size_t kTransport = 256 * kMiB;
// Bytes that calls in progress may hold: requests that are worked on, and answers
// that are not sent yet. The same part of the memory limit as above: a quarter,
// but at least the first and at most the second; the third if the pod has no
// limit. Beyond it a call is answered at once with RESOURCE_EXHAUSTED. What gRPC
// keeps of a call, whatever its size, counts as the fourth.
inline constexpr size_t kLeastHeld = 64 * kMiB;
inline constexpr size_t kMostHeld = 1024 * kMiB;
inline constexpr size_t kHeld = 256 * kMiB;
inline constexpr size_t kHeldOfACall = 16 * kKiB;
// How many calls of a version are requested from gRPC ahead of their arrival.
// One that arrives is replaced at once, so calls that are worked on or wait for
// their client to read do not count.
inline constexpr int kCallsAhead = 64;
// A call that has used so much CPU time, or that has taken or is about to take so
// many steps, is slow. As many slow calls run at once as there are threads, and
// others wait in line, up to this number in all: a Crossplane sends at most 100
// calls at once. Beyond it a call that becomes slow gets RESOURCE_EXHAUSTED, and
// only after so many seconds, because some clients try again at once.
inline constexpr int kSlowMilliseconds = 5;
inline constexpr uint64_t kStepsOfASlowCall = 500'000;
inline constexpr int kSlowCalls = 128;
inline constexpr int kRefusalSeconds = 1;
// How long a client may take to read an answer before its connection is ended,
// usually and while more than half of the bytes above are held. Crossplane reads
// as answers arrive.
inline constexpr int kUnreadAnswerSeconds = 10;
inline constexpr int kUnreadAnswerSecondsWhenCrowded = 1;
// Bytes that a client has to read in that second to keep its connection.
inline constexpr size_t kUnreadAnswerProgress = 64 * kKiB;
// gRPC 1.51 limits neither the memory of the headers that a peer sends nor that
// of the calls that it begins. When the process uses more than this part of the
// memory limit of the pod, in percent, connections are ended; without a memory
// limit, when it uses so many bytes more than after its start. First the one
// that sent most since the last look, if it sent at least so many bytes;
// otherwise those that came last, this part of all.
inline constexpr size_t kMemoryShortPercent = 85;
inline constexpr size_t kMemoryShortBeyondIdle = 2048 * kMiB;
inline constexpr size_t kLeastReceived = 64 * kKiB;
inline constexpr size_t kPartOfConnections = 10;
// Threads that gRPC may start for a service of its own, reflection.
inline constexpr int kHelperThreads = 4;

// The HTTP page of metrics and health, which asks nobody for a certificate:
// connections at once, bytes of a request, seconds that a request may take.
inline constexpr int kHttpConnections = 32;
inline constexpr size_t kHttpRequest = 4 * kKiB;
inline constexpr int kHttpPatienceSeconds = 5;

// Bytes of a file in the certificate folder, and of the certificate chain that
// a peer presents.
inline constexpr size_t kCertificateFile = kMiB;
inline constexpr size_t kPeerCertificate = 64 * kKiB;

// ── The log ──────────────────────────────────────────────────────────────────

// Bytes and lines of the log that wait for being written. When nobody reads the
// log, that is what it costs. The largest line has a few KiB.
inline constexpr size_t kLogBytes = kMiB;
inline constexpr size_t kLogLines = 10'000;
// Bytes that are written at once, if so many wait: as much as a pipe holds.
inline constexpr size_t kLogWrite = 64 * kKiB;
// How long the end of the process waits for the last lines to be written.
inline constexpr int kLogFlushSeconds = 1;
// A call that takes longer than this has a line of its own in the log, also if
// it went well. The alert for slow calls has the same bound.
inline constexpr int kSlowCallMilliseconds = 500;

// ── Messages ─────────────────────────────────────────────────────────────────

// The size of a request in MiB. Crossplane sets no limit for what it sends, and
// requests of 11 MB have been seen. --max-recv-message-size
inline constexpr int kRequestMegabytes = 16;
// Bytes of a response: what Crossplane accepts, which cannot be configured
// there, less what gRPC adds.
inline constexpr size_t kResponse = 4 * kMiB - 16 * kKiB;
// Composed resources of a call. Other limits of Crossplane, such as the size of
// a response, are reached long before this one.
inline constexpr size_t kResources = 10'000;
// Entries of every other map of a message: required resources, schemas, credentials
// and their data, keys of the context, and connection details of a resource. What
// tells where they are takes up to thirty times their bytes.
inline constexpr size_t kEntries = kResources;
// Levels of objects and lists inside each other. Go's protobuf allows 10,000,
// the API server far fewer than this. The stack of a thread has room for many
// times this depth.
inline constexpr int kDepth = 1000;
// Members of an object, items of a list, and objects of one required resource.
inline constexpr size_t kElements = 200'000;

// ── A call ───────────────────────────────────────────────────────────────────

// Bytes of memory that the trees and texts of a call may take: the first times
// the bytes of its request, plus the second, and at most the third. A decoded
// tree takes up to three times the bytes that it was decoded from. --call-memory
// sets the third.
inline constexpr size_t kMemoryPerRequestByte = 3;
inline constexpr size_t kMemory = 32 * kMiB;
inline constexpr size_t kMostMemory = 256 * kMiB;
// A call that holds more than this beyond its memory gets no more at once. One
// that holds less fails at its next step, with an error that says where.
inline constexpr size_t kMemorySlack = 8 * kMiB;
// Bytes of memory that all calls together may use if the pod has no memory
// limit; otherwise it is a third of that limit.
inline constexpr size_t kMemoryOfAllCalls = 1024 * kMiB;
// The work that a call may do, in steps of about 10 nanoseconds, so this is
// about two seconds. The largest payloads of the benchmark need a hundredth of
// it. --call-steps
inline constexpr uint64_t kSteps = 200'000'000;
// Bytes of a tree that are filled in one step.
inline constexpr size_t kFilledBytesOfAStep = 16;
// How many steps a call takes between two looks at whether anybody still waits
// for it: a fraction of a millisecond.
inline constexpr uint64_t kStepsBetweenLooks = 1 << 14;

// Bytes of the values that all patches of a call produce together, also of
// those that a later patch overwrites: the size of eight responses.
inline constexpr size_t kMade = 32 * kMiB;
// Bytes of a text that a patch produces: a longer one fits into no response.
inline constexpr size_t kText = 4 * kMiB;
// Bytes of the value of a label that Crossplane is asked for. Kubernetes takes
// 63.
inline constexpr size_t kLabel = 4 * kKiB;
// Fields that one patch writes to through wildcards, and all patches of a call.
inline constexpr size_t kWildcardPlaces = 10'000;
inline constexpr size_t kWildcardPlacesOfACall = 100'000;

// Results and conditions: how many errors are listed one by one, the bytes of a
// name that is quoted (no name in Kubernetes is longer), the bytes of an error
// that a place is put in front of, whatever the error quotes, and the bytes of a
// whole message. The API server cuts the messages of events at 1 KiB.
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
// Resources that an input may require. Crossplane reads each from the cluster.
inline constexpr size_t kRequirements = 500;
// How often Crossplane lets a step ask for more in one reconcile.
inline constexpr int kRounds = 5;
// Composed resources of all templates with forEach: a list that a user of the composite
// writes decides how many there are.
inline constexpr size_t kLoopItems = 1'000;
// Entries of `references`, each of which may ask for objects.
inline constexpr size_t kReferences = 1'000;
// Entries of `dependencies`, and what all of them depend on together. Each of
// both is compared with the names of all composed resources.
inline constexpr size_t kDependencies = 500;
inline constexpr size_t kPrerequisites = 2'000;
// Connection details, of which each may be an entry of a Secret of at most 1 MiB,
// and connection details of Objects.
inline constexpr size_t kDetails = 10'000;
// Variables of a format or template of a reference or a connection detail.
inline constexpr size_t kVariables = 100;
// References that a composite may have itself.
inline constexpr size_t kCompositeReferences = 100;
// Expressions in CEL: the bytes of one, and how many levels of brackets, conditions and
// calls are inside each other. The longest public ones have a tenth of each.
inline constexpr size_t kExpression = 4 * kKiB;
inline constexpr size_t kExpressionNesting = 64;
// Field paths: bytes of a path, its segments, and the largest index. An index
// is limited because writing to it makes a list of that length.
inline constexpr size_t kPath = 4 * kKiB;
inline constexpr size_t kPathSegments = 64;
inline constexpr uint32_t kPathIndex = 1024;
// Regular expressions: the bytes of one; the instructions (of 16 bytes) of all
// compiled ones of an input; and the instructions of one times the bytes of the
// text that it is matched against, which bounds a match to a quarter of a second
// at worst. An expression for the letters of a Kubernetes name,
// ^[\\pL\\d-]{1,253}$, compiles to 300,000 instructions, and matches names of
// every length.
inline constexpr size_t kPattern = 4 * kKiB;
inline constexpr size_t kPatternSteps = kMiB;
inline constexpr uint64_t kMatch = 80 * kMiB;
// Bytes of memory that one compiled expression may take with the automata that
// RE2 makes while it matches: the least that an expression gets, and the most.
inline constexpr size_t kLeastPatternMemory = 128 * kKiB;
inline constexpr size_t kPatternMemory = 8 * kMiB;
// Bytes of the format of a string transform or of a combine patch.
inline constexpr size_t kFormat = 16 * kKiB;
// The width or precision of a directive, in characters: no label, name or
// document is padded wider than this.
inline constexpr int kFormatWidth = 1000;

// Bytes of all plans that are cached, and of each: a larger plan is made anew
// for every call.
inline constexpr size_t kPlans = 32 * kMiB;
inline constexpr size_t kPlan = 16 * kMiB;
// Bytes of memory that reading an input takes: so many, and so many for each byte
// of it. The plan of a long list of small things has up to 20 times the bytes of
// its input. They count among the memory of all calls.
inline constexpr size_t kReading = kMiB;
inline constexpr size_t kReadingPerByte = 24;

}  // namespace loom::limits
