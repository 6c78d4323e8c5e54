// SPDX-License-Identifier: Apache-2.0
#include "language/cel/program/value_state.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "language/cel/values/collections.h"

namespace loom {
namespace {

// What may change between two expressions of a call.
constexpr ExpressionNames kChanging =
    ExpressionNames(ExpressionName::kDesired) | ExpressionName::kContext |
    ExpressionName::kEnvironment | ExpressionName::kRequired |
    ExpressionName::kConditions;

}  // namespace

// `values` of one evaluation. Its own cells hold the values that may change.
class ValueMap final : public CelMap {
 public:
  ValueMap(ValueState* state, CelVariables* variables, CelContext* context)
      : state_(*state), variables_(variables), context_(context) {}

  size_t size() const override { return 0; }
  Entry At(size_t) const override { return {}; }
  bool observed() const override { return true; }

  std::optional<CelValue> Find(const CelValue& key) const override {
    const NamedValue* value = NamedAs(key);
    // Only a patch set may name a value that is not there.
    if (value == nullptr) return context_->Failed("no such value here");
    const ValueCell& cell = Evaluated(*value);
    if (!context_->status().ok()) return context_->ended();
    if (cell.state == ValueCell::State::kPending) return std::nullopt;
    if (cell.state == ValueCell::State::kFailed) {
      return context_->Failed(cell.message);
    }
    return cell.value;
  }

  absl::string_view WhyMissing(const CelValue& key) const override {
    const NamedValue* value = NamedAs(key);
    return value == nullptr ? "" : CellOf(*value).message;
  }

 private:
  // The variables of a value: `values` is the same map, so that nothing is evaluated
  // twice.
  class WithValues final : public CelVariables {
   public:
    WithValues(const ValueMap* map, CelVariables* others)
        : map_(map), others_(others) {}

    CelValue Get(int number, CelContext* context) override {
      return number == int(ExpressionName::kValues)
                 ? CelValue::Map(map_)
                 : others_->Get(number, context);
    }

   private:
    const ValueMap* map_;
    CelVariables* others_;
  };

  const NamedValue* NamedAs(const CelValue& key) const {
    if (key.kind() != CelKind::kString) return nullptr;
    for (const ValueState* at = &state_; at != nullptr; at = at->outer_) {
      const NamedValue* found =
          at->values_ == nullptr ? nullptr : at->values_->Find(key.AsText());
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  static bool Changes(const NamedValue& value) {
    return value.names.Meets(kChanging);
  }

  ValueState& StateOf(const NamedValue& value) const {
    return value.is_own || state_.outer_ == nullptr ? state_ : *state_.outer_;
  }

  // Returns the cell of a value, of this map or of the call.
  ValueCell& CellOf(const NamedValue& value) const {
    ValueState& state = StateOf(value);
    const size_t count = state.values_->list().size();
    if (!Changes(value)) {
      if (state.cells_.empty()) state.cells_.resize(count);
      return state.cells_[value.index];
    }
    ValueCell*& cells = value.is_own ? own_cells_ : cells_;
    if (cells == nullptr) {
      // They own nothing, so they need not be destroyed.
      cells = static_cast<ValueCell*>(
          context_->pool()->allocator().Malloc(count * sizeof(ValueCell)));
      std::uninitialized_fill_n(cells, count, ValueCell());
    }
    return cells[value.index];
  }

  bool IsKnown(const NamedValue& value) const {
    return CellOf(value).state != ValueCell::State::kUnknown;
  }

  // Evaluates a value, and before it the values that it reads.
  const ValueCell& Evaluated(const NamedValue& value) const {
    if (IsKnown(value)) return CellOf(value);
    std::vector<const NamedValue*> open = {&value};
    while (!open.empty() && context_->status().ok()) {
      const NamedValue& next = *open.back();
      auto first = std::find_if(
          next.needs.begin(), next.needs.end(),
          [this](const NamedValue* need) { return !IsKnown(*need); });
      if (first != next.needs.end()) {
        open.push_back(*first);
        continue;
      }
      open.pop_back();
      Evaluate(next);
    }
    return CellOf(value);
  }

  void Evaluate(const NamedValue& value) const {
    ValueCell& cell = CellOf(value);
    CelContext* context = Changes(value) ? context_ : &StateOf(value).context_;
    // The map belongs to the evaluation of the reader, but its cells are filled.
    auto* variables = context_->New<WithValues>(this, variables_);
    absl::StatusOr<CelValue> made = value.tree.Evaluate(variables, context);
    if (made.ok() && !made->IsError()) {
      cell = {.state = ValueCell::State::kValue, .value = *made};
      return;
    }
    if (made.ok()) {
      cell = {.state = ValueCell::State::kFailed,
              .message = made->AsError().message};
      return;
    }
    if (EndsCall(made.status())) {
      context_->End(made.status());
      return;
    }
    const bool pending = IsPending(made.status());
    Pool* pool = context_->pool();
    cell.state =
        pending ? ValueCell::State::kPending : ValueCell::State::kFailed;
    cell.message = pool->Keep(
        MessageOf(AnnotatePlace(made.status(), value.place), pool->redacted()));
  }

  ValueState& state_;
  CelVariables* variables_;
  CelContext* context_;
  mutable ValueCell* cells_ = nullptr;
  mutable ValueCell* own_cells_ = nullptr;
};

CelValue ReadValues(ValueState* state, CelVariables* variables,
                    CelContext* context) {
  return CelValue::Map(context->New<ValueMap>(state, variables, context));
}

}  // namespace loom
