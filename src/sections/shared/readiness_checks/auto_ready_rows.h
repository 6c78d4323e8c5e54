// SPDX-License-Identifier: Apache-2.0
// The checks of kinds that function-auto-ready makes otherwise than kind_check.h:
//
//   * A count of the status that is missing is not zero, so that a workload of no
//     replicas is never ready. Only a ReplicaSet's are zeros.
//   * A Deployment, StatefulSet or DaemonSet may speak of an older generation.
//   * Of a Job and an autoscaler the first condition that is True and has a type of
//     those that count decides. The types of an autoscaler that say no are reasons
//     in fact, which no condition has as its type.
//   * A CronJob is not ready before its first success.
//
// A mistyped field is not ready, and so is a whole object one of whose conditions is
// malformed, where the Go function decodes the object as a whole. It decodes every
// field then; here these are the conditions and the fields that a check reads.
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
