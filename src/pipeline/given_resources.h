// SPDX-License-Identifier: Apache-2.0
// GivenResources answers what functions ask for, out of the files that were
// given in place of a cluster.
//
// As `crossplane render` 2.2 does it: in the order of the names; a namespace in
// the selector is not looked at; no matcher selects all of the kind.
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
  std::vector<YamlDocument> documents_;  // by name
};

// For messages: `EnvironmentConfig "base"`, `Secret with labels app=x,
// tier=db`.
std::string Describe(
    const apiextensions::fn::proto::v1::ResourceSelector& selector);

}  // namespace loom
