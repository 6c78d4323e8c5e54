// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_replace.h"
#include "data/go/regexp.h"
#include "data/go/text.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"

namespace loom {
namespace {

CelValue Encode(CelArguments of, CelContext* context) {
  absl::string_view bytes = of[0].AsText();
  if (!context->Takes(Writing(bytes.size()))) return context->ended();
  std::string text;
  absl::Base64Escape(bytes, &text);
  return context->Text(text);
}

CelValue Decode(CelArguments of, CelContext* context) {
  if (!context->Takes(Writing(of[0].AsText().size()))) return context->ended();
  // Line breaks may be anywhere, as in Go.
  std::string text =
      absl::StrReplaceAll(of[0].AsText(), {{"\n", ""}, {"\r", ""}});
  constexpr absl::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  std::string bytes;
  bool decoded = absl::string_view(text).find_first_not_of(kAlphabet) ==
                     absl::string_view::npos &&
                 absl::Base64Unescape(text, &bytes);
  return decoded ? context->BytesOf(bytes)
                 : context->Failed("the string is not valid base64");
}

// Returns the size of a character in bytes; 1 at the end of the string.
size_t SizeOfCharacter(absl::string_view text, size_t at) {
  return at == text.size() ? 1 : DecodeRune(text.substr(at)).size;
}

// Returns at most `most` matches of a pattern, as Go finds them: an empty match
// directly after another match does not count, and the search continues after the next
// character.
CelValue FindAll(const CelValue& text, const CelValue& pattern, size_t most,
                 CelContext* context) {
  absl::StatusOr<Regexp> compiled =
      Regexp::CompileIn(pattern.AsText(), context->pool());
  if (!compiled.ok()) return context->Failed(compiled.status());
  ListMaker list(0, context);
  absl::string_view whole = text.AsText();
  size_t behind_last = absl::string_view::npos;
  for (size_t at = 0; list.size() < most && at <= whole.size();) {
    absl::StatusOr<std::optional<absl::string_view>> found =
        compiled->FindFrom(whole, at, context->pool());
    if (!found.ok()) return context->Failed(found.status());
    if (!found->has_value()) break;
    auto start = size_t((*found)->data() - whole.data());
    size_t end = start + (*found)->size();
    if (end > start || start != behind_last) {
      list.Add(CelValue::String(**found));
    }
    behind_last = end;
    at = end > at ? end : at + SizeOfCharacter(whole, at);
  }
  return list.Finish();
}

CelValue FindFirst(CelArguments of, CelContext* context) {
  CelValue found = FindAll(of[0], of[1], 1, context);
  if (found.IsError()) return found;
  const CelList& list = found.AsList();
  return list.size() == 0 ? CelValue::String("") : list.At(0);
}

CelValue FindEach(CelArguments of, CelContext* context) {
  int64_t most = of.size() > 2 ? of[2].AsInt() : -1;
  return FindAll(of[0], of[1], most < 0 ? SIZE_MAX : size_t(most), context);
}

constexpr FunctionRow kEncodingFunctions[] = {
    {"base64.encode(bytes): string", Encode},
    {"base64.decode(string): bytes", Decode},
    {"string.find(string): string", FindFirst},
    {"string.findAll(string): list<string>", FindEach},
    {"string.findAll(string, int): list<string>", FindEach},
};

}  // namespace

absl::Span<const FunctionRow> EncodingRows() { return kEncodingFunctions; }

}  // namespace loom
