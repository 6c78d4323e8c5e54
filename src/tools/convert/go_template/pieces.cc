// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/pieces.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tools/convert/go_template/go_functions.h"
#include "tools/convert/go_template/piece_text.h"

namespace loom {
namespace {

using Form = Symbol::Form;

// Pieces are bounded: hostile input.
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
    if (pipeline.variables.empty() && (IncludesLines(node) || Fails(node))) {
      return;
    }
    if (Accumulates(node)) {
      Add(Piece::Kind::kSilent, node).assigns = true;
      return;
    }
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

  // Whether the action is a `fail` that can be a validation.
  bool Fails(const GoNode& node) {
    const std::vector<GoCommand>& commands = node.pipeline.commands;
    const std::vector<GoOperand>& call = commands.back().operands;
    const bool is_call = call[0].kind == GoOperand::Kind::kFunction &&
                         call[0].text == "fail" &&
                         call.size() + commands.size() == 3;
    if (!is_call || loops_ > 0 || asked_.empty()) return false;
    Symbol message =
        call.size() == 2 ? Operand(call[1]) : Command(commands[0], nullptr);
    Symbol condition = BoolLiteral(true);
    for (const Symbol& asked : asked_) condition = And(condition, asked);
    if (IsBroken(message) || IsBroken(condition)) return false;
    Add(Piece::Kind::kSilent, node).fails = true;
    result_.failures.push_back(
        {condition, TextOfParts({message}), result_.pieces.back().begin});
    return true;
  }

  // Whether the action adds to a variable in each round of a loop (changes_).
  bool Accumulates(const GoNode& node) {
    const auto found = std::find_if(
        changes_.begin(), changes_.end(), [&node](const Change& change) {
          return change.node == &node && change.collects;
        });
    if (found == changes_.end()) return false;
    // Computing may add changes of its own.
    const size_t at = found - changes_.begin();
    const std::vector<GoOperand>& call = node.pipeline.commands[0].operands;
    std::vector<Symbol> arguments;
    for (size_t i = 2; i < call.size(); ++i) {
      arguments.push_back(Operand(call[i]));
    }
    Symbol condition = BoolLiteral(true);
    for (size_t i = changes_[at].asked; i < asked_.size(); ++i) {
      condition = And(condition, asked_[i]);
    }
    changes_[at].condition = condition;
    changes_[at].arguments = std::move(arguments);
    return true;
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
    const bool is_within =
        std::find(included_.begin(), included_.end(), name) != included_.end();
    if (found == tree_.defined.end() || is_within) {
      Add(Piece::Kind::kValue, node).value = Broken(absl::StrCat(
          "the template ", name,
          is_within ? " includes itself" : " is not defined here"));
      return;
    }
    included_.push_back(name);
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
    included_.pop_back();
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
    asked_.push_back(condition);
    WalkNodes(node.body);
    asked_.back() = Not(condition);
    dot_ = std::move(dot);
    variables_.resize(scope);
    const std::vector<Variable> after = std::exchange(variables_, before);
    if (!node.otherwise.empty()) {
      AddMark(Piece::Kind::kElse, block, node);
      WalkNodes(node.otherwise);
    }
    asked_.pop_back();
    AddMark(Piece::Kind::kClose, block, node);
    for (size_t i = 0; i < scope && i < variables_.size(); ++i) {
      if (SameSymbol(after[i].value, variables_[i].value)) continue;
      variables_[i].value =
          Choose(condition, after[i].value, variables_[i].value);
    }
  }

  // What a loop changes is unknown in it and behind it, except for what is counted, set
  // to a constant or collected once in each round.
  struct Change {
    std::string name;
    const GoNode* node = nullptr;
    bool is_top = false;    // in each round
    bool is_single = true;  // there is no other one in the loop
    bool collects = false;  // append and set
    Symbol before;
    size_t asked = 0;  // how many conditions are outside of the loop
    Symbol condition;
    std::vector<Symbol> arguments;  // of append or set
  };

  void FindChanges(const std::vector<GoNode>& nodes, bool is_top, bool is_inner,
                   std::vector<Change>* found) {
    for (const GoNode& node : nodes) {
      const GoPipeline& pipeline = node.pipeline;
      std::vector<std::string> names;
      if (!pipeline.declares) names = pipeline.variables;
      for (const GoCommand& command : pipeline.commands) {
        if (SetsVariable(command)) names.push_back(command.operands[1].text);
      }
      for (const std::string& name : names) {
        const auto there = std::find_if(
            found->begin(), found->end(),
            [&name](const Change& change) { return change.name == name; });
        if (there != found->end()) {
          there->is_single = false;
          continue;
        }
        if (Find(name) == nullptr) continue;
        Change& change = found->emplace_back();
        change.name = name;
        change.node = &node;
        change.is_top = is_top;
        change.is_single = !is_inner;
        change.before = Find(name)->value;
        change.asked = asked_.size();
        change.condition = BoolLiteral(true);
      }
      const bool is_loop = node.kind == GoNode::Kind::kRange;
      FindChanges(node.body, false, is_inner || is_loop, found);
      FindChanges(node.otherwise, false, is_inner || is_loop, found);
    }
  }

  // Whether another variable has this name in the loop.
  static bool Declares(const std::vector<GoNode>& nodes,
                       const std::string& name) {
    return std::any_of(nodes.begin(), nodes.end(), [&name](const GoNode& node) {
      const GoPipeline& pipeline = node.pipeline;
      const bool is_there =
          (pipeline.declares || node.kind == GoNode::Kind::kRange) &&
          std::find(pipeline.variables.begin(), pipeline.variables.end(),
                    name) != pipeline.variables.end();
      return is_there || Declares(node.body, name) ||
             Declares(node.otherwise, name);
    });
  }

  static bool SetsVariable(const GoCommand& command) {
    const std::vector<GoOperand>& operands = command.operands;
    return operands.size() > 1 &&
           operands[0].kind == GoOperand::Kind::kFunction &&
           (operands[0].text == "set" || operands[0].text == "unset") &&
           operands[1].kind == GoOperand::Kind::kVariable;
  }

  // Whether it is a call of a function whose first argument is the variable.
  static bool IsCall(const Change& change, absl::string_view function,
                     size_t arguments) {
    const std::vector<GoCommand>& commands = change.node->pipeline.commands;
    if (commands.size() != 1) return false;
    const std::vector<GoOperand>& operands = commands[0].operands;
    return operands.size() == arguments + 1 &&
           operands[0].kind == GoOperand::Kind::kFunction &&
           operands[0].text == function &&
           operands[1].kind == GoOperand::Kind::kVariable &&
           operands[1].text == change.name && operands[1].fields.empty();
  }

  // Gives variables that the loop changes the value that they have in a round.
  void BeginChanges(const std::vector<GoNode>& body, size_t block,
                    std::vector<Change>* changes) {
    FindChanges(body, true, false, changes);
    for (Change& change : *changes) {
      change.is_single &= !Declares(body, change.name);
    }
    const std::string index = result_.blocks[block].index_name();
    for (Change& change : *changes) {
      Symbol& value = Find(change.name)->value;
      const Symbol before = change.before;
      value = Broken(
          absl::StrCat("$", change.name,
                       " is set in a loop, which an expression cannot do"));
      if (!change.is_single || IsBroken(before)) continue;
      const bool appends = IsCall(change, "append", 2) &&
                           change.node->pipeline.variables.size() == 1 &&
                           before.type == Symbol::Type::kList;
      const bool sets = IsCall(change, "set", 3) && before.form == Form::kMap;
      change.collects = appends || sets;
      if (change.collects || !change.is_top) continue;
      if (before.type == Symbol::Type::kInt && before.maybe.empty() &&
          StepOf(change).has_value()) {
        const std::string rounds = *StepOf(change) + index;
        value = before.cel == "0"
                    ? CelSymbol(rounds, Symbol::Type::kInt, CelLevel::kProduct)
                    : CelSymbol(absl::StrCat(CelOf(before, CelLevel::kSum),
                                             " + ", rounds),
                                Symbol::Type::kInt, CelLevel::kSum);
      } else if (before.form == Form::kLiteral && ConstantOf(change)) {
        value = Choose(CelSymbol(absl::StrCat(index, " == 0"),
                                 Symbol::Type::kBool, CelLevel::kRelation),
                       before, *ConstantOf(change));
      }
    }
  }

  // What is added in each round, as a factor; nullopt if it is no counter.
  std::optional<std::string> StepOf(const Change& change) {
    if (IsCall(change, "add1", 1)) return "";
    if (!IsCall(change, "add", 2)) return std::nullopt;
    const GoOperand& step = change.node->pipeline.commands[0].operands[2];
    if (step.kind != GoOperand::Kind::kNumber) return std::nullopt;
    return step.text == "1" ? "" : absl::StrCat(step.text, " * ");
  }

  std::optional<Symbol> ConstantOf(const Change& change) {
    const std::vector<GoCommand>& commands = change.node->pipeline.commands;
    if (commands.size() != 1 || commands[0].operands.size() != 1) {
      return std::nullopt;
    }
    const GoOperand& operand = commands[0].operands[0];
    if (operand.kind == GoOperand::Kind::kDot ||
        operand.kind == GoOperand::Kind::kVariable) {
      return std::nullopt;
    }
    Symbol constant = Operand(operand);
    if (constant.form != Form::kLiteral) return std::nullopt;
    return constant;
  }

  // Gives them the value that they have behind the loop.
  void EndChanges(size_t block, const std::vector<Change>& changes) {
    const std::string range = RangeOf(result_.blocks[block]);
    for (const Change& change : changes) {
      Variable* variable = Find(change.name);
      if (variable == nullptr) continue;
      Symbol& value = variable->value;
      const bool is_simple =
          change.is_single && change.is_top && !IsBroken(value);
      if (change.collects) {
        value = Collected(block, change);
      } else if (is_simple && change.before.type == Symbol::Type::kInt &&
                 StepOf(change).has_value()) {
        value =
            CelSymbol(absl::StrCat(CelOf(change.before, CelLevel::kSum), " + ",
                                   *StepOf(change), "size(", range, ")"),
                      Symbol::Type::kInt, CelLevel::kSum);
      } else if (is_simple && value.form == Form::kLiteral &&
                 change.before.form == Form::kLiteral) {
        value = Choose(CelSymbol(absl::StrCat("size(", range, ") > 0"),
                                 Symbol::Type::kBool, CelLevel::kRelation),
                       value, change.before);
      } else {
        value = Broken(
            absl::StrCat("$", change.name,
                         " is set in a loop, which an expression cannot do"));
      }
    }
  }

  // A list or map, with what the rounds add to it.
  Symbol Collected(size_t block, const Change& change) {
    const bool is_list = change.before.type == Symbol::Type::kList;
    const PieceBlock& loop = result_.blocks[block];
    std::vector<Symbol> all = change.arguments;
    all.push_back(change.condition);
    all.push_back(loop.list);
    const Symbol* broken = FirstBroken(all);
    if (broken != nullptr) return *broken;
    if (change.arguments.empty()) return change.before;
    const std::string filter =
        change.condition.cel == "true" ? "" : CelOf(change.condition) + ", ";
    const std::string item =
        is_list ? CelOf(change.arguments[0])
                : absl::StrCat("{", CelText(change.arguments[0]), ": ",
                               CelOf(change.arguments[1]), "}");
    const std::string added = absl::StrCat(
        RangeOf(loop), is_list ? ".transformList(" : ".transformMapEntry(",
        loop.key_name(), ", ", loop.value_name(), ", ", filter, item, ")");
    const Symbol::Type type = change.before.type;
    if (Truth(change.before).cel == "false") return CelSymbol(added, type);
    if (is_list) {
      return CelSymbol(
          absl::StrCat(CelOf(change.before, CelLevel::kSum), " + ", added),
          type, CelLevel::kSum);
    }
    return CelSymbol(absl::StrCat(CelOf(change.before, CelLevel::kPrimary),
                                  ".merge(", added, ")"),
                     type);
  }

  void WalkLoop(const GoNode& node) {
    const size_t scope = variables_.size();
    Symbol list = Compute(node.pipeline);
    if (list.form == Form::kRequiredList) {
      list = Broken("a loop over this has no expression; range over its items");
    }
    const size_t number = AddBlock(node);
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
    WalkRounds(node, number, scope);
    dot_ = std::move(dot);
    AddMark(Piece::Kind::kClose, number, node);
  }

  void WalkRounds(const GoNode& node, size_t block, size_t scope) {
    std::vector<Change> changes;
    const std::vector<Variable> inner(variables_.begin() + scope,
                                      variables_.end());
    variables_.resize(scope);
    BeginChanges(node.body, block, &changes);
    variables_.insert(variables_.end(), inner.begin(), inner.end());
    const std::vector<Change> outer = changes_;
    changes_.insert(changes_.end(), changes.begin(), changes.end());
    ++loops_;
    WalkNodes(node.body);
    --loops_;
    variables_.resize(scope);
    changes.assign(changes_.begin() + outer.size(), changes_.end());
    changes_.resize(outer.size());
    EndChanges(block, changes);
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
        return Broken("this is not a function");
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
      return Broken("include expects a name and a value");
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

  // A map that the template has made: setting a key changes nothing else.
  static bool IsOwnMap(const Symbol& map) {
    return map.form == Form::kMap ||
           (map.form == Form::kCel && map.type == Symbol::Type::kMap &&
            map.maybe.empty() &&
            (absl::StrContains(map.cel, "transformMapEntry(") ||
             absl::StrContains(map.cel, ".merge({")));
  }

  Symbol Set(const GoCommand& command, const std::vector<Symbol>& arguments) {
    if (command.operands.size() < 2 ||
        command.operands[1].kind != GoOperand::Kind::kVariable ||
        !command.operands[1].fields.empty() || arguments.size() != 3 ||
        !IsOwnMap(arguments[0]) || arguments[1].form != Form::kLiteral) {
      const Symbol* broken = FirstBroken(arguments);
      if (broken != nullptr) return *broken;
      return Broken("set has an expression only for a variable that is a dict");
    }
    Variable* variable = Find(command.operands[1].text);
    if (variable == nullptr) return Broken("this variable is not defined");
    Symbol& map = variable->value;
    if (map.form == Form::kCel) {
      map = CelSymbol(
          absl::StrCat(CelOf(map, CelLevel::kPrimary), ".merge({",
                       arguments[1].cel, ": ", CelOf(arguments[2]), "})"),
          Symbol::Type::kMap);
      return map;
    }
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
  std::vector<Symbol> asked_;    // the conditions around
  std::vector<Change> changes_;  // of the loops around
  int loops_ = 0;
  std::vector<std::string> included_;  // the templates around
  int walked_ = 0;
};

}  // namespace

std::string PieceBlock::value_name() const {
  return absl::StrCat("loop_value_", number, "_");
}
std::string PieceBlock::key_name() const {
  return absl::StrCat("loop_key_", number, "_");
}

std::string PieceBlock::index_name() const {
  return absl::StrCat("loop_index_", number, "_");
}

Pieces ReadPieces(const GoTree& tree) { return TemplateWalker(tree).Walk(); }

}  // namespace loom
