// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/library.h"

#include <string>

#include "function/protobuf.h"
#include "google/protobuf/stubs/logging.h"

namespace loom::testing {
namespace {

void TellNobody(google::protobuf::LogLevel, const char*, int,
                const std::string&) {}

[[maybe_unused]] google::protobuf::LogHandler* const kFormerHandler =
    google::protobuf::SetLogHandler(TellNobody);

}  // namespace

bool LibraryReads(absl::string_view bytes, google::protobuf::Message* message) {
  return Parse(bytes, message);
}

}  // namespace loom::testing
