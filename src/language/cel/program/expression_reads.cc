// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/expression_reads.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "absl/strings/strip.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/syntax/parser.h"

namespace loom {
namespace {

bool IsIndex(const Expr& expr) {
  return expr.kind == ExprKind::kCall &&
         (expr.name == "_[_]" || expr.name == "_[?_]");
}

// Returns the field or index in brackets if it is a literal; nullopt if it is computed.
std::optional<Segment> SegmentOf(const Expr& index) {
  if (const auto* field = std::get_if<std::string>(&index.literal)) {
    return Segment::Field(*field);
  }
  const auto* number = std::get_if<int64_t>(&index.literal);
  if (number == nullptr || *number < 0 ||
      *number > std::numeric_limits<uint32_t>::max()) {
    return std::nullopt;
  }
  return Segment::Index(uint32_t(*number));
}

// Returns whether a macro iterates over the elements of a list or the keys of a map.
bool GoesThrough(MacroKind macro) {
  return macro == MacroKind::kAll || macro == MacroKind::kExists ||
         macro == MacroKind::kExistsOne || macro == MacroKind::kMap ||
         macro == MacroKind::kFilter;
}

class Reader {
 public:
  // `name`: the only name whose reads are listed; "": all of expression_names.h.
  // `traces`: whether variables of macros count as reads of an element of their range.
  explicit Reader(absl::string_view name = "", bool traces = false)
      : name_(name), traces_(traces) {}

  bool traces() const { return traces_; }

  std::vector<ExpressionRead> Take() && { return std::move(reads_); }

  std::vector<ExpressionComparison> TakeComparisons() && {
    return std::move(comparisons_);
  }

  // Declares the variables of a macro, until Leave.
  void Enter(const Expr& macro) {
    const std::optional<ExpressionRead> range =
        traces_ ? RangeOf(*macro.args.front()) : std::nullopt;
    for (const std::string& each : macro.variables) {
      own_.push_back(each);
      // Of two variables, the first one is the index or the key.
      const bool is_element = &each == &macro.variables.back();
      ranges_.push_back(is_element ? range : std::nullopt);
      if (!ranges_.back().has_value() || macro.macro == MacroKind::kBind ||
          macro.macro == MacroKind::kOptMap ||
          macro.macro == MacroKind::kOptFlatMap) {
        continue;
      }
      ranges_.back()->is_open = true;
    }
  }
  void Leave(const Expr& macro) {
    own_.resize(own_.size() - macro.variables.size());
    ranges_.resize(own_.size());
  }

  void Read(const Expr& expr) {
    ExpressionRead read;
    if (Follow(expr, &read)) return Add(std::move(read));
    AddComparison(expr);
    if (expr.kind != ExprKind::kMacro) {
      for (const ExprPtr& each : expr.args) Read(*each);
      return;
    }
    // The range is read before the variables are declared.
    ExpressionRead range;
    range.is_range = expr.variables.size() == 1 && GoesThrough(expr.macro);
    if (Follow(*expr.args.front(), &range)) {
      Add(std::move(range));
    } else {
      Read(*expr.args.front());
    }
    Enter(expr);
    for (size_t i = 1; i < expr.args.size(); ++i) Read(*expr.args[i]);
    Leave(expr);
  }

  // Returns whether the expression is a name followed by fields. Also reads the
  // computed keys in brackets.
  bool Follow(const Expr& expr, ExpressionRead* read) {
    if (expr.kind == ExprKind::kName) {
      absl::string_view name = expr.name;
      const bool is_global = absl::ConsumePrefix(&name, ".");
      const auto own = std::find(own_.rbegin(), own_.rend(), name);
      if (own != own_.rend() && !is_global) {
        return FollowRange(ranges_[own_.rend() - own - 1], read);
      }
      // Any other name is the namespace of a function, as in math.abs.
      if (!IsName(name)) return false;
      read->name = std::string(name);
      read->offset = expr.offset;
      return true;
    }
    const bool is_select =
        expr.kind == ExprKind::kSelect || expr.kind == ExprKind::kHas;
    if (!is_select && !IsIndex(expr)) return false;
    if (!Follow(*expr.args.front(), read)) return false;
    read->is_optional |=
        expr.kind == ExprKind::kHas || expr.optional || expr.name == "_[?_]";
    std::optional<Segment> segment =
        is_select ? Segment::Field(expr.name) : SegmentOf(*expr.args[1]);
    if (!segment.has_value()) Read(*expr.args[1]);
    if (read->path.empty()) read->offset = expr.offset;
    if (!segment.has_value()) {
      computed_ = read->is_open;
      read->is_open = true;
    } else if (!read->is_open) {
      read->path.push_back(*std::move(segment));
    } else if (!computed_) {
      read->behind.push_back(*std::move(segment));
    }
    return true;
  }

 private:
  // Returns the read of the range of a macro, which may be filtered, sorted or have a
  // default; nullopt for any other range.
  std::optional<ExpressionRead> RangeOf(const Expr& range) {
    const Expr* expr = &range;
    while ((expr->kind == ExprKind::kMacro &&
            (expr->macro == MacroKind::kFilter ||
             expr->macro == MacroKind::kSortBy)) ||
           (expr->kind == ExprKind::kCall && expr->member &&
            expr->name == "orValue")) {
      expr = expr->args.front().get();
    }
    ExpressionRead read;
    if (!Follow(*expr, &read)) return std::nullopt;
    return read;
  }

  bool FollowRange(const std::optional<ExpressionRead>& range,
                   ExpressionRead* read) {
    if (!range.has_value()) return false;
    const bool is_range = read->is_range;
    *read = *range;
    read->is_range = is_range;
    read->is_optional = false;
    computed_ = false;
    return true;
  }

  void AddComparison(const Expr& expr) {
    const bool is_in = expr.name == "@in";
    if (expr.kind != ExprKind::kCall ||
        (!is_in && expr.name != "_==_" && expr.name != "_!=_")) {
      return;
    }
    const bool literal_first =
        !is_in && expr.args[0]->kind == ExprKind::kLiteral;
    const Expr& read = *expr.args[literal_first ? 1 : 0];
    std::optional<std::vector<Literal>> literals =
        LiteralsOf(*expr.args[literal_first ? 0 : 1], is_in);
    if (!literals.has_value()) return;
    ExpressionComparison made;
    made.sign = is_in ? "in" : expr.name.substr(1, 2);
    if (!FollowWithDefault(read, *literals, &made.read)) return;
    made.literals = *std::move(literals);
    comparisons_.push_back(std::move(made));
  }

  // Returns the literal, or those of a list; nullopt for anything else.
  static std::optional<std::vector<Literal>> LiteralsOf(const Expr& expr,
                                                        bool of_list) {
    const auto& optional = expr.optional_args;
    if (of_list != (expr.kind == ExprKind::kList) ||
        std::find(optional.begin(), optional.end(), true) != optional.end()) {
      return std::nullopt;
    }
    std::vector<Literal> literals;
    auto add = [&](const Expr& each) {
      literals.push_back(each.literal);
      return each.kind == ExprKind::kLiteral;
    };
    const bool all =
        of_list ? std::all_of(expr.args.begin(), expr.args.end(),
                              [&](const ExprPtr& each) { return add(*each); })
                : add(expr);
    return all ? std::optional(std::move(literals)) : std::nullopt;
  }

  bool FollowWithDefault(const Expr& expr, const std::vector<Literal>& literals,
                         ExpressionRead* read) {
    const bool has_default = expr.kind == ExprKind::kCall && expr.member &&
                             expr.name == "orValue" && expr.args.size() == 2;
    if (has_default) {
      const Expr& other = *expr.args[1];
      if (other.kind != ExprKind::kLiteral ||
          std::any_of(literals.begin(), literals.end(),
                      [&](const Literal& each) {
                        return IsSame(each, other.literal);
                      })) {
        return false;
      }
    }
    const Expr& path = has_default ? *expr.args[0] : expr;
    return path.kind != ExprKind::kHas && Follow(path, read) &&
           !read->is_open && read->is_optional == has_default;
  }

  // Numbers of different types may be equal.
  static bool IsSame(const Literal& a, const Literal& b) {
    if (a.index() != b.index()) {
      return !std::holds_alternative<std::string>(a) &&
             !std::holds_alternative<std::string>(b);
    }
    const auto* text = std::get_if<std::string>(&a);
    return text == nullptr || *text == std::get<std::string>(b);
  }

  void Add(ExpressionRead read) {
    for (ExpressionRead& known : reads_) {
      if (known.name != read.name || known.path != read.path ||
          known.behind != read.behind) {
        continue;
      }
      known.is_open |= read.is_open;
      known.is_range &= read.is_range;
      known.is_optional |= read.is_optional;
      return;
    }
    reads_.push_back(std::move(read));
  }

  bool IsName(absl::string_view name) const {
    return name_.empty() ? IsExpressionName(name) : name == name_;
  }

  const absl::string_view name_;
  const bool traces_;
  bool computed_ = false;         // behind a second computed key
  std::vector<std::string> own_;  // names of the macros around
  // What they stand for.
  std::vector<std::optional<ExpressionRead>> ranges_;
  std::vector<ExpressionRead> reads_;
  std::vector<ExpressionComparison> comparisons_;
};

// Adds what an operand of `!` asks for.
void AddExistence(const Expr& expr, std::vector<ExpressionRead>* found,
                  Reader reader = Reader()) {
  ExpressionRead read;
  const bool is_call = expr.kind == ExprKind::kCall;
  if (expr.kind == ExprKind::kHas) {
    if (!reader.Follow(expr, &read)) return;
  } else if (is_call && expr.name == "@in") {
    const Expr& key = *expr.args[0];
    const auto* name = std::get_if<std::string>(&key.literal);
    if (key.kind != ExprKind::kLiteral || name == nullptr ||
        !reader.Follow(*expr.args[1], &read)) {
      return;
    }
    (read.is_open ? read.behind : read.path).push_back(Segment::Field(*name));
  } else if (!is_call || expr.name != "hasValue" || expr.args.size() != 1 ||
             !reader.Follow(*expr.args[0], &read)) {
    return;
  }
  if (!read.is_open || reader.traces()) found->push_back(std::move(read));
}

void AddRefused(const Expr& expr, std::vector<ExpressionRead>* found) {
  if (expr.kind != ExprKind::kCall) return;
  if (expr.name == "!_") AddExistence(*expr.args[0], found);
  if (expr.name != "_&&_") return;
  for (const ExprPtr& each : expr.args) AddRefused(*each, found);
}

}  // namespace

std::vector<ExpressionRead> ReadsOf(absl::string_view expression) {
  return ReadsOf(expression, "");
}

std::vector<ExpressionRead> ReadsOf(absl::string_view expression,
                                    absl::string_view name) {
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (!tree.ok()) return {};
  Reader reader(name);
  reader.Read(**tree);
  return std::move(reader).Take();
}

namespace {

std::vector<ExpressionRead> AllReads(const Expr& expr) {
  Reader reader;
  reader.Read(expr);
  return std::move(reader).Take();
}

class NeedsReader {
 public:
  std::vector<ExpressionNeed> Take() && { return std::move(needs_); }

  void Read(const Expr& expr) {
    if (ReadPath(expr)) return;
    if (expr.kind == ExprKind::kMacro) return ReadMacro(expr);
    const bool is_call = expr.kind == ExprKind::kCall;
    if (is_call && (expr.name == "_&&_" || expr.name == "_||_")) {
      for (const ExprPtr& each : expr.args) {
        std::vector<const Expr*> others;
        for (const ExprPtr& other : expr.args) {
          if (other != each) others.push_back(other.get());
        }
        ReadUnder(*each, others);
      }
      return;
    }
    // The operand decides whether the rest is evaluated.
    const bool decides =
        is_call &&
        (expr.name == "_?_:_" ||
         (expr.member && (expr.name == "orValue" || expr.name == "or")));
    for (size_t i = 0; i < expr.args.size(); ++i) {
      if (decides && i > 0) {
        ReadUnder(*expr.args[i], {expr.args[0].get()});
      } else {
        Read(*expr.args[i]);
      }
    }
  }

 private:
  // Reads a path up to its first optional field; false for anything else.
  bool ReadPath(const Expr& expr) {
    Reader reader;
    ExpressionRead read;
    if (!reader.Follow(expr, &read)) return false;
    const Expr* needed = &expr;
    for (const Expr* each = &expr; each->kind != ExprKind::kName;
         each = each->args.front().get()) {
      const bool is_optional = each->kind == ExprKind::kHas || each->optional ||
                               each->name == "_[?_]";
      if (IsIndex(*each)) Read(*each->args[1]);
      if (is_optional) needed = each->args.front().get();
    }
    ExpressionRead made;
    reader.Follow(*needed, &made);
    if (!IsOwn(made.name)) needs_.push_back({std::move(made), guards_});
    return true;
  }

  void ReadMacro(const Expr& expr) {
    Read(*expr.args.front());
    own_.insert(own_.end(), expr.variables.begin(), expr.variables.end());
    for (size_t i = 1; i < expr.args.size(); ++i) {
      ReadUnder(*expr.args[i], {expr.args.front().get()});
    }
    own_.resize(own_.size() - expr.variables.size());
  }

  void ReadUnder(const Expr& expr, const std::vector<const Expr*>& guards) {
    const size_t size = guards_.size();
    for (const Expr* each : guards) {
      for (ExpressionRead& read : AllReads(*each)) {
        guards_.push_back(std::move(read));
      }
    }
    Read(expr);
    guards_.resize(size);
  }

  bool IsOwn(const std::string& name) const {
    return std::find(own_.begin(), own_.end(), name) != own_.end();
  }

  std::vector<std::string> own_;  // variables of the macros around
  std::vector<ExpressionRead> guards_;
  std::vector<ExpressionNeed> needs_;
};

}  // namespace

std::vector<ExpressionNeed> NeedsOf(absl::string_view expression) {
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (!tree.ok()) return {};
  NeedsReader reader;
  reader.Read(**tree);
  return std::move(reader).Take();
}

std::vector<ExpressionComparison> ComparisonsOf(absl::string_view expression) {
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (!tree.ok()) return {};
  Reader reader;
  reader.Read(**tree);
  return std::move(reader).TakeComparisons();
}

std::vector<ExpressionRead> RefusedBy(absl::string_view expression) {
  std::vector<ExpressionRead> found;
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (tree.ok()) AddRefused(**tree, &found);
  return found;
}

namespace {

class DefaultsReader {
 public:
  std::vector<ExpressionRead> Take() && {
    std::vector<ExpressionRead> found;
    for (ExpressionRead& read : std::move(reader_).Take()) {
      if (read.is_optional) found.push_back(std::move(read));
    }
    found.insert(found.end(), sought_.begin(), sought_.end());
    return found;
  }

  void Read(const Expr& expr, bool is_condition) {
    if (is_condition && IsTrueWithout(expr)) return;
    if (is_condition && expr.kind == ExprKind::kCall &&
        (expr.name == "_&&_" || expr.name == "_||_")) {
      for (const ExprPtr& each : expr.args) Read(*each, true);
      return;
    }
    if (is_condition && expr.kind == ExprKind::kMacro &&
        (expr.macro == MacroKind::kAll || expr.macro == MacroKind::kExists)) {
      Read(*expr.args.front(), false);
      reader_.Enter(expr);
      for (size_t i = 1; i < expr.args.size(); ++i) Read(*expr.args[i], true);
      reader_.Leave(expr);
      return;
    }
    reader_.Read(expr);
    AddSought(expr);
  }

 private:
  bool IsTrueWithout(const Expr& expr) {
    if (expr.kind != ExprKind::kCall) return false;
    if (expr.name == "!_") {
      std::vector<ExpressionRead> found;
      AddExistence(*expr.args[0], &found, reader_);
      return !found.empty();
    }
    ExpressionRead read;
    if (expr.name != "orValue" || !expr.member || expr.args.size() != 2 ||
        expr.args[1]->kind != ExprKind::kLiteral ||
        !reader_.Follow(*expr.args[0], &read)) {
      return false;
    }
    const auto* other = std::get_if<bool>(&expr.args[1]->literal);
    return other != nullptr && *other;
  }

  // Adds what `in` looks for.
  void AddSought(const Expr& expr) {
    if (expr.kind == ExprKind::kCall && expr.name == "@in") {
      AddExistence(expr, &sought_, reader_);
    }
    const bool is_macro = expr.kind == ExprKind::kMacro;
    for (size_t i = 0; i < expr.args.size(); ++i) {
      if (is_macro && i == 1) reader_.Enter(expr);
      AddSought(*expr.args[i]);
    }
    if (is_macro) reader_.Leave(expr);
  }

  Reader reader_ = Reader("", true);
  std::vector<ExpressionRead> sought_;
};

}  // namespace

std::vector<ExpressionRead> DefaultsIn(absl::string_view expression,
                                       bool is_condition) {
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (!tree.ok()) return {};
  DefaultsReader reader;
  reader.Read(**tree, is_condition);
  return std::move(reader).Take();
}

std::optional<ExpressionRead> OnlyReadOf(absl::string_view expression) {
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  ExpressionRead read;
  if (!tree.ok() || !Reader().Follow(**tree, &read) || read.is_open) {
    return std::nullopt;
  }
  return read;
}

std::optional<ExpressionRead> OnlyReadOrDefaultOf(
    absl::string_view expression) {
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (!tree.ok()) return std::nullopt;
  const Expr* expr = tree->get();
  if (expr->kind == ExprKind::kCall && expr->member &&
      expr->name == "orValue" && expr->args.size() == 2) {
    expr = expr->args[0].get();
  }
  ExpressionRead read;
  if (!Reader().Follow(*expr, &read) || read.is_open) return std::nullopt;
  return read;
}

bool ReadsStateOfComposite(const ExpressionRead& read) {
  constexpr absl::string_view kWritten[] = {"metadata", "spec", "apiVersion",
                                            "kind"};
  return read.name == "composite" &&
         (read.path.empty() || read.path[0].is_index ||
          std::find(std::begin(kWritten), std::end(kWritten),
                    read.path[0].field) == std::end(kWritten));
}

namespace {

bool TakesOptional(const Expr& expr) {
  constexpr absl::string_view kFunctions[] = {"orValue", "or", "hasValue",
                                              "value"};
  return expr.kind == ExprKind::kCall && expr.member &&
         std::find(std::begin(kFunctions), std::end(kFunctions), expr.name) !=
             std::end(kFunctions);
}

// Whether what the name has are objects, which have no optionals.
bool HasObjects(absl::string_view name) {
  constexpr absl::string_view kNames[] = {
      "composite", "environment", "object", "observed", "desired", "required"};
  return std::find(std::begin(kNames), std::end(kNames), name) !=
         std::end(kNames);
}

void AddMissing(const Expr& expr, std::vector<OptionalMissing>* found) {
  ExpressionRead read;
  if (TakesOptional(expr) && Reader().Follow(*expr.args[0], &read) &&
      !read.is_optional && !read.path.empty() && HasObjects(read.name)) {
    found->push_back({std::move(read), expr.name});
  }
  for (const ExprPtr& each : expr.args) AddMissing(*each, found);
}

}  // namespace

std::vector<OptionalMissing> OptionalsMissingIn(absl::string_view expression) {
  std::vector<OptionalMissing> found;
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (tree.ok()) AddMissing(**tree, &found);
  return found;
}

namespace {

void AddTexts(const Expr& expr, std::vector<std::string>* texts) {
  if (const auto* text = std::get_if<std::string>(&expr.literal)) {
    if (expr.kind == ExprKind::kLiteral) texts->push_back(*text);
  }
  if (expr.kind != ExprKind::kCall) return;
  // All but the condition, or all but the optional value.
  if (expr.name == "_?_:_" || (expr.member && expr.name == "orValue")) {
    for (size_t i = 1; i < expr.args.size(); ++i)
      AddTexts(*expr.args[i], texts);
  }
}

}  // namespace

std::vector<std::string> TextsOf(absl::string_view expression) {
  std::vector<std::string> texts;
  absl::StatusOr<ExprPtr> tree = ParseExpr(expression, {.native = true});
  if (tree.ok()) AddTexts(**tree, &texts);
  return texts;
}

}  // namespace loom
