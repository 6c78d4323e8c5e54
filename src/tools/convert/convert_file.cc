// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/convert_file.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/status_macros.h"
#include "tools/yaml/node_path.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// Where each document begins: at the line `---` before its root.
std::vector<size_t> BeginsOf(const YamlNodes& nodes) {
  std::vector<size_t> begins;
  const std::string& text = nodes.text();
  for (uint32_t root : nodes.roots()) {
    size_t at = nodes[root].offset;
    size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    if (begins.empty()) line = 0;
    while (line > 0 && text.compare(line, 3, "---") != 0) {
      line = line < 2 ? 0 : text.rfind('\n', line - 2) + 1;
    }
    begins.push_back(line);
  }
  return begins;
}

void Locate(const std::vector<NodeRemark>& found, const YamlNodes& nodes,
            uint32_t root, std::vector<FileRemark>* located) {
  for (const NodeRemark& remark : found) {
    std::vector<absl::string_view> path(remark.path.begin(), remark.path.end());
    located->push_back({remark.message, remark.help,
                        PositionOf(nodes, NodeAt(nodes, root, path)),
                        PathText(remark.path)});
  }
}

void Add(const DocumentResult& document, const YamlNodes& nodes, uint32_t root,
         FileResult* file) {
  absl::StrAppend(&file->after, document.text);
  Locate(document.remarks.notes, nodes, root, &file->notes);
  Locate(document.remarks.refusals, nodes, root, &file->refusals);
  switch (document.status) {
    case DocumentResult::Status::kUntouched:
    case DocumentResult::Status::kUnchanged:
      break;
    case DocumentResult::Status::kConverted:
      file->status = std::max(file->status, FileResult::Status::kConverted);
      break;
    case DocumentResult::Status::kRewritten:
      file->status = FileResult::Status::kRewritten;
      break;
    case DocumentResult::Status::kRefused:
      break;
  }
}

}  // namespace

absl::StatusOr<FileResult> ConvertFile(const std::string& name,
                                       const std::string& text,
                                       const ConvertRules& rules) {
  FileResult file;
  file.name = name;
  file.before = text;
  LOOM_ASSIGN_OR_RETURN(YamlNodes nodes, YamlNodes::Parse(name, text));
  std::vector<size_t> begins = BeginsOf(nodes);
  for (size_t i = 0; i < begins.size(); ++i) {
    size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
    absl::StatusOr<DocumentResult> document =
        ConvertDocument(text.substr(begins[i], end - begins[i]), rules);
    if (!document.ok()) return Annotate(document.status(), name);
    Add(*document, nodes, nodes.roots()[i], &file);
  }
  if (begins.empty()) file.after = text;
  if (file.status == FileResult::Status::kUnchanged && !file.refusals.empty()) {
    file.status = FileResult::Status::kRefused;
  }
  return file;
}

}  // namespace loom
