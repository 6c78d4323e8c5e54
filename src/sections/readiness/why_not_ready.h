// SPDX-License-Identifier: Apache-2.0
// WhyNotReady says in a few words why a composed resource is not ready, by what decided
// it (ready_state.h). The words stand in brackets behind its name:
//
//   decided by                        the words
//   an earlier step                   an earlier step says so
//   the checks of its template        readinessChecks of its template
//   that it is not observed           not observed yet
//   a rule                            checks of readiness.rules[0], or
//                                     readiness.rules[0].readyWhen is false, or
//                                     readiness.rules[0].readyWhen: 1:8: no such key: "at"
//   the table of Kubernetes' kinds    2 of 3 available (sections/shared/readiness_checks/kind_reason.h)
//   the condition Ready               Ready is False: Creating, or no condition Ready,
//                                     and behind it if it is so: Synced is False:
//                                     ReconcileError
//
// A discreet call (base/discretion.h) quotes no value.
#pragma once

#include <string>

#include "data/value/value.h"
#include "sections/shared/readiness_checks/ready_state.h"

namespace loom {

// `observed` is null if there is no such object.
std::string WhyNotReady(const Judgement& judgement, const Value* observed,
                        Pool* pool);

}  // namespace loom
