// SPDX-License-Identifier: Apache-2.0
// Why an object of a kind in the table of kind_check.h is not ready, a function for
// each row that may say no. The texts stand in brackets behind the name of the object:
//
//   a Deployment                 2 of 3 available
//   a Pod                        phase is Pending
//   a Job                        failed
//   a Service                    no address
//
// Numbers, phases and reasons are values of the object, so a redacted call
// (base/redacted_message.h) leaves them out: not all available, not running.
#pragma once

#include <string>

#include "data/value/value.h"

namespace loom {

// Of a kind that is ready if it is observed, so it is not asked.
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

// What a condition says that is not True: `Ready is False: Creating`. A redacted call
// tells `Ready is not True`, and any call `no condition Ready`.
std::string ConditionText(const Value& object, absl::string_view type,
                          Pool* pool);

}  // namespace loom
