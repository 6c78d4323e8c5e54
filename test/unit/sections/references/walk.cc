// SPDX-License-Identifier: Apache-2.0
#include "test/unit/sections/references/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom::testing {
namespace {

// The first name in the text of an object, for messages.
std::string NameOf(const std::string& object) {
  static const std::string kBefore = "\"name\": \"";
  const size_t begin = object.find(kBefore) + kBefore.size();
  return object.substr(begin, object.find('"', begin) - begin);
}

}  // namespace

Walk::Walk(const Function* function, const std::string& input,
           const std::string& composite, std::vector<std::string> may_lose)
    : cluster_(function, input, composite), may_lose_(std::move(may_lose)) {}

void Walk::Put(const std::string& object) {
  cluster_.Put(object);
  Settle(absl::StrCat(NameOf(object), " is there"));
}

void Walk::Remove(const std::string& object) {
  cluster_.Remove(object);
  Settle(absl::StrCat(NameOf(object), " is gone"));
}

void Walk::Settle(const std::string& what) {
  SCOPED_TRACE(what);
  std::string before, asked;
  for (int i = 0; i < 10; ++i) {
    Reconciled done = cluster_.Reconcile();
    Check(done);
    // Once the state is steady, so is what is asked for: a value that was resolved
    // once is not asked for any more.
    if (!done.requirements.empty() && cluster_.State() == before &&
        done.requirements.back() == asked) {
      return;
    }
    before = cluster_.State();
    asked = done.requirements.empty() ? "" : done.requirements.back();
  }
  ADD_FAILURE() << "does not settle: " << before;
}

void Walk::Check(const Reconciled& done) const {
  EXPECT_EQ(done.error, "");
  EXPECT_THAT(done.lost, ::testing::IsSubsetOf(may_lose_));
  // What one call asks for, all later ones ask for.
  for (size_t i = 1; i < done.requirements.size(); ++i) {
    EXPECT_GE(done.requirements[i].size(), done.requirements[i - 1].size());
  }
}

std::string WalkInEveryOrder(const Function* function, const std::string& input,
                             const std::string& composite,
                             std::vector<std::string> objects,
                             const std::vector<std::string>& may_lose) {
  std::sort(objects.begin(), objects.end());
  std::string end;
  do {
    std::vector<std::string> names(objects.size());
    std::transform(objects.begin(), objects.end(), names.begin(), NameOf);
    SCOPED_TRACE(absl::StrJoin(names, ", "));
    Walk walk(function, input, composite, may_lose);
    for (const std::string& object : objects) walk.Put(object);
    if (end.empty()) end = walk.State();
    EXPECT_EQ(walk.State(), end) << "once all are there";
    for (const std::string& object : objects) walk.Remove(object);
    for (const std::string& object : objects) walk.Put(object);
    EXPECT_EQ(walk.State(), end) << "once all are back";
  } while (!::testing::Test::HasFailure() &&
           std::next_permutation(objects.begin(), objects.end()));
  return end;
}

}  // namespace loom::testing
