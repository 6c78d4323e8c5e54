// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/pieces.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/convert/go_template/go_functions.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

using Form = Symbol::Form;

// Templates that include each other, and pieces, are bounded: hostile input.
constexpr int kMaxIncluded = 20;
constexpr size_t kMaxPieces = 20000;
constexpr int kMaxNodes = 100000;  // that are walked, with what is included

bool SameSymbol(const Symbol& a, const Symbol& b) {
  return a.form == b.form && a.maybe == b.maybe && CelOf(a) == CelOf(b);
}

class TemplateWalker {
 public:
  explicit TemplateWalker(const GoTree& tree) : tree_(tree) {}

  Pieces Walk() && {
    Symbol request;
    request.form = Form::kRequest;
    dot_ = request;
    variables_ = {{"", request}};
    WalkNodes(tree_.nodes);
    return std::move(result_);
  }

 private:
  struct Variable {
    std::string name;
    Symbol value;
  };

  // Adds a piece whose place is that of the outermost action.
  Piece& Add(Piece::Kind kind, const GoNode& node) {
    Piece& piece = result_.pieces.emplace_back();
    piece.kind = kind;
    piece.begin = outer_ == nullptr ? node.begin : outer_->begin;
    piece.end = outer_ == nullptr ? node.end : outer_->end;
    return piece;
  }

  void WalkNodes(const std::vector<GoNode>& nodes) {
    const size_t scope = variables_.size();
    for (const GoNode& node : nodes) {
      if (result_.pieces.size() > kMaxPieces || ++walked_ > kMaxNodes) {
        result_.is_cut = true;
        break;
      }
      WalkNode(node);
    }
    variables_.resize(std::min(scope, variables_.size()));
  }

  void WalkNode(const GoNode& node) {
    switch (node.kind) {
      case GoNode::Kind::kText:
        Add(Piece::Kind::kText, node).text = node.text;
        return;
      case GoNode::Kind::kBreak:
        Add(Piece::Kind::kValue, node).value =
            Broken("break and continue have no expression");
        return;
      case GoNode::Kind::kAction:
        return WalkAction(node);
      case GoNode::Kind::kTemplate: {
        const Symbol argument = node.pipeline.commands.empty()
                                    ? NullLiteral()
                                    : Compute(node.pipeline);
        return Include(node.text, argument, node);
      }
      case GoNode::Kind::kRange:
        return WalkLoop(node);
      case GoNode::Kind::kIf:
      case GoNode::Kind::kWith:
        return WalkCondition(node);
    }
  }

  void WalkAction(const GoNode& node) {
    const GoPipeline& pipeline = node.pipeline;
    if (pipeline.variables.empty() && IncludesLines(node)) return;
    const Symbol value = Compute(pipeline);
    const GoOperand& first = pipeline.commands[0].operands[0];
    const bool is_silent = !pipeline.variables.empty();
    if (is_silent) {
      SetVariable(pipeline, value);
      Add(Piece::Kind::kSilent, node).assigns =
          !pipeline.declares || (first.kind == GoOperand::Kind::kFunction &&
                                 absl::EndsWith(first.text, "set"));
      return;
    }
    Add(Piece::Kind::kValue, node).value = value;
  }

  // Whether the action is `include "x" . | nindent 4` of a template of several lines,
  // which is then added.
  bool IncludesLines(const GoNode& node) {
    const std::vector<GoCommand>& commands = node.pipeline.commands;
    const std::vector<GoOperand>& operands = commands[0].operands;
    if (operands.size() != 3 ||
        operands[0].kind != GoOperand::Kind::kFunction ||
        operands[0].text != "include" ||
        operands[1].kind != GoOperand::Kind::kString || commands.size() > 3) {
      return false;
    }
    int indent = 0;
    bool breaks = false;
    bool trims = false;
    for (size_t i = 1; i < commands.size(); ++i) {
      const std::vector<GoOperand>& call = commands[i].operands;
      const std::string& name = call[0].text;
      if (name == "trim" && call.size() == 1) {
        trims = true;
        continue;
      }
      if ((name != "nindent" && name != "indent") || call.size() != 2) {
        return false;
      }
      indent = std::atoi(call[1].text.c_str());
      breaks = name == "nindent";
    }
    const size_t begin = result_.pieces.size();
    Include(operands[1].text, Operand(operands[2]), node);
    std::vector<Piece> added(result_.pieces.begin() + begin,
                             result_.pieces.end());
    result_.pieces.resize(begin);
    const bool has_lines =
        std::any_of(added.begin(), added.end(),
                    [](const Piece& piece) {
                      return absl::StrContains(
                          absl::StripAsciiWhitespace(piece.text), '\n');
                    }) ||
        indent > 0;
    if (!has_lines) {
      // It is a value then.
      Add(Piece::Kind::kValue, node).value =
          TextOfPieces(result_, added, false);
      return true;
    }
    IndentPieces(indent, breaks, trims, &added);
    for (Piece& piece : added) result_.pieces.push_back(std::move(piece));
    return true;
  }

  static void IndentPieces(int indent, bool breaks, bool trims,
                           std::vector<Piece>* pieces) {
    if (trims && !pieces->empty()) {
      Piece& first = pieces->front();
      Piece& last = pieces->back();
      first.text = std::string(absl::StripLeadingAsciiWhitespace(first.text));
      last.text = std::string(absl::StripTrailingAsciiWhitespace(last.text));
    }
    const std::string margin(indent, ' ');
    for (Piece& piece : *pieces) {
      piece.text = absl::StrReplaceAll(piece.text, {{"\n", "\n" + margin}});
    }
    if (pieces->empty()) return;
    Piece lead = pieces->front();
    lead.kind = Piece::Kind::kText;
    lead.text = absl::StrCat(breaks ? "\n" : "", margin);
    pieces->insert(pieces->begin(), std::move(lead));
  }

  void Include(const std::string& name, const Symbol& argument,
               const GoNode& node) {
    const auto found = tree_.defined.find(name);
    if (found == tree_.defined.end() || ++included_ > kMaxIncluded) {
      Add(Piece::Kind::kValue, node).value = Broken(
          absl::StrCat("the template ", name,
                       found == tree_.defined.end() ? " is not defined here"
                                                    : " includes itself"));
      if (found != tree_.defined.end()) --included_;
      return;
    }
    std::vector<Variable> variables = {{"", argument}};
    variables.swap(variables_);
    Symbol dot = argument;
    std::swap(dot, dot_);
    const GoNode* outer = outer_;
    if (outer_ == nullptr) outer_ = &node;
    WalkNodes(found->second);
    outer_ = outer;
    dot_ = std::move(dot);
    variables_.swap(variables);
    --included_;
  }

  size_t AddBlock(const GoNode& node) {
    PieceBlock& block = result_.blocks.emplace_back();
    block.number = result_.blocks.size() - 1;
    block.begin = outer_ == nullptr ? node.begin : outer_->begin;
    return block.number;
  }

  void AddMark(Piece::Kind kind, size_t block, const GoNode& node) {
    Piece& piece = Add(kind, node);
    piece.block = block;
    if (outer_ != nullptr) return;
    // The place of the mark itself is at an edge of the block.
    if (kind == Piece::Kind::kOpen) piece.end = piece.begin;
    if (kind == Piece::Kind::kElse) piece.begin = piece.end = 0;
    if (kind == Piece::Kind::kClose) piece.begin = piece.end;
  }

  void WalkCondition(const GoNode& node) {
    const size_t scope = variables_.size();
    const Symbol subject = Compute(node.pipeline);
    const size_t block = AddBlock(node);
    const Symbol condition = Truth(subject);
    result_.blocks[block].condition = condition;
    result_.blocks[block].subject = subject;
    AddMark(Piece::Kind::kOpen, block, node);
    const std::vector<Variable> before = variables_;
    Symbol dot = dot_;
    if (!node.pipeline.variables.empty()) SetVariable(node.pipeline, subject);
    if (node.kind == GoNode::Kind::kWith) dot_ = subject;
    WalkNodes(node.body);
    dot_ = std::move(dot);
    variables_.resize(scope);
    const std::vector<Variable> after = std::exchange(variables_, before);
    if (!node.otherwise.empty()) {
      AddMark(Piece::Kind::kElse, block, node);
      WalkNodes(node.otherwise);
    }
    AddMark(Piece::Kind::kClose, block, node);
    for (size_t i = 0; i < scope && i < variables_.size(); ++i) {
      if (SameSymbol(after[i].value, variables_[i].value)) continue;
      variables_[i].value =
          Choose(condition, after[i].value, variables_[i].value);
    }
  }

  // What a loop changes is unknown in it and behind it.
  void BreakWhatIsSet(const std::vector<GoNode>& nodes) {
    for (const GoNode& node : nodes) {
      const GoPipeline& pipeline = node.pipeline;
      std::vector<std::string> names;
      if (!pipeline.declares) names = pipeline.variables;
      for (const GoCommand& command : pipeline.commands) {
        const std::vector<GoOperand>& operands = command.operands;
        const bool sets =
            operands.size() > 1 &&
            operands[0].kind == GoOperand::Kind::kFunction &&
            (operands[0].text == "set" || operands[0].text == "unset") &&
            operands[1].kind == GoOperand::Kind::kVariable;
        if (sets) names.push_back(operands[1].text);
      }
      for (const std::string& name : names) {
        Variable* variable = Find(name);
        if (variable == nullptr) continue;
        variable->value = Broken(absl::StrCat(
            "$", name, " is set in a loop, which an expression cannot do"));
      }
      BreakWhatIsSet(node.body);
      BreakWhatIsSet(node.otherwise);
    }
  }

  void WalkLoop(const GoNode& node) {
    const size_t scope = variables_.size();
    Symbol list = Compute(node.pipeline);
    if (list.form == Form::kRequiredList) {
      list = Broken("a loop over this has no expression; range over its items");
    }
    const size_t number = AddBlock(node);
    BreakWhatIsSet(node.body);
    if (!node.otherwise.empty()) {
      list = Broken("a loop with else has no expression");
    }
    Symbol value = CelSymbol(result_.blocks[number].value_name());
    value.wraps = list.wraps;
    if (list.form == Form::kResources) value.form = Form::kResource;
    const std::vector<std::string>& names = node.pipeline.variables;
    PieceBlock& block = result_.blocks[number];
    block.is_loop = true;
    block.has_key = names.size() == 2;
    const bool counts = list.type == Symbol::Type::kList;
    const Symbol key =
        CelSymbol(block.key_name(), list.form == Form::kList || counts
                                        ? Symbol::Type::kInt
                                        : Symbol::Type::kAny);
    if (list.form == Form::kResources) list = CelSymbol("observed.resources");
    if (list.type == Symbol::Type::kList &&
        absl::StartsWith(list.cel, "lists.range")) {
      value.type = Symbol::Type::kInt;
    }
    if (list.form == Form::kList && !list.items.empty()) {
      value.type = list.items[0].type;
    }
    block.list = list;
    AddMark(Piece::Kind::kOpen, number, node);
    if (names.size() == 2) variables_.push_back({names[0], key});
    if (!names.empty()) variables_.push_back({names.back(), value});
    Symbol dot = dot_;
    dot_ = value;
    WalkNodes(node.body);
    dot_ = std::move(dot);
    variables_.resize(scope);
    AddMark(Piece::Kind::kClose, number, node);
  }

  Variable* Find(absl::string_view name) {
    for (size_t i = variables_.size(); i > 0; --i) {
      if (variables_[i - 1].name == name) return &variables_[i - 1];
    }
    return nullptr;
  }

  void SetVariable(const GoPipeline& pipeline, const Symbol& value) {
    const std::string& name = pipeline.variables[0];
    Variable* there = pipeline.declares ? nullptr : Find(name);
    if (there != nullptr) {
      there->value = value;
    } else {
      variables_.push_back({name, value});
    }
  }

  Symbol Compute(const GoPipeline& pipeline) {
    Symbol value;
    bool has_value = false;
    for (const GoCommand& command : pipeline.commands) {
      value = Command(command, has_value ? &value : nullptr);
      has_value = true;
    }
    return value;
  }

  Symbol Command(const GoCommand& command, const Symbol* piped) {
    const GoOperand& first = command.operands[0];
    if (first.kind != GoOperand::Kind::kFunction) {
      if (command.operands.size() > 1 || piped != nullptr) {
        return Broken("this is no function");
      }
      return Operand(first);
    }
    std::vector<Symbol> arguments;
    for (size_t i = 1; i < command.operands.size(); ++i) {
      arguments.push_back(Operand(command.operands[i]));
    }
    if (piped != nullptr) arguments.push_back(*piped);
    if (first.text == "include") return IncludedText(arguments, first);
    if (first.text == "set") return Set(command, arguments);
    return CallGoFunction(first.text, arguments);
  }

  Symbol Operand(const GoOperand& operand) {
    Symbol value;
    switch (operand.kind) {
      case GoOperand::Kind::kDot:
        value = dot_;
        break;
      case GoOperand::Kind::kVariable: {
        const Variable* variable = Find(operand.text);
        if (variable == nullptr) {
          return Broken(absl::StrCat("$", operand.text, " is not defined"));
        }
        value = variable->value;
        break;
      }
      case GoOperand::Kind::kFunction: {
        GoCommand command;
        command.operands.push_back(operand);
        return Command(command, nullptr);
      }
      case GoOperand::Kind::kPipeline:
        value = Compute(*operand.pipeline);
        break;
      case GoOperand::Kind::kString:
        return TextLiteral(operand.text);
      case GoOperand::Kind::kNumber:
        return NumberLiteral(operand.text);
      case GoOperand::Kind::kBool:
        return BoolLiteral(operand.text == "true");
      case GoOperand::Kind::kNil:
        return NullLiteral();
    }
    for (const std::string& field : operand.fields) {
      value = FieldOf(value, field);
    }
    return value;
  }

  Symbol IncludedText(const std::vector<Symbol>& arguments,
                      const GoOperand& operand) {
    if (arguments.size() != 2 || arguments[0].form != Form::kLiteral) {
      return Broken("include wants a name and a value");
    }
    GoNode node;
    node.begin = node.end = operand.offset;
    const size_t begin = result_.pieces.size();
    Include(arguments[0].text, arguments[1], node);
    const std::vector<Piece> added(result_.pieces.begin() + begin,
                                   result_.pieces.end());
    result_.pieces.resize(begin);
    return TextOfPieces(result_, added, false);
  }

  Symbol Set(const GoCommand& command, const std::vector<Symbol>& arguments) {
    if (command.operands.size() < 2 ||
        command.operands[1].kind != GoOperand::Kind::kVariable ||
        !command.operands[1].fields.empty() || arguments.size() != 3 ||
        arguments[0].form != Form::kMap ||
        arguments[1].form != Form::kLiteral) {
      return Broken("set has an expression only for a variable that is a dict");
    }
    Variable* variable = Find(command.operands[1].text);
    if (variable == nullptr) return Broken("this variable is not defined");
    Symbol& map = variable->value;
    const auto there =
        std::find(map.keys.begin(), map.keys.end(), arguments[1].text);
    if (there == map.keys.end()) {
      map.keys.push_back(arguments[1].text);
      map.items.push_back(arguments[2]);
    } else {
      map.items[there - map.keys.begin()] = arguments[2];
    }
    return map;
  }

  const GoTree& tree_;
  Pieces result_;
  std::vector<Variable> variables_;
  Symbol dot_;
  const GoNode* outer_ = nullptr;
  int included_ = 0;
  int walked_ = 0;
};

// For TextOfPieces.

// A branch that is a constant, as YAML reads it without context.
Symbol ConstantBranch(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return NullLiteral();
  absl::StatusOr<YamlNodes> nodes = YamlNodes::Parse("", std::string(text));
  if (!nodes.ok() || nodes->roots().size() != 1) {
    return Broken("this text is no value");
  }
  const YamlNode& node = (*nodes)[nodes->roots()[0]];
  if (node.kind != YamlNode::Kind::kScalar) {
    return Broken("this text is no single value");
  }
  if (node.tag == "!") return TextLiteral(node.text);
  return PlainLiteral(node.text);
}

// A branch with quotes around its parts.
bool TakeQuotes(std::vector<Symbol>* parts) {
  Symbol& first = parts->front();
  Symbol& last = parts->back();
  if (first.form != Form::kLiteral || last.form != Form::kLiteral ||
      first.text.empty() || last.text.empty()) {
    return false;
  }
  const char quote = first.text[0];
  if ((quote != '"' && quote != '\'') || last.text.back() != quote) {
    return false;
  }
  first = TextLiteral(first.text.substr(1));
  last = TextLiteral(last.text.substr(0, last.text.size() - 1));
  return true;
}

}  // namespace

std::string PieceBlock::value_name() const {
  return absl::StrCat("loop_value_", number, "_");
}
std::string PieceBlock::key_name() const {
  return absl::StrCat("loop_key_", number, "_");
}

size_t BehindBlock(const std::vector<Piece>& pieces, size_t open,
                   size_t* middle) {
  *middle = pieces.size();
  size_t found = pieces.size();
  for (size_t i = open + 1; i < pieces.size(); ++i) {
    if (pieces[i].block != pieces[open].block) continue;
    if (pieces[i].kind == Piece::Kind::kElse) found = i;
    if (pieces[i].kind == Piece::Kind::kClose) {
      *middle = std::min(found, i);
      return i + 1;
    }
  }
  return pieces.size();
}

Symbol TextOfPieces(const Pieces& all, const std::vector<Piece>& pieces,
                    bool plain) {
  std::vector<Symbol> parts;
  bool is_constant = true;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (piece.kind == Piece::Kind::kText) {
      parts.push_back(TextLiteral(piece.text));
    } else if (piece.kind == Piece::Kind::kValue) {
      is_constant = false;
      parts.push_back(Plain(piece.value));
    } else if (piece.kind == Piece::Kind::kOpen) {
      is_constant = false;
      const PieceBlock& block = all.blocks[piece.block];
      if (block.is_loop)
        return Broken("a loop within a string has no expression");
      size_t middle;
      const size_t behind = BehindBlock(pieces, i, &middle);
      const std::vector<Piece> yes(pieces.begin() + i + 1,
                                   pieces.begin() + middle);
      std::vector<Piece> no;
      if (middle + 1 < behind) {
        no.assign(pieces.begin() + middle + 1, pieces.begin() + behind - 1);
      }
      const bool is_whole = plain && i == 0 && behind == pieces.size();
      parts.push_back(Choose(block.condition, TextOfPieces(all, yes, is_whole),
                             TextOfPieces(all, no, is_whole)));
      i = behind - 1;
    }
  }
  if (!plain) return TextOfParts(std::move(parts));
  while (!parts.empty() && parts.front().form == Form::kLiteral &&
         absl::StripAsciiWhitespace(parts.front().text).empty()) {
    parts.erase(parts.begin());
  }
  while (!parts.empty() && parts.back().form == Form::kLiteral &&
         absl::StripAsciiWhitespace(parts.back().text).empty()) {
    parts.pop_back();
  }
  if (parts.empty()) return NullLiteral();
  if (is_constant) return ConstantBranch(TextOfParts(parts).text);
  if (parts.size() == 1) return parts[0];
  if (parts.front().form == Form::kLiteral) {
    parts.front() =
        TextLiteral(absl::StripLeadingAsciiWhitespace(parts.front().text));
  }
  if (parts.back().form == Form::kLiteral) {
    parts.back() =
        TextLiteral(absl::StripTrailingAsciiWhitespace(parts.back().text));
  }
  TakeQuotes(&parts);
  return TextOfParts(std::move(parts));
}

Pieces ReadPieces(const GoTree& tree) { return TemplateWalker(tree).Walk(); }

}  // namespace loom
