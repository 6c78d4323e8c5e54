// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_output.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "tools/yaml/unified_diff.h"

namespace loom {
namespace {

constexpr char kFormat[] = R"({"format":"loom.convert/v1")";

// In the order of FileResult::Status.
constexpr absl::string_view kStatusNames[] = {"unchanged", "converted",
                                              "rewritten", "refused"};

void AppendMember(absl::string_view name, absl::string_view text,
                  std::string* out) {
  absl::StrAppend(out, "\"", name, "\":");
  AppendJsonString(text, out);
}

void AppendRemark(const FileRemark& remark, std::string* out) {
  absl::StrAppend(out, "{");
  AppendMember("message", remark.message, out);
  if (!remark.help.empty()) {
    absl::StrAppend(out, ",");
    AppendMember("help", remark.help, out);
  }
  absl::StrAppend(
      out, ",\"position\":", PositionJson(remark.position, remark.path), "}");
}

void AppendRemarks(absl::string_view name,
                   const std::vector<FileRemark>& remarks, std::string* out) {
  absl::StrAppend(out, ",\"", name, "\":[");
  for (const FileRemark& remark : remarks) {
    if (&remark != &remarks.front()) absl::StrAppend(out, ",");
    AppendRemark(remark, out);
  }
  absl::StrAppend(out, "]");
}

std::string Json(const std::vector<FileResult>& files) {
  std::string out = absl::StrCat(kFormat, ",\"files\":[");
  for (const FileResult& file : files) {
    absl::StrAppend(&out, &file == &files.front() ? "{" : ",{");
    AppendMember("file", file.name, &out);
    absl::StrAppend(&out, ",");
    AppendMember("status", kStatusNames[static_cast<size_t>(file.status)],
                 &out);
    AppendRemarks("notes", file.notes, &out);
    AppendRemarks("refusals", file.refusals, &out);
    absl::StrAppend(&out, ",");
    AppendMember("patch", UnifiedDiff(file.name, file.before, file.after),
                 &out);
    absl::StrAppend(&out, "}");
  }
  return absl::StrCat(out, "]}\n");
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
