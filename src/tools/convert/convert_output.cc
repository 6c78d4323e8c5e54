// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_output.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "command_line/json_writer.h"
#include "tools/yaml/unified_diff.h"

namespace loom {
namespace {

// In the order of FileResult::Status.
constexpr absl::string_view kStatusNames[] = {"unchanged", "converted",
                                              "rewritten", "refused"};

void WriteRemarks(absl::string_view name,
                  const std::vector<FileRemark>& remarks, JsonWriter* json) {
  json->Array(name, remarks, [&](const FileRemark& remark) {
    json->Object([&] {
      json->Text("message", remark.message);
      json->TextIfAny("help", remark.help);
      WritePosition(remark.position, remark.path, &json->Key("position"));
    });
  });
}

void WriteFileResult(const FileResult& file, JsonWriter* json) {
  json->Object([&] {
    json->Text("file", file.name);
    json->Text("status", kStatusNames[static_cast<size_t>(file.status)]);
    WriteRemarks("notes", file.notes, json);
    WriteRemarks("refusals", file.refusals, json);
    json->Text("patch", UnifiedDiff(file.name, file.before, file.after));
  });
}

std::string Json(const std::vector<FileResult>& files) {
  JsonWriter json;
  json.Object([&] {
    json.Text("format", "loom.convert/v1");
    json.Array("files", files,
               [&](const FileResult& file) { WriteFileResult(file, &json); });
  });
  return json.Line();
}

std::string Yaml(const std::vector<FileResult>& files) {
  std::string out;
  for (const FileResult& file : files) {
    bool first = &file == &files.front();
    if (!first && !out.empty() && out.back() != '\n') out += '\n';
    if (!first && !absl::StartsWith(file.after, "---")) out += "---\n";
    absl::StrAppend(&out, file.after);
  }
  return out;
}

}  // namespace

std::string ConvertOutput(const std::vector<FileResult>& files,
                          ConvertOptions::Output output) {
  if (output == ConvertOptions::Output::kJson) return Json(files);
  if (output == ConvertOptions::Output::kYaml) return Yaml(files);
  std::string out;
  for (const FileResult& file : files) {
    absl::StrAppend(&out, UnifiedDiff(file.name, file.before, file.after));
  }
  return out;
}

}  // namespace loom
