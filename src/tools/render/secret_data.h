// SPDX-License-Identifier: Apache-2.0
// SecretData reads the data of a Secret as the API server keeps it: the values of
// `data` are base64, and those of `stringData` are plain and win.
//
//   data: {a: aGVsbG8=}, stringData: {b: plain}   {"a": "hello", "b": "plain"}
//   data: {a: "?"}                                s.yaml:2:10: data.a is no base64
#pragma once

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "tools/yaml/reader.h"

namespace loom {

// InvalidArgument: a value is no base64.
absl::StatusOr<std::map<std::string, std::string>> SecretData(
    const YamlDocument& secret);

}  // namespace loom
