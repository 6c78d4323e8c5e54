// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/go/regexp.h"
#include "data/go/rune.h"
#include "language/cel/functions/tables.h"
#include "language/cel/functions/text_search.h"
#include "language/cel/values/collections.h"

namespace loom {
namespace {

// The steps that it takes to count the characters of so many bytes.
uint64_t Counting(size_t bytes) { return 1 + bytes / 4; }

CelValue SizeOfString(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Counting(text.size()))) return context->ended();
  return CelValue::Int(int64_t(CountRunes(text)));
}
CelValue SizeOfBytes(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsText().size()));
}
CelValue SizeOfList(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsList().size()));
}
CelValue SizeOfMap(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsMap().size()));
}

using TextTest = bool (*)(absl::string_view, absl::string_view) noexcept;

template <TextTest test>
CelValue Test(CelArguments of, CelContext* context) {
  if (!context->Takes(Searched(of[0].AsText().size()))) return context->ended();
  return CelValue::Bool(test(of[0].AsText(), of[1].AsText()));
}

bool Contains(absl::string_view text, absl::string_view part) noexcept {
  return FindText(text, part, 0) != absl::string_view::npos;
}
bool StartsWith(absl::string_view text, absl::string_view part) noexcept {
  return absl::StartsWith(text, part);
}
bool EndsWith(absl::string_view text, absl::string_view part) noexcept {
  return absl::EndsWith(text, part);
}

// A pattern that is a literal is compiled with the expression (node_compiler.h); this
// is for those that are made of something.
CelValue Matches(CelArguments of, CelContext* context) {
  absl::StatusOr<Regexp> pattern =
      Regexp::CompileIn(of[1].AsText(), context->pool());
  if (!pattern.ok()) return context->Failed(pattern.status());
  absl::StatusOr<bool> matches =
      pattern->Matches(of[0].AsText(), context->pool());
  if (!matches.ok()) return context->Failed(matches.status());
  return CelValue::Bool(*matches);
}

constexpr FunctionRow kTextFunctions[] = {
    {"size(string): int", SizeOfString},
    {"size(bytes): int", SizeOfBytes},
    {"size(list<A>): int", SizeOfList},
    {"size(map<A, B>): int", SizeOfMap},
    {"string.size(): int", SizeOfString},
    {"bytes.size(): int", SizeOfBytes},
    {"list<A>.size(): int", SizeOfList},
    {"map<A, B>.size(): int", SizeOfMap},
    {"string.contains(string): bool", Test<Contains>},
    {"string.startsWith(string): bool", Test<StartsWith>},
    {"string.endsWith(string): bool", Test<EndsWith>},
    {"string.matches(string): bool", Matches},
    {"matches(string, string): bool", Matches},
};

}  // namespace

absl::Span<const FunctionRow> TextRows() { return kTextFunctions; }

}  // namespace loom
