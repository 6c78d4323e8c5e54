// SPDX-License-Identifier: Apache-2.0
#include "test/testing/yaml_message.h"

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/json.h"
#include "data/yaml/writer.h"
#include "google/protobuf/util/json_util.h"
#include "test/testing/expected.h"
#include "tools/yaml/reader.h"

namespace loom::testing {
namespace {

std::string Content(const std::string& path) {
  std::ifstream file(path);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

}  // namespace

absl::Status ReadYamlMessage(const std::string& path,
                             google::protobuf::Message* message) {
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents,
                        ReadYaml(path, Content(path), &pool));
  if (documents.size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        path, ": ", documents.size(), " YAML documents, expected one"));
  }
  LOOM_ASSIGN_OR_RETURN(std::string json, CompactJson(documents[0].root));
  auto status = google::protobuf::util::JsonStringToMessage(json, message);
  if (status.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": ", status.ToString()));
}

absl::Status UpdateYamlMessage(const google::protobuf::Message& message,
                               const std::string& path) {
  std::string json;
  auto status = google::protobuf::util::MessageToJsonString(message, &json);
  if (!status.ok()) return absl::InternalError(status.ToString());
  Pool pool;
  LOOM_ASSIGN_OR_RETURN(Value tree, ParseJson(json, &pool));
  LOOM_ASSIGN_OR_RETURN(std::string yaml, WriteYaml(tree));
  const std::string before = Content(path);
  std::istringstream old(before);
  std::string comment;
  for (std::string line; std::getline(old, line) && line[0] == '#';) {
    absl::StrAppend(&comment, line, "\n");
  }
  if (before == comment + yaml) return absl::OkStatus();
  std::ofstream(path) << comment << yaml;
  SayUpdated(path);
  return absl::OkStatus();
}

}  // namespace loom::testing
