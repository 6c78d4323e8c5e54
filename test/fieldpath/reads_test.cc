// SPDX-License-Identifier: Apache-2.0
#include "fieldpath/reads.h"

#include <gtest/gtest.h>

#include "test/value/mask_text.h"

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
