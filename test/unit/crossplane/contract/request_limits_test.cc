// SPDX-License-Identifier: Apache-2.0
// How much of a request and of its parts is indexed.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "crossplane/contract/request.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

// Numbers of the contract.
constexpr int kObservedLimits = 2, kDesiredLimits = 3, kExtraLimits = 6,
              kCredentialsLimits = 7, kRequiredLimits = 8, kSchemasLimits = 9;
constexpr int kResourcesLimits = 2;

// A map with so many keys, which is the field of that number.
std::string MapOf(int number, size_t keys) {
  std::string wire;
  for (size_t i = 0; i < keys; ++i) {
    wire += MapEntryWire(number, absl::StrCat("k", i), "");
  }
  return wire;
}

TEST(RequestLimits, IsIndexedUpToALimit) {
  constexpr char kOfComposite[] = "the composite has more than 10000 resources";
  constexpr char kRequiredResources[] =
      "the request has more than 10000 required resources";
  constexpr size_t kMost = limits::kEntries;
  const struct {
    const char* reason;
    std::string bytes;
    const char* want;
  } tests[] = {
      {"As many as there may be, in every map.",
       FieldWire(kObservedLimits, MapOf(kResourcesLimits, kMost)) +
           MapOf(kRequiredLimits, kMost),
       ""},
      {"Observed resources.",
       FieldWire(kObservedLimits, MapOf(kResourcesLimits, kMost + 1)),
       kOfComposite},
      {"Desired resources.",
       FieldWire(kDesiredLimits, MapOf(kResourcesLimits, kMost + 1)),
       kOfComposite},
      {"Required resources.", MapOf(kRequiredLimits, kMost + 1),
       kRequiredResources},
      {"The same in their older field.", MapOf(kExtraLimits, kMost + 1),
       kRequiredResources},
      {"Credentials.", MapOf(kCredentialsLimits, kMost + 1),
       "the request has more than 10000 credentials"},
      {"Schemas.", MapOf(kSchemasLimits, 2 * kMost),
       "the request has more than 10000 required schemas"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto request = Request::Parse(test.bytes);
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(request->excess, test.want);
    EXPECT_LE(request->required_schemas.entries().size(), kMost);
  }
  const std::string twice =
      MapOf(kRequiredLimits, kMost) + MapEntryWire(kRequiredLimits, "k1", "");
  EXPECT_EQ(Request::Parse(twice).status(),
            absl::InvalidArgumentError("not a RunFunctionRequest: the key "
                                       "\"k1\" occurs twice"))
      << "a key of a full map is given twice";
}

TEST(RequestLimits, HasPartsOfLimitedSize) {
  constexpr size_t kMost = limits::kEntries;
  EXPECT_TRUE(Resource::Parse(MapOf(2, kMost)).ok());
  EXPECT_EQ(Resource::Parse(MapOf(2, kMost + 1)).status(),
            absl::InvalidArgumentError(
                "a Resource has more than 10000 connection details"));
  EXPECT_EQ(
      CredentialDataOf(FieldWire(1, MapOf(1, kMost + 1))).status(),
      absl::InvalidArgumentError("a CredentialData has more than 10000 keys"));
  EXPECT_TRUE(EntriesOf(MapOf(1, kMost))->complete());
  EXPECT_FALSE(EntriesOf(MapOf(1, kMost + 1))->complete());
  std::string objects;
  for (size_t i = 0; i < limits::kElements; ++i) objects += FieldWire(1, "");
  EXPECT_TRUE(ObjectsOf(objects).ok());
  EXPECT_EQ(
      ObjectsOf(objects + FieldWire(1, "")).status(),
      absl::InvalidArgumentError("a Resources has more than 200000 objects"));
}

}  // namespace
}  // namespace loom
