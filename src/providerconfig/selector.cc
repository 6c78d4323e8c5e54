// SPDX-License-Identifier: Apache-2.0
#include "providerconfig/selector.h"

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::unique_ptr<const RE2> Compiled(absl::string_view pattern) {
  RE2::Options quiet;
  quiet.set_log_errors(false);
  return std::make_unique<const RE2>(
      re2::StringPiece(pattern.data(), pattern.size()), quiet);
}

}  // namespace

bool GlobMatches(absl::string_view pattern, absl::string_view text) {
  size_t star = pattern.find('*');
  if (star == absl::string_view::npos) return pattern == text;
  absl::string_view before = pattern.substr(0, star);
  absl::string_view after = pattern.substr(star + 1);
  if (text.substr(0, before.size()) != before) return false;
  text.remove_prefix(before.size());
  // The literal up to the next star may be taken where it comes first; only
  // the last one is bound to the end.
  while (true) {
    star = after.find('*');
    absl::string_view literal = after.substr(0, star);
    if (star == absl::string_view::npos) {
      return text.size() >= literal.size() &&
             text.substr(text.size() - literal.size()) == literal;
    }
    size_t at = text.find(literal);
    if (at == absl::string_view::npos) return false;
    text.remove_prefix(at + literal.size());
    after.remove_prefix(star + 1);
  }
}

void Selector::ReadGroupAndKind(Fields& fields) {
  if (auto group = fields.String("group")) group_ = std::string(*group);
  if (auto kind = fields.String("kind")) kind_ = std::string(*kind);
}

Selector Selector::ParseKind(const Input& input) {
  Selector selector;
  Fields fields(input);
  selector.ReadGroupAndKind(fields);
  fields.Done();
  if (!fields.Has("group") && !fields.Has("kind")) {
    input.Problem("Required value: group or kind is required");
  }
  return selector;
}

Selector Selector::Parse(const Input& input) {
  Selector selector;
  Fields fields(input);
  selector.ReadGroupAndKind(fields);
  if (auto pattern = fields.String("resource")) {
    selector.resource_ = Compiled(*pattern);
    std::string error = selector.resource_->error();
    if (error.empty() &&
        !input.AffordsPattern(size_t(selector.resource_->ProgramSize()))) {
      error = "the input has too many large ones";
    }
    if (!error.empty()) {
      input.Invalid("resource", absl::StrCat("\"", *pattern, "\": ", error));
    }
  }
  fields.Done();
  if (!fields.Has("group") && !fields.Has("kind") && !fields.Has("resource")) {
    input.Problem("Required value: group, kind or resource is required");
  }
  return selector;
}

bool Selector::Matches(const Selectable& candidate) const {
  if (group_ && !GlobMatches(*group_, candidate.group)) return false;
  if (kind_ && !GlobMatches(*kind_, candidate.kind)) return false;
  return resource_ == nullptr ||
         RE2::PartialMatch(
             re2::StringPiece(candidate.name.data(), candidate.name.size()),
             *resource_);
}

}  // namespace loom
