// SPDX-License-Identifier: Apache-2.0
// CheckKind decides the readiness of Kubernetes' own kinds, which have no condition
// Ready or use it for something else. The table has a row for each:
//
//   v1 ConfigMap, Secret, ServiceAccount, Namespace   it is observed
//   v1 Service                 it is not a LoadBalancer, or it has an address
//   v1 PersistentVolumeClaim   it is bound
//   v1 Pod                     it has succeeded, or it always restarts, runs, and
//                              its Ready condition is True
//   networking.k8s.io/v1 Ingress   it has an address
//   apps/v1 Deployment         all replicas are updated and available, and the
//                              condition Available is True
//   apps/v1 StatefulSet        all replicas are ready and current, and there is no
//                              newer revision
//   apps/v1 DaemonSet          all pods are updated, ready and available
//   apps/v1 ReplicaSet         all replicas are available, and the condition
//                              ReplicaFailure is not True
//   batch/v1 Job               Complete is True, and neither Failed nor Suspended
//   batch/v1 CronJob           it exists, and its last run has not failed
//   autoscaling/v2 HorizontalPodAutoscaler   ScalingActive or ScalingLimited is
//                              True, and no condition reports why it cannot scale
//
// Versions are exact: apps/v1beta1 has no rows.
//
//   CheckKind({apiVersion: v1, kind: ConfigMap}, pool)               true
//   CheckKind({apiVersion: v1, kind: Pod, status: {phase: Failed}})  false
//   CheckKind({apiVersion: example.org/v1, kind: Shop}, pool)        nullopt
//
// The rules are those of function-auto-ready, with these changes, which are ours:
//
//   * A missing count is 0, because the API server omits zeros. So a Deployment
//     without replicas is ready.
//   * A status that the controllers of apps/v1 wrote for an older generation of the
//     object does not count.
//   * The order of conditions does not matter, and a negative one takes precedence.
//     The reason why an autoscaler cannot scale is the reason of its conditions.
//   * A CronJob is ready before its first run.
//   * Only the conditions that a row names are read. Others may be malformed.
//
// A claim that waits for its first consumer is not ready. A consumer that depends on it
// needs another condition, such as Exists, or each waits for the other.
//
// An object with a mistyped field, such as a count that is a string, is not ready. The
// API server does not accept such an object.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "data/value/value.h"

namespace loom {
// The fields of an observed object that the kind checks read:
//
//   TextAt(pod, {"status", "phase"}, pool)          "Running"; "" if it is missing
//   CountAt(pod, {"status", "count"}, pool)         0 if it is missing
//   CountAt(pod, {"status", "phase"}, pool)         nullopt: a string is not a count
//   AnyIsTrue(pod, {"Ready"}, pool)                 true

using Names = std::initializer_list<absl::string_view>;

// Does the same as Dig, in objects of any size.
const Value* At(const Value& object, Names path, Pool* pool);

// Returns the string at a path; "" if it is missing or not a string.
absl::string_view TextAt(const Value& object, Names path, Pool* pool);

// Returns the integer at a path, or `absent`; nullopt if it is something else.
std::optional<int64_t> CountAt(const Value& object, Names path, Pool* pool,
                               std::optional<int64_t> absent = 0);

// Reports whether all these counts of the status are `want`.
bool CountsAre(std::optional<int64_t> want, const Value& object, Names counts,
               Pool* pool);

// Returns spec.replicas, which is 1 if it is missing.
std::optional<int64_t> Replicas(const Value& object, Pool* pool);

// Reports whether the controller has seen the newest generation of the object.
bool IsUpToDate(const Value& object, Pool* pool);

// Returns the time at a path; nullopt if it is missing or not in RFC 3339 format.
std::optional<absl::Time> TimeAt(const Value& object, Names path, Pool* pool);

// Reports whether a condition has one of these strings in the field `member`, and this
// status. "" matches any status.
absl::StatusOr<bool> HasCondition(const Value& object, absl::string_view member,
                                  Names texts, absl::string_view status,
                                  Pool* pool);

// Reports whether a condition of one of these types is True.
absl::StatusOr<bool> AnyIsTrue(const Value& object, Names types, Pool* pool);

// kOurs has the changes above; kAutoReady behaves as function-auto-ready does
// (auto_ready_rows.h).
enum class KindRules { kOurs, kAutoReady };

// Reports whether the observed object is ready; nullopt if its kind is not in the
// table. An error occurs only if the call has used up its steps.
absl::StatusOr<std::optional<bool>> CheckKind(
    const Value& observed, Pool* pool, KindRules rules = KindRules::kOurs);

// Returns in a few words why an object of the table is not ready according to CheckKind
// (kind_reason.h); "" for any other kind.
std::string WhyKindIsNotReady(const Value& observed, Pool* pool);

}  // namespace loom
