// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/names.h"

#include <gtest/gtest.h>

#include <string>

namespace loom {
namespace {

TEST(Names, AreWhatKubernetesTakes) {
  const struct {
    const char* reason;
    std::string text;
    bool secret_key, label_value, object_name, namespace_name;
  } tests[] = {
      {"Nothing is empty.", "", false, false, false, false},
      {"Small letters and digits are everything.", "a1", true, true, true,
       true},
      {"A dash inside.", "a-1", true, true, true, true},
      {"A dot inside.", "tls.crt", true, true, true, false},
      {"Large letters and _ are in keys and labels.", "A_b", true, true, false,
       false},
      {"Only a key begins with another character.", ".a", true, false, false,
       false},
      {"… or ends with one.", "a-", true, false, false, false},
      {"A blank is in none.", "a b", false, false, false, false},
      {"So are bytes of UTF-8.", "\xc3\xa4", false, false, false, false},
      {"The longest label.", std::string(63, 'a'), true, true, true, true},
      {"The longest name.", std::string(253, 'a'), true, false, true, false},
      {"Too long.", std::string(254, 'a'), false, false, false, false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(IsSecretKey(test.text), test.secret_key);
    EXPECT_EQ(IsLabelValue(test.text), test.label_value);
    EXPECT_EQ(IsObjectName(test.text), test.object_name);
    EXPECT_EQ(IsNamespaceName(test.text), test.namespace_name);
  }
}

TEST(Names, OfLabelsMayHaveADomain) {
  const struct {
    const char* reason;
    std::string text;
    bool label_key;
  } tests[] = {
      {"A label value is a key.", "Cost_Center", true},
      {"Also after a domain.", "example.org/Cost_Center", true},
      {"The domain has small letters.", "Example.org/a", false},
      {"Neither part is empty.", "example.org/", false},
      {"Neither part is empty.", "/a", false},
      {"There are two parts at most.", "example.org/a/b", false},
      {"A blank is in none.", "cost center", false},
      {"The longest of both.",
       std::string(253, 'a') + "/" + std::string(63, 'a'), true},
      {"Too long.", std::string(64, 'a'), false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(IsLabelKey(test.text), test.label_key) << test.text;
  }
}

}  // namespace
}  // namespace loom
