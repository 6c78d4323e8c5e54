// SPDX-License-Identifier: Apache-2.0
#include "tools/embedded.h"

#include <gtest/gtest.h>

#include "rapidjson/document.h"

namespace loom {
namespace {

TEST(EmbeddedSchemas, AreObjectsInOneLine) {
  for (const EmbeddedFile& schema : EmbeddedSchemas()) {
    SCOPED_TRACE(schema.name);
    const std::string json = schema.Text();
    rapidjson::Document document;
    document.Parse(json.data(), json.size());
    EXPECT_TRUE(document.IsObject());
    EXPECT_EQ(json.find('\n'), json.npos);
  }
}

TEST(EmbeddedSchemas, AreSmall) {
  for (const EmbeddedFile& schema : EmbeddedSchemas()) {
    SCOPED_TRACE(schema.name);
    EXPECT_LT(schema.packed_size, schema.Text().size() / 2);
  }
}

TEST(EmbeddedSchemas, ThatAreBrokenEnd) {
  const unsigned char broken[] = {0x1f, 0x8b, 0x08, 0xff, 0x00};
  EXPECT_EQ((EmbeddedFile{"x", broken, sizeof(broken)}).Text(), "");
}

}  // namespace
}  // namespace loom
