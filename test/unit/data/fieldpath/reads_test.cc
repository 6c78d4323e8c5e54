// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/reads.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/data/value/mask_text.h"

namespace loom {
namespace {

constexpr char kIdentity[] =
    "apiVersion{*} kind{*} metadata{name{*} namespace{*}}";

TEST(Reads, OfNothingAreWhatObjectsAreKnownBy) {
  Reads of_nothing;
  of_nothing.Finish();
  const Reads& reads = of_nothing;
  for (const FieldMask* mask : {&reads.composite, &reads.environment,
                                &reads.required, &reads.Observed("db")}) {
    EXPECT_EQ(MaskText(*mask), kIdentity);
  }
}

TEST(Reads, OfOneResourceAreThoseOfEachAndItsOwn) {
  Reads reads;
  reads.Resource("db")->Add({"spec"});
  reads.Resource("db")->Add({"status", "id"});
  reads.resources.Add({"metadata", "labels"});
  reads.Finish();
  EXPECT_EQ(MaskText(reads.Observed("db")),
            "apiVersion{*} kind{*} metadata{labels{*} name{*} namespace{*}} "
            "spec{*} status{id{*}}");
  EXPECT_EQ(MaskText(reads.Observed("web")),
            "apiVersion{*} kind{*} metadata{labels{*} name{*} namespace{*}}");
}

TEST(Reads, OfManyFieldsOfManyResourcesAreAll) {
  const struct {
    const char* reason;
    size_t names;
    size_t fields;
    bool is_all;
  } tests[] = {
      {"Many names.", 5000, 1, false},
      {"Many fields.", 10, 50, false},
      {"Many names and many fields.", 5000, 50, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Reads reads;
    for (size_t i = 0; i < test.names; ++i) {
      reads.Resource(absl::StrCat("r-", i))->Add({"spec"});
    }
    for (size_t i = 0; i < test.fields; ++i) {
      reads.resources.Add({"status", absl::StrCat("f-", i)});
    }
    reads.Finish();
    EXPECT_EQ(reads.Observed("r-0").is_all(), test.is_all);
    EXPECT_EQ(reads.Observed("other").is_all(), test.is_all);
  }
}

TEST(Reads, OfAllAreAll) {
  Reads of_all;
  of_all.Resource("db")->Add({"spec"});
  of_all.AddAll();
  of_all.Finish();
  const Reads& reads = of_all;
  for (const FieldMask* mask :
       {&reads.composite, &reads.environment, &reads.required,
        &reads.Observed("db"), &reads.Observed("web")}) {
    EXPECT_TRUE(mask->is_all());
  }
}

}  // namespace
}  // namespace loom
