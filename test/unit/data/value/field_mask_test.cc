// SPDX-License-Identifier: Apache-2.0
#include "data/value/field_mask.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The fields in the order of their names, `*` for all: metadata{labels{*} name{*}}
std::string MaskText(const FieldMask& mask) {
  if (mask.is_all()) return "*";
  std::vector<std::string> names = mask.names();
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    const std::string inner = MaskText(*mask.Find(name));
    absl::StrAppend(&text, text.empty() ? "" : " ", name);
    if (!inner.empty()) absl::StrAppend(&text, "{", inner, "}");
  }
  return text;
}

TEST(FieldMask, HasWhatWasAdded) {
  const struct {
    const char* reason;
    void (*add)(FieldMask*);
    const char* want;
  } tests[] = {
      {"Nothing.", [](FieldMask*) {}, ""},
      {"A field, with all that is in it.",
       [](FieldMask* mask) {
         mask->Add({"a", "b"});
       },
       "a{b{*}}"},
      {"Its siblings are not in it.",
       [](FieldMask* mask) {
         mask->Add({"a", "b"});
         mask->Add({"a", "c"});
       },
       "a{b{*} c{*}}"},
      {"A part of what is there already.",
       [](FieldMask* mask) {
         mask->Add({"a"});
         mask->Add({"a", "b"});
       },
       "a{*}"},
      {"More than what is there already.",
       [](FieldMask* mask) {
         mask->Add({"a", "b"});
         mask->Add({"a"});
       },
       "a{*}"},
      {"The empty path.",
       [](FieldMask* mask) {
         mask->Add({"a"});
         mask->Add({});
       },
       "*"},
      {"More members than it has room for.",
       [](FieldMask* mask) {
         for (size_t i = 0; i <= FieldMask::kMostMembers; ++i) {
           const std::string name = absl::StrCat(i);
           mask->Add({"a", name});
         }
         mask->Add({"b"});
       },
       "a{*} b{*}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    FieldMask mask;
    test.add(&mask);
    EXPECT_EQ(MaskText(mask), test.want);
  }
}

TEST(FieldMask, FindsItsMembersOnly) {
  FieldMask mask;
  mask.Add({"name"});
  mask.Add({"kind"});
  EXPECT_NE(mask.Find("name"), nullptr);
  EXPECT_EQ(mask.Find("nema"), nullptr) << "as long as one that is there";
  EXPECT_EQ(mask.Find("names"), nullptr);
  EXPECT_EQ(mask.Find(""), nullptr);
  EXPECT_EQ(mask.Find(std::string(68, 'x')), nullptr)
      << "its length is that of another, modulo 64";
}

}  // namespace
}  // namespace loom
