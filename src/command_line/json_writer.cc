// SPDX-License-Identifier: Apache-2.0
#include "command_line/json_writer.h"

#include "absl/strings/str_cat.h"
#include "data/value/json.h"

namespace loom {

JsonWriter& JsonWriter::Key(absl::string_view name) {
  String(name);
  return *this;
}

void JsonWriter::String(absl::string_view text) {
  std::string quoted;
  AppendJsonString(text, &quoted);
  writer_.RawValue(quoted.data(), quoted.size(), rapidjson::kStringType);
}

void JsonWriter::Raw(absl::string_view json) {
  writer_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
}

std::string JsonWriter::Line() const {
  return absl::StrCat(absl::string_view(buffer_.GetString(), buffer_.GetSize()),
                      "\n");
}

}  // namespace loom
