// SPDX-License-Identifier: Apache-2.0
// GivenResources answers what functions ask for, from the files that were given
// in place of a cluster.
//
//   GivenResources given(std::move(documents));
//   apiextensions::fn::proto::v1::Resources found = given.Fetch(selector);
//
// The rules are those of Crossplane in a cluster. All of apiVersion, kind, name
// and namespace have to be equal, so an object in a namespace is not found by its
// name alone. A selector with labels, or without any match, finds the objects of
// its namespace, or those of all namespaces if it names none, in the order of
// NAMESPACE/NAME. An object with a label that is no text counts as without labels.
// An object that is given twice counts once.
//
//   required.yaml: ConfigMap "settings" in namespace team-a
//   name: settings, namespace: team-a      found
//   name: settings                         not found
//   name: settings, namespace: team-b      not found
//   matchLabels: {}                        found
//
// `crossplane render` 2.2 ignores the namespace of a selector; that of 2.3 and
// later does not.
#pragma once

#include <string>
#include <vector>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

class GivenResources {
 public:
  explicit GivenResources(std::vector<YamlDocument> documents);

  bool empty() const { return documents_.empty(); }
  const std::vector<YamlDocument>& documents() const { return documents_; }

  // Without items if there is no such object.
  apiextensions::fn::proto::v1::Resources Fetch(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

  // What a user should know of the objects, before anything asks for them. One
  // that is given twice counts once, as in a cluster:
  //   required.yaml:9:1: ConfigMap "settings" is given twice; that of
  //   required.yaml:1:1 is used
  const std::vector<std::string>& notes() const { return notes_; }

  // The objects that none of the selectors finds:
  //   required.yaml:4:1: ConfigMap "other" is given and no function asks for it
  std::vector<std::string> NotAskedFor(
      const std::vector<apiextensions::fn::proto::v1::ResourceSelector>&
          selectors) const;

  // The object that a selector which finds nobody may have meant: it differs in
  // the namespace, else in the apiVersion, else, if the selector has a name, in
  // the kind, and in nothing else. "" if there is none.
  //   required.yaml:4:1 has it in namespace team-a
  //   required.yaml:4:1 has it with apiVersion example.org/v1beta1
  std::string NearMiss(
      const apiextensions::fn::proto::v1::ResourceSelector& selector) const;

 private:
  std::vector<std::string> notes_;
  std::vector<YamlDocument> documents_;  // in the order of NAMESPACE/NAME
};

// Describes a selector in a message:
//   EnvironmentConfig "base"
//   ConfigMap "settings" in namespace team-a
//   Secret with labels app=x, tier=db
//   any Secret
std::string Describe(
    const apiextensions::fn::proto::v1::ResourceSelector& selector);

}  // namespace loom
