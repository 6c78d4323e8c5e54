// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "test/testing/render_fixture.h"
#include "tools/run/documents.h"

namespace loom {
namespace {

class ComposedDocumentsTest : public RenderFixture {
 protected:
  void Desire(const std::string& name, const char* json) {
    *(*outcome_.desired.mutable_resources())[name].mutable_resource() =
        ToStruct(*ParseJson(json, &pool_));
  }
  std::string Metadata(const char* json) {
    outcome_.desired.Clear();
    Desire("r", json);
    auto documents = ComposedDocuments(*Load(), outcome_, &pool_);
    if (!documents.ok()) return std::string(documents.status().message());
    Value& metadata = (*documents)[0]["metadata"];
    metadata.RemoveMember("ownerReferences");
    return *CompactJson(metadata);
  }

  PipelineOutcome outcome_;
};

TEST_F(ComposedDocumentsTest, GetWhatCrossplaneAdds) {
  EXPECT_EQ(Metadata("{}"),
            R"({"annotations":{"crossplane.io/composition-resource-name":"r"},)"
            R"("generateName":"shop-",)"
            R"("labels":{"crossplane.io/composite":"shop"}})");
}

TEST_F(ComposedDocumentsTest, KeepNamesOfTheirOwn) {
  EXPECT_THAT(Metadata(R"({"metadata":{"name":"n","namespace":"ns"}})"),
              testing::HasSubstr(R"("name":"n","namespace":"ns")"));
}

TEST_F(ComposedDocumentsTest, ObservedOnesKeepTheirNames) {
  options_.observed = {folder_.Write(
      "o.yaml",
      "metadata:\n"
      "  name: shop-x1\n"
      "  annotations: {crossplane.io/composition-resource-name: r}\n")};
  EXPECT_THAT(Metadata(R"({"metadata":{"name":"n","namespace":"ns"}})"),
              testing::HasSubstr(R"("name":"shop-x1"})"));
}

TEST_F(ComposedDocumentsTest, ANestedCompositeHandsDownItsRoot) {
  folder_.Write("xr.yaml",
                "apiVersion: demo.example.org/v1\n"
                "kind: XApp\n"
                "metadata:\n"
                "  name: shop-1\n"
                "  namespace: ns\n"
                "  labels:\n"
                "    crossplane.io/composite: root\n"
                "    crossplane.io/claim-name: c\n"
                "    crossplane.io/claim-namespace: cn\n");
  EXPECT_EQ(Metadata("{}"),
            R"({"annotations":{"crossplane.io/composition-resource-name":"r"},)"
            R"("generateName":"root-",)"
            R"("labels":{"crossplane.io/claim-name":"c",)"
            R"("crossplane.io/claim-namespace":"cn",)"
            R"("crossplane.io/composite":"root"},"namespace":"ns"})");
}

TEST_F(ComposedDocumentsTest, AnotherControllerIsAnError) {
  EXPECT_EQ(Metadata(R"({"metadata":{"ownerReferences":[{"uid":"u",)"
                     R"("kind":"K","name":"k","controller":true}]}})"),
            "composed resource \"r\" is controlled by K k (UID u) already, so "
            "XApp shop cannot control it");
}

TEST_F(ComposedDocumentsTest, ComeByResourceName) {
  Desire("b", R"({"kind":"B"})");
  Desire("a", R"({"kind":"A"})");
  auto documents = ComposedDocuments(*Load(), outcome_, &pool_);
  ASSERT_EQ(documents->size(), 2u);
  EXPECT_EQ(View((*documents)[0]["kind"]), "A");
}

}  // namespace
}  // namespace loom
