// SPDX-License-Identifier: Apache-2.0
#include "data/value/field_mask.h"

#include <gtest/gtest.h>

#include "test/unit/data/value/mask_text.h"

namespace loom {
namespace {

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
         mask->AddEmpty({"a", "c"});
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
      {"A field without what is in it.",
       [](FieldMask* mask) {
         mask->AddEmpty({"a", "b"});
         mask->Add({"c"});
       },
       "a{b} c{*}"},
      {"Another mask.",
       [](FieldMask* mask) {
         FieldMask other;
         other.Add({"a", "b"});
         other.AddEmpty({"c"});
         mask->Add({"a", "x"});
         mask->Add(other);
       },
       "a{b{*} x{*}} c"},
      {"A mask with all.",
       [](FieldMask* mask) {
         FieldMask other;
         other.AddAll();
         mask->Add({"a"});
         mask->Add(other);
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
