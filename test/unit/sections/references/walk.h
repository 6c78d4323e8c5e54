// SPDX-License-Identifier: Apache-2.0
// A Walk reconciles a Cluster while objects come and go, and fails the test if a
// field or a resource is lost on the way, if the state does not settle, or if a call
// does not ask for what a call before it asked for.
#pragma once

#include <string>
#include <vector>

#include "function/function.h"
#include "test/unit/sections/references/cluster.h"

namespace loom::testing {

class Walk {
 public:
  // `may_lose` are the fields that may disappear.
  Walk(const Function* function, const std::string& input,
       const std::string& composite, std::vector<std::string> may_lose);

  void Put(const std::string& object);
  void Remove(const std::string& object);
  std::string State() const { return cluster_.State(); }

 private:
  // Reconciles until nothing changes.
  void Settle(const std::string& what);
  void Check(const Reconciled& done) const;

  Cluster cluster_;
  const std::vector<std::string> may_lose_;
};

// Lets the objects appear one by one, disappear in that order, and come back; all of
// this in every order. The end is always the same, and is returned.
std::string WalkInEveryOrder(const Function* function, const std::string& input,
                             const std::string& composite,
                             std::vector<std::string> objects,
                             const std::vector<std::string>& may_lose);

}  // namespace loom::testing
