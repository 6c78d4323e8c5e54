// SPDX-License-Identifier: Apache-2.0
// The kind checks in which function-auto-ready differs from kind_check.h:
//
//   * A missing count of the status is not zero, so a workload without replicas is
//     never ready. Only the missing counts of a ReplicaSet are zero.
//   * The status of a Deployment, StatefulSet or DaemonSet may describe an older
//     generation.
//   * In a Job or an autoscaler, the first condition that is True and has a relevant
//     type decides. The negative types of an autoscaler are really reasons, which no
//     condition has as its type.
//   * A CronJob is not ready before its first success.
//
// An object with a mistyped field is not ready. Where the Go function decodes the whole
// object, an object with one malformed condition is not ready, either. Go then decodes
// every field; here only the conditions and the fields that a check reads count.
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

absl::StatusOr<bool> AutoReadyPod(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyDeployment(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyStatefulSet(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyDaemonSet(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyReplicaSet(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyJob(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyCronJob(const Value& object, Pool* pool);
absl::StatusOr<bool> AutoReadyHorizontalPodAutoscaler(const Value& object,
                                                      Pool* pool);

}  // namespace loom
