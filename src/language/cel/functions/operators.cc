// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/tables.h"

namespace loom {
namespace {

// What evaluates them are nodes of their own (language/cel/program/operator_nodes.cc).
constexpr FunctionRow kOperators[] = {
    {"_==_(A, A): bool", nullptr},
    {"_!=_(A, A): bool", nullptr},
    {"@in(A, list<A>): bool", nullptr},
    {"@in(A, map<A, B>): bool", nullptr},
    {"_[_](list<A>, int): A", nullptr},
    {"_[_](map<A, B>, A): B", nullptr},
    {"_[_](optional<list<A>>, int): optional<A>", nullptr},
    {"_[_](optional<map<A, B>>, A): optional<B>", nullptr},
    {"_[?_](list<A>, int): optional<A>", nullptr},
    {"_[?_](map<A, B>, A): optional<B>", nullptr},
    {"_[?_](optional<list<A>>, int): optional<A>", nullptr},
    {"_[?_](optional<map<A, B>>, A): optional<B>", nullptr},
    {"!_(bool): bool", nullptr},
    {"_?_:_(bool, A, A): A", nullptr},
#define LOOM_ORDERED(op)                                                \
  {op "(bool, bool): bool", nullptr}, {op "(int, int): bool", nullptr}, \
      {op "(uint, uint): bool", nullptr},                               \
      {op "(double, double): bool", nullptr},                           \
      {op "(string, string): bool", nullptr},                           \
      {op "(bytes, bytes): bool", nullptr},                             \
      {op "(timestamp, timestamp): bool", nullptr}, {                   \
    op "(duration, duration): bool", nullptr                            \
  }
    LOOM_ORDERED("_<_"),
    LOOM_ORDERED("_<=_"),
    LOOM_ORDERED("_>_"),
    LOOM_ORDERED("_>=_"),
#undef LOOM_ORDERED
};

constexpr FunctionRow kAcrossKinds[] = {
#define LOOM_ACROSS(op)                                                        \
  {op "(int, uint): bool", nullptr}, {op "(int, double): bool", nullptr},      \
      {op "(uint, int): bool", nullptr}, {op "(uint, double): bool", nullptr}, \
      {op "(double, int): bool", nullptr}, {                                   \
    op "(double, uint): bool", nullptr                                         \
  }
    LOOM_ACROSS("_<_"),
    LOOM_ACROSS("_<=_"),
    LOOM_ACROSS("_>_"),
    LOOM_ACROSS("_>=_"),
#undef LOOM_ACROSS
};

}  // namespace

absl::Span<const FunctionRow> OperatorRows() { return kOperators; }
absl::Span<const FunctionRow> ComparisonsAcrossKinds() { return kAcrossKinds; }

}  // namespace loom
