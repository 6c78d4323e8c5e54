// SPDX-License-Identifier: Apache-2.0
// Random inputs with dependencies and connection details, without cycles: each of the
// resources depends only on those before it.
#pragma once

#include <random>
#include <string>

namespace loom::testing {

// The resources that an earlier step desires.
inline constexpr const char* kNames[] = {"n0", "n1", "n2", "n3", "n4"};

// A resource of that name, as JSON. Some are Objects of provider-kubernetes, some are
// of kinds that have no conditions.
std::string DesiredJson(const std::string& name);

// The input, as JSON.
std::string RandomDependencies(std::mt19937& random);

}  // namespace loom::testing
