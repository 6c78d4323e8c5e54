// SPDX-License-Identifier: Apache-2.0
// The reasons why an object of a kind in kind_check.h is not ready, one function for
// each row that can be unready. Messages show them in parentheses after the name:
//
//   a Deployment                 2 of 3 available
//   a Pod                        phase is Pending
//   a Job                        failed
//   a Service                    no address
//
// Numbers, phases and reasons are values of the object. A redacted call
// (base/redacted_message.h) omits them: not all available, not running.
#pragma once

#include <string>

#include "data/value/value.h"

namespace loom {

// For kinds that are ready once they are observed, so it is never called.
std::string WhyAbsent(const Value& object, Pool* pool);
std::string WhyNoAddress(const Value& object, Pool* pool);
std::string WhyNotBound(const Value& object, Pool* pool);
std::string WhyPod(const Value& object, Pool* pool);
std::string WhyDeployment(const Value& object, Pool* pool);
std::string WhyStatefulSet(const Value& object, Pool* pool);
std::string WhyDaemonSet(const Value& object, Pool* pool);
std::string WhyReplicaSet(const Value& object, Pool* pool);
std::string WhyJob(const Value& object, Pool* pool);
std::string WhyCronJob(const Value& object, Pool* pool);
std::string WhyHorizontalPodAutoscaler(const Value& object, Pool* pool);

// Describes a condition that is not True, with its reason and message:
// `Synced is False: ReconcileError: the name is taken`. A redacted call reports
// `Synced is not True`. Any call reports `no Synced condition`.
std::string ConditionText(const Value& object, absl::string_view type,
                          Pool* pool);

// Describes the Ready condition, and the Synced condition if it is False: a provider
// reports there that it cannot create or change the object.
std::string WhyConditions(const Value& object, Pool* pool);

}  // namespace loom
