// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/status_patches.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/patches/inline_object.h"

namespace loom {
namespace {

class StatusReader {
 public:
  Patches Take() && { return std::move(patches_); }

  void Read(const Input& at) {
    const Value& value = at.value();
    if (value.IsObject() && !value.ObjectEmpty()) {
      for (const Member* member : InOrder(value)) {
        const absl::string_view name = View(member->name);
        path_.push_back(Segment::Field(name));
        Read(at.Member(name, member->value));
        path_.pop_back();
      }
      return;
    }
    if (value.IsArray()) RefuseComputed(at);
    std::optional<InlineText> text =
        value.IsString() ? InlineText::Read(at, kNamesOfCall) : std::nullopt;
    if (!value.IsString() || (text.has_value() && text->Constant())) {
      text = InlineText::OfConstant(at);
    }
    auto path = Path::Parse(ToString(path_));
    if (!path.ok() || path->segments() != path_ || path->HasWildcard()) {
      return at.Invalid("", "no field path can refer to this location");
    }
    if (!text.has_value()) return;
    patches_.push_back(Patch::OfText(at, *std::move(text), *std::move(path),
                                     PatchScope::kEnvironment));
  }

 private:
  // Lists are compared and kept as a whole.
  static void RefuseComputed(const Input& at) {
    const Value& value = at.value();
    if (value.IsString() && IsInline(View(value))) {
      at.Invalid("", "compute the whole list: ${[…]}");
    }
    if (value.IsArray()) {
      for (uint32_t i = 0; i < value.Size(); ++i) {
        RefuseComputed(at.Element(i, ItemAt(value, i)));
      }
    }
    if (!value.IsObject()) return;
    for (const Member& member : Members(value)) {
      RefuseComputed(at.Member(View(member.name), member.value));
    }
  }

  std::vector<Segment> path_ = {Segment::Field("status")};
  Patches patches_;
};

// Reports whether one of two paths equals the other, or is its prefix.
bool Overlap(const Path& a, const Path& b) {
  const auto& first = a.segments();
  const auto& second = b.segments();
  const size_t length = std::min(first.size(), second.size());
  return std::equal(first.begin(), first.begin() + length, second.begin());
}

}  // namespace

Patches ParseStatus(Fields& input) {
  StatusReader reader;
  if (input.at().rules().follows_go) return {};
  if (std::optional<Input> status = input.Object("status")) {
    reader.Read(*status);
  }
  return std::move(reader).Take();
}

void CheckStatus(const Input& input, const Patches& status,
                 const Patches& environment,
                 const std::vector<Template>& templates) {
  auto compare = [&](const Patches& others) {
    for (const auto& other : others) {
      if (other->type().to != Endpoint::kDesiredComposite ||
          !other->destination().ok()) {
        continue;
      }
      for (const auto& patch : status) {
        if (!Overlap(*patch->destination(), *other->destination())) continue;
        input.Invalid(patch->place(),
                      absl::StrCat(other->place(), " also writes ",
                                   other->destination()->text()));
      }
    }
  };
  if (status.empty()) return;
  compare(environment);
  for (const Template& made : templates) compare(made.patches);
}

}  // namespace loom
