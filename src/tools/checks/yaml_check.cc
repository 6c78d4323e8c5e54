// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/go/format.h"
#include "data/yaml/scalar.h"
#include "tools/checks/rule_table.h"
#include "tools/yaml/duplicate_keys.h"

namespace loom {
namespace {

using NodeKind = YamlNode::Kind;

// Whole numbers beyond this have no exact double, and a Struct carries doubles.
constexpr int64_t kLargestExact = int64_t{1} << 53;

// yes, off and the like, which have fewer letters than true and false.
bool IsLegacyBoolean(const YamlNode& node) {
  return node.kind == NodeKind::kScalar && node.tag == "?" &&
         node.text.size() <= 3 && PlainScalar(node.text).IsBool();
}

// A whole number that is not written as it is read: octal, binary, or with
// underscores. Hexadecimal ones, signs and 1.0 are meant, and so is an octal number
// that says who may read a file (defaultMode).
bool IsOddNumber(const YamlNode& node, const Value& value,
                 absl::string_view path) {
  absl::string_view text = node.text;
  if (!value.IsInt64() || absl::StrContains(text, '.') ||
      absl::StartsWithIgnoreCase(text, "0x") ||
      absl::EndsWithIgnoreCase(path, "mode")) {
    return false;
  }
  if (!absl::ConsumePrefix(&text, "+")) absl::ConsumePrefix(&text, "-");
  const std::string read = absl::StrCat(value.GetInt64());
  return text != "0" && text != absl::StripPrefix(read, "-");
}

class WalkYaml {
 public:
  WalkYaml(const LintDocument& document, LintFindings* findings)
      : document_(document),
        nodes_(document.yaml.nodes()),
        findings_(findings) {}

  void Node(uint32_t at, const std::string& path) {
    const YamlNode& node = nodes_[at];
    if (node.kind == NodeKind::kScalar) return Scalar(at, path);
    for (size_t i = 0;
         node.kind == NodeKind::kSequence && i < node.children.size(); ++i) {
      Node(node.children[i], absl::StrCat(path, "[", i, "]"));
    }
    if (node.kind == NodeKind::kMap) Map(node, path);
  }

 private:
  void Map(const YamlNode& map, const std::string& path) {
    for (size_t i = 0; i + 1 < map.children.size(); i += 2) {
      const YamlNode& key = nodes_[map.children[i]];
      // What is a list or a map is no key, and the reader says so.
      if (key.kind == NodeKind::kScalar) Key(map.children[i], path);
      std::string name = key.text;
      if (IsLegacyBoolean(key)) {
        name = PlainScalar(key.text).GetBool() ? "true" : "false";
      }
      bool brackets = name.find('.') != name.npos;
      Node(map.children[i + 1],
           brackets ? absl::StrCat(path, "[", name, "]")
                    : absl::StrCat(path, path.empty() ? "" : ".", key.text));
    }
  }

  void Key(uint32_t at, const std::string& path) {
    const YamlNode& key = nodes_[at];
    if (!IsLegacyBoolean(key)) return;
    Report(
        "yaml/legacy-boolean", at, path,
        absl::StrCat("the key ", key.text, " is read as \"",
                     PlainScalar(key.text).GetBool() ? "true" : "false", "\""),
        "quote it");
    findings_->Replace(document_, key.text, absl::StrCat("\"", key.text, "\""));
  }

  void Scalar(uint32_t at, const std::string& path) {
    const YamlNode& node = nodes_[at];
    if (node.tag != "?") return;
    Value value = PlainScalar(node.text);
    if (IsLegacyBoolean(node)) {
      absl::string_view read = value.GetBool() ? "true" : "false";
      Report("yaml/legacy-boolean", at, path,
             absl::StrCat(node.text, " is read as ", read),
             absl::StrCat("write ", read, ", or quote it"));
      findings_->Replace(document_, node.text, read);
    } else if (IsOddNumber(node, value, path)) {
      Report("yaml/number", at, path,
             absl::StrCat(node.text, " is read as ", value.GetInt64()),
             "quote it");
    } else if (IsInexact(node.text, value)) {
      Report("yaml/number", at, path,
             absl::StrCat(node.text,
                          " is larger than 2^53 and loses its last digits"),
             "quote it");
    }
  }

  static bool IsInexact(absl::string_view text, const Value& value) {
    if (value.IsInt64()) {
      int64_t number = value.GetInt64();
      return (number > kLargestExact || number < -kLargestExact) &&
             static_cast<int64_t>(static_cast<double>(number)) != number;
    }
    absl::ConsumePrefix(&text, "-");
    return value.IsDouble() && !text.empty() &&
           text.find_first_not_of("0123456789") == text.npos;
  }

  void Report(absl::string_view rule, uint32_t at, const std::string& path,
              absl::string_view message, absl::string_view help) {
    findings_->AddAt(rule, document_.file, PositionOf(nodes_, at), path,
                     message, help);
  }

  const LintDocument& document_;
  const YamlNodes& nodes_;
  LintFindings* findings_;
};

void CheckDuplicates(const LintDocument& document, LintFindings* findings) {
  const YamlNodes& nodes = document.yaml.nodes();
  for (const DuplicateKey& each : DuplicateKeys(nodes, document.yaml.node())) {
    findings->AddAt("yaml/duplicate-key", document.file,
                    PositionOf(nodes, each.key), PathText(each.path),
                    absl::StrCat("duplicate key ", Quoted(nodes[each.key].text),
                                 "; the last one is used"),
                    absl::StrCat("the first is at ",
                                 nodes.LineColumn(nodes[each.first].offset)));
    findings->Relate("the first one", PositionOf(nodes, each.first));
  }
}

// `name:line:column: why`, as YamlNodes::Parse words it. A message without line
// and column is about the whole file.
void SyntaxError(absl::string_view name, absl::string_view text,
                 absl::string_view error, size_t index,
                 LintFindings* findings) {
  absl::string_view rest = error;
  absl::ConsumePrefix(&rest, name);
  absl::ConsumePrefix(&rest, ":");
  YamlPosition position;
  position.file = std::string(name);
  size_t line_end = rest.find(':');
  size_t column_end =
      line_end == rest.npos ? rest.npos : rest.find(": ", line_end);
  size_t line = 0;
  size_t column = 0;
  if (column_end != rest.npos &&
      absl::SimpleAtoi(rest.substr(0, line_end), &line) &&
      absl::SimpleAtoi(rest.substr(line_end + 1, column_end - line_end - 1),
                       &column)) {
    position.line = line;
    position.column = column;
    rest.remove_prefix(column_end + 2);
  }
  // The byte of a character that a line and a column name.
  for (size_t at = 1; at < position.line; ++at) {
    position.offset = text.find('\n', position.offset) + 1;
  }
  for (size_t at = 1; at < position.column; ++at) {
    do {
      ++position.offset;
    } while (position.offset < text.size() &&
             (text[position.offset] & 0xC0) == 0x80);
  }
  findings->AddAt("yaml/syntax", index, position, "",
                  absl::StripLeadingAsciiWhitespace(rest));
}

}  // namespace

void CheckYaml(const Corpus& corpus, LintFindings* findings) {
  for (size_t i = 0; i < corpus.files().size(); ++i) {
    const LintFile& file = corpus.files()[i];
    if (!file.syntax_error.empty()) {
      SyntaxError(file.name, file.text, file.syntax_error, i, findings);
    }
  }
  for (const auto& document : corpus.documents()) {
    if (document->kind == DocumentKind::kOther) continue;
    WalkYaml(*document, findings).Node(document->yaml.node(), "");
    CheckDuplicates(*document, findings);
  }
}

void CheckSchemaFiles(const Corpus& corpus, LintFindings* findings) {
  size_t index = corpus.files().size();
  for (const UnreadableFile& file : corpus.schemas().unreadable()) {
    SyntaxError(file.name, file.text, file.error, index++, findings);
  }
}

}  // namespace loom
