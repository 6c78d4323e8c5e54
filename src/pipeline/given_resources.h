// SPDX-License-Identifier: Apache-2.0
// GivenResources answers what functions ask for, from the files that were given
// in place of a cluster.
//
//   GivenResources given(std::move(documents));
//   apiextensions::fn::proto::v1::Resources found = given.Fetch(selector);
//
// The rules are those of `crossplane render` 2.2, which differ from those of a
// cluster: the resources come in the order of their names, the namespace of a
// selector is ignored, and a selector without name and labels selects all
// resources of its kind.
#pragma once

#include <string>
#include <vector>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "value/value.h"
#include "yaml/reader.h"

namespace loom {

class GivenResources {
 public:
  explicit GivenResources(std::vector<YamlDocument> documents);

  bool empty() const { return documents_.empty(); }

  apiextensions::fn::proto::v1::Resources Fetch(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

 private:
  std::vector<YamlDocument> documents_;  // in the order of their names
};

// Describes a selector in a message:
//   EnvironmentConfig "base"
//   Secret with labels app=x, tier=db
//   any Secret
std::string Describe(
    const apiextensions::fn::proto::v1::ResourceSelector& selector);

}  // namespace loom
