// SPDX-License-Identifier: Apache-2.0
// The readiness of Kubernetes' own kinds, which have no condition Ready or mean
// something else by it. The table has a row for each:
//
//   v1 ConfigMap, Secret, ServiceAccount, Namespace   it is observed
//   v1 Service                 it is no LoadBalancer, or that has an address
//   v1 PersistentVolumeClaim   it is bound
//   v1 Pod                     it has succeeded, or it always restarts, runs, and
//                              its condition Ready is True
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
//                              True, and no condition tells why it cannot scale
//
// Versions are exact: apps/v1beta1 has no rows.
//
//   CheckKind({apiVersion: v1, kind: ConfigMap}, pool)               true
//   CheckKind({apiVersion: v1, kind: Pod, status: {phase: Failed}})  false
//   CheckKind({apiVersion: example.org/v1, kind: Shop}, pool)        nullopt
//
// The rules are those of function-auto-ready, with these changes, which are ours:
//
//   * A count that is absent is 0, because the API server leaves zeros out. So a
//     Deployment without replicas is ready.
//   * What the controllers of apps/v1 say of an older generation of the object
//     does not count.
//   * The order of conditions does not matter, and one that says no wins. Why an
//     autoscaler cannot scale is read from the reasons of its conditions.
//   * A CronJob is ready before its first run.
//   * Only the conditions that a row names are read. Others may be malformed.
//
// A claim that waits for its first consumer is not ready. A consumer that depends on
// it needs another condition, such as Exists, or each waits for the other.
//
// What is mistyped, a count that is a text for example, is not ready. The API
// server does not let it exist.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {
// What the checks of kinds (kind_check.h) read of an observed object.
//
//   TextAt(pod, {"status", "phase"}, pool)          "Running"; "" if it is missing
//   CountAt(pod, {"status", "count"}, pool)         0 if it is missing
//   CountAt(pod, {"status", "phase"}, pool)         nullopt: a text is no count
//   AnyIsTrue(pod, {"Ready"}, pool)                 true

using Names = std::initializer_list<absl::string_view>;

// As Dig, in objects of any size.
const Value* At(const Value& object, Names path, Pool* pool);

// The text at a path; "" if it is missing or no text.
absl::string_view TextAt(const Value& object, Names path, Pool* pool);

// The whole number at a path, or `absent`; nullopt if it is something else.
std::optional<int64_t> CountAt(const Value& object, Names path, Pool* pool,
                               std::optional<int64_t> absent = 0);

// Whether all these counts of the status are `want`.
bool CountsAre(std::optional<int64_t> want, const Value& object, Names counts,
               Pool* pool);

// spec.replicas, which is 1 if it is missing.
std::optional<int64_t> Replicas(const Value& object, Pool* pool);

// Whether the controller has seen the newest generation of the object.
bool IsUpToDate(const Value& object, Pool* pool);

// The time at a path; nullopt if there is none of RFC 3339.
std::optional<absl::Time> TimeAt(const Value& object, Names path, Pool* pool);

// Whether some condition has one of these texts as that member, and this status;
// any status, if it is "".
absl::StatusOr<bool> HasCondition(const Value& object, absl::string_view member,
                                  Names texts, absl::string_view status,
                                  Pool* pool);

// Whether a condition of one of these types is True.
absl::StatusOr<bool> AnyIsTrue(const Value& object, Names types, Pool* pool);

// kOurs has the changes above; kAutoReady is what function-auto-ready does
// (auto_ready_rows.h).
enum class KindRules { kOurs, kAutoReady };

// Whether the observed object is ready; nullopt if its kind is not in the table.
// An error only if the call has used up its steps.
absl::StatusOr<std::optional<bool>> CheckKind(
    const Value& observed, Pool* pool, KindRules rules = KindRules::kOurs);

// Adds the fields that the rows of the table read, and those of conditions.
void AddKindFields(FieldMask* object);

// Why an object of the table for which CheckKind says no is not ready, in a few words
// (kind_reason.h); "" for any other kind.
std::string WhyKindIsNotReady(const Value& observed, Pool* pool);

}  // namespace loom
