// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/yaml/edit.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

class MoverTest : public testing::Test {
 protected:
  void Read(const std::string& text) {
    nodes_ = std::make_unique<YamlNodes>(*YamlNodes::Parse("f", text));
    layout_ = std::make_unique<YamlLayout>(*nodes_);
    surgery_ = std::make_unique<Surgery>(nodes_->text());
    mover_ = std::make_unique<Mover>(*nodes_, *layout_, surgery_.get());
  }
  uint32_t At(absl::string_view name) {
    return NodeAt(*nodes_, nodes_->roots()[0], {name});
  }

  std::unique_ptr<YamlNodes> nodes_;
  std::unique_ptr<YamlLayout> layout_;
  std::unique_ptr<Surgery> surgery_;
  std::unique_ptr<Mover> mover_;
};

TEST_F(MoverTest, MovesEntriesWithTheirComments) {
  Read("a:\n    x: 1\n# about b\nb: # of b\n  # y\n  y: 2\n  z: 3\n  # end\n");
  std::optional<Mover::End> end = mover_->EndOf(At("a"));
  ASSERT_TRUE(end.has_value());
  std::vector<Mover::Move> moves;
  ASSERT_TRUE(mover_->Add(At("b"), 0, *end, &moves));
  mover_->Cut(layout_->Entry(nodes_->roots()[0], 2)->lines, moves, *end);
  EXPECT_EQ(surgery_->Text(),
            "a:\n    x: 1\n    # about b\n    # of b\n    # y\n    y: 2\n"
            "    # end\n");
}

TEST_F(MoverTest, KeepsCommentsOfWhatIsDropped) {
  Read("a:\n  x: 1\nb: 2 # two\n");
  mover_->Cut(layout_->Entry(nodes_->roots()[0], 2)->lines, {},
              *mover_->EndOf(At("a")));
  EXPECT_EQ(surgery_->Text(), "a:\n  x: 1\n  # two\n");
}

TEST_F(MoverTest, FailsInBraces) {
  Read("a: {x: 1}\nb: []\nc:\n- 1\n");
  EXPECT_FALSE(mover_->EndOf(At("a")).has_value());
  EXPECT_FALSE(mover_->EndOf(At("b")).has_value());
  std::vector<Mover::Move> moves;
  EXPECT_FALSE(mover_->Add(At("a"), 0, *mover_->EndOf(At("c")), &moves));
}

}  // namespace
}  // namespace loom
