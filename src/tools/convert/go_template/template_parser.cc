// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/convert/go_template/template_lexer.h"
#include "tools/convert/go_template/template_tree.h"

namespace loom {
namespace {

using TokenKind = GoToken::Kind;
constexpr int kMaxNesting = 100;

// Parses the tokens of one action.
class ActionParser {
 public:
  ActionParser(std::vector<GoToken> tokens, GoMistake* mistake)
      : tokens_(std::move(tokens)), mistake_(*mistake) {}

  const GoToken& Next() const { return tokens_[at_]; }
  bool IsName(absl::string_view name) const {
    return Next().kind == TokenKind::kName && Next().text == name;
  }
  void Skip() {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  bool AtEnd() const { return Next().kind == TokenKind::kEnd; }

  // Parses to the end, or to the bracket that ends it.
  bool ParsePipeline(GoPipeline* pipeline, int depth = 0) {
    if (depth > kMaxNesting) return Fail("this is nested too deeply");
    pipeline->offset = Next().offset;
    if (!ParseVariables(pipeline)) return false;
    while (true) {
      GoCommand& command = pipeline->commands.emplace_back();
      if (!ParseCommand(&command, depth)) return false;
      if (Next().kind != TokenKind::kPipe) return true;
      Skip();
    }
  }

  bool Fail(absl::string_view message) {
    mistake_.offset = Next().offset;
    mistake_.message =
        Next().kind == TokenKind::kWrong ? Next().text : std::string(message);
    return false;
  }

 private:
  bool ParseVariables(GoPipeline* pipeline) {
    const size_t begin = at_;
    std::vector<std::string> names;
    while (Next().kind == TokenKind::kVariable) {
      names.push_back(Next().text);
      Skip();
      if (Next().kind != TokenKind::kComma) break;
      Skip();
    }
    if (names.empty() || (Next().kind != TokenKind::kDeclare &&
                          Next().kind != TokenKind::kAssign)) {
      at_ = begin;
      return true;
    }
    pipeline->variables = std::move(names);
    pipeline->declares = Next().kind == TokenKind::kDeclare;
    Skip();
    return true;
  }

  bool ParseCommand(GoCommand* command, int depth) {
    while (true) {
      switch (Next().kind) {
        case TokenKind::kPipe:
        case TokenKind::kClose:
        case TokenKind::kEnd:
          return !command->operands.empty() || Fail("a command is missing");
        default:
          if (!ParseOperand(&command->operands.emplace_back(), depth))
            return false;
      }
    }
  }

  bool ParseOperand(GoOperand* operand, int depth) {
    const GoToken token = Next();
    operand->offset = token.offset;
    operand->text = token.text;
    Skip();
    switch (token.kind) {
      case TokenKind::kDot:
        return true;
      case TokenKind::kField:
        operand->fields.push_back(token.text);
        break;
      case TokenKind::kVariable:
        operand->kind = GoOperand::Kind::kVariable;
        break;
      case TokenKind::kString:
        operand->kind = GoOperand::Kind::kString;
        return true;
      case TokenKind::kNumber:
        operand->kind = GoOperand::Kind::kNumber;
        return true;
      case TokenKind::kName:
        SetName(operand);
        return true;
      case TokenKind::kOpen:
        operand->kind = GoOperand::Kind::kPipeline;
        operand->pipeline = std::make_shared<GoPipeline>();
        if (!ParsePipeline(operand->pipeline.get(), depth + 1)) return false;
        if (Next().kind != TokenKind::kClose) return Fail("a ) is missing");
        Skip();
        break;
      default:
        --at_;
        return Fail("this cannot be here");
    }
    while (Next().kind == TokenKind::kField && !Next().spaced) {
      operand->fields.push_back(Next().text);
      Skip();
    }
    return true;
  }

  static void SetName(GoOperand* operand) {
    const std::string& name = operand->text;
    if (name == "true" || name == "false") {
      operand->kind = GoOperand::Kind::kBool;
    } else if (name == "nil") {
      operand->kind = GoOperand::Kind::kNil;
    } else {
      operand->kind = GoOperand::Kind::kFunction;
    }
  }

  const std::vector<GoToken> tokens_;
  size_t at_ = 0;
  GoMistake& mistake_;
};

// An action as it is in the text.
struct RawAction {
  size_t begin = 0;
  size_t end = 0;
  absl::string_view inner;
  size_t inner_begin = 0;
  bool trims_left = false;
  bool trims_right = false;
  bool is_comment = false;
};

class TemplateParser {
 public:
  TemplateParser(absl::string_view text, const GoDelimiters& delimiters,
                 GoMistake* mistake)
      : text_(text), delimiters_(delimiters), mistake_(*mistake) {}

  std::optional<GoTree> Parse() && {
    GoTree tree;
    tree_ = &tree;
    std::string end;
    if (!ParseList(&tree.nodes, &end, 0)) return std::nullopt;
    if (!end.empty()) {
      mistake_.message = absl::StrCat("this ", end, " has no beginning");
      return std::nullopt;
    }
    return tree;
  }

 private:
  // Parses to `end`, `else` or the end of the text, of which `terminator` has the word.
  bool ParseList(std::vector<GoNode>* nodes, std::string* terminator,
                 int depth) {
    if (depth > kMaxNesting) return Fail(at_, "this is nested too deeply");
    terminator->clear();
    while (true) {
      RawAction action;
      if (!FindAction(&action)) return false;
      TakeText(action, nodes);
      if (action.begin == text_.size()) return true;
      at_ = action.end;
      trim_ = action.trims_right;
      if (action.is_comment) continue;
      ActionParser parser(LexAction(action.inner, action.inner_begin),
                          &mistake_);
      if (parser.IsName("end") || parser.IsName("else")) {
        *terminator = parser.Next().text;
        mistake_.offset = action.begin;
        else_ = std::make_unique<ActionParser>(std::move(parser));
        return true;
      }
      if (!ParseAction(action, &parser, nodes, depth)) return false;
    }
  }

  bool Fail(size_t offset, std::string message) {
    mistake_ = {offset, std::move(message)};
    return false;
  }

  bool FindAction(RawAction* action) {
    action->begin = text_.find(delimiters_.left, at_);
    if (action->begin == absl::string_view::npos) {
      action->begin = action->end = text_.size();
      return true;
    }
    size_t inner = action->begin + delimiters_.left.size();
    if (inner + 1 < text_.size() && text_[inner] == '-' &&
        absl::ascii_isspace(text_[inner + 1])) {
      action->trims_left = true;
      inner += 2;
    }
    size_t end = 0;
    if (absl::StartsWith(text_.substr(inner), "/*")) {
      action->is_comment = true;
      const size_t close = text_.find("*/", inner);
      end = close == absl::string_view::npos
                ? close
                : text_.find(delimiters_.right, close);
    } else {
      end = EndOfAction(text_, inner, delimiters_.right);
    }
    if (end == absl::string_view::npos) {
      return Fail(action->begin, "this action has no end");
    }
    action->end = end + delimiters_.right.size();
    if (end - inner >= 2 && text_[end - 1] == '-' &&
        absl::ascii_isspace(text_[end - 2])) {
      action->trims_right = true;
      --end;
    }
    action->inner = text_.substr(inner, end - inner);
    action->inner_begin = inner;
    return true;
  }

  void TakeText(const RawAction& action, std::vector<GoNode>* nodes) {
    size_t begin = at_;
    size_t end = action.begin;
    while (trim_ && begin < end && absl::ascii_isspace(text_[begin])) ++begin;
    while (action.trims_left && end > begin &&
           absl::ascii_isspace(text_[end - 1]))
      --end;
    trim_ = false;
    if (begin == end) return;
    GoNode& node = nodes->emplace_back();
    node.begin = begin;
    node.end = end;
    node.text = std::string(text_.substr(begin, end - begin));
  }

  bool ParseAction(const RawAction& action, ActionParser* parser,
                   std::vector<GoNode>* nodes, int depth) {
    const std::string word =
        parser->Next().kind == TokenKind::kName ? parser->Next().text : "";
    GoNode node;
    node.begin = action.begin;
    node.end = action.end;
    if (word == "define") {
      parser->Skip();
      return ParseDefine(parser->Next(), depth);
    }
    if (word == "break" || word == "continue") {
      node.kind = GoNode::Kind::kBreak;
      nodes->push_back(std::move(node));
      return true;
    }
    if (word == "template" || word == "block") {
      return ParseTemplate(parser, word == "block", std::move(node), nodes,
                           depth);
    }
    if (word == "if" || word == "range" || word == "with") {
      node.kind = word == "if"      ? GoNode::Kind::kIf
                  : word == "range" ? GoNode::Kind::kRange
                                    : GoNode::Kind::kWith;
      parser->Skip();
      if (!ParsePipelineToEnd(parser, &node.pipeline)) return false;
      if (!ParseBodies(&node, depth)) return false;
      nodes->push_back(std::move(node));
      return true;
    }
    node.kind = GoNode::Kind::kAction;
    if (!ParsePipelineToEnd(parser, &node.pipeline)) return false;
    nodes->push_back(std::move(node));
    return true;
  }

  static bool ParsePipelineToEnd(ActionParser* parser, GoPipeline* pipeline) {
    return parser->ParsePipeline(pipeline) &&
           (parser->AtEnd() || parser->Fail("this cannot be here"));
  }

  bool ParseBodies(GoNode* node, int depth) {
    std::string end;
    const size_t begin = node->begin;
    if (!ParseList(&node->body, &end, depth + 1)) return false;
    if (end == "else") {
      else_->Skip();
      if (!else_->AtEnd()) {
        // `else if` and `else with`, which share the `end`.
        GoNode inner;
        inner.kind =
            else_->IsName("with") ? GoNode::Kind::kWith : GoNode::Kind::kIf;
        inner.begin = at_;
        else_->Skip();
        const std::unique_ptr<ActionParser> parser = std::move(else_);
        if (!ParsePipelineToEnd(parser.get(), &inner.pipeline)) return false;
        if (!ParseBodies(&inner, depth + 1)) return false;
        node->end = inner.end;
        node->otherwise.push_back(std::move(inner));
        return true;
      }
      if (!ParseList(&node->otherwise, &end, depth + 1)) return false;
    }
    if (end != "end") return Fail(begin, "this has no end");
    node->end = at_;
    return true;
  }

  bool ParseDefine(const GoToken& name, int depth) {
    std::vector<GoNode> body;
    std::string end;
    const size_t begin = at_;
    if (name.kind != TokenKind::kString)
      return Fail(begin, "define expects a name");
    if (!ParseList(&body, &end, depth + 1)) return false;
    if (end != "end") return Fail(begin, "this define has no end");
    tree_->defined[name.text] = std::move(body);
    return true;
  }

  bool ParseTemplate(ActionParser* parser, bool is_block, GoNode node,
                     std::vector<GoNode>* nodes, int depth) {
    parser->Skip();
    const GoToken name = parser->Next();
    if (name.kind != TokenKind::kString) {
      return parser->Fail("expected the name of a template");
    }
    parser->Skip();
    node.kind = GoNode::Kind::kTemplate;
    node.text = name.text;
    if (!parser->AtEnd() && !ParsePipelineToEnd(parser, &node.pipeline)) {
      return false;
    }
    nodes->push_back(std::move(node));
    return !is_block || ParseDefine(name, depth);
  }

  const absl::string_view text_;
  const GoDelimiters& delimiters_;
  GoMistake& mistake_;
  GoTree* tree_ = nullptr;
  size_t at_ = 0;
  bool trim_ = false;
  std::unique_ptr<ActionParser> else_;
};

}  // namespace

std::optional<GoTree> ParseGoTemplate(absl::string_view text,
                                      const GoDelimiters& delimiters,
                                      GoMistake* mistake) {
  return TemplateParser(text, delimiters, mistake).Parse();
}

}  // namespace loom
