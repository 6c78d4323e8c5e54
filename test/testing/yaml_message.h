// SPDX-License-Identifier: Apache-2.0
// Messages in files, as people write them: protojson as YAML.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "google/protobuf/message.h"

namespace loom::testing {

// InvalidArgument names the file: not to be read, no YAML, or not the message.
absl::Status ReadYamlMessage(const std::string& path,
                             google::protobuf::Message* message);

// Replaces the file, but for the comment at its top, and prints its name, unless it has
// these bytes already (test/testing/expected.h).
absl::Status UpdateYamlMessage(const google::protobuf::Message& message,
                               const std::string& path);

}  // namespace loom::testing
