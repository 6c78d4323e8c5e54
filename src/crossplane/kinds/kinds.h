// SPDX-License-Identifier: Apache-2.0
// Kinds is what is known of kinds without asking the cluster: the list `kinds` of
// the input, and behind it the table of builtin_kinds.h.
//
//   kinds:
//   - group: ec2.example.org     # the core group: leave it out
//     resource: vpcs
//     kind: VPC
//     scope: Cluster             # or Namespaced
//     versions: [v1beta1]        # without it, all versions
//     formats: [{host: ec2.example.org, template: "vpcs/{vpc}"}]
//     externalRefPaths: [status.externalRef]
//
// The last two members say how the cloud names the objects of the kind
// (external_format.h), and where an object has its name, the first of them that is
// set.
//
// An entry makes the look-up of a definition needless, and it is the only way for
// objects of an aggregated API server, which have no definition. An entry wins over
// the table. Two entries of one group must not have the same resource or kind:
//
//   kinds[1].kind: Invalid value: "VPC": is there twice
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/kinds/external_format.h"
#include "data/fieldpath/path.h"
#include "language/input/fields.h"

namespace loom {
// A kind of objects, as the API server has it: the group in which it is, its name
// in paths (resource) and in manifests (kind), and its scope.
//
//   {.group = "apps", .resource = "deployments", .kind = "Deployment",
//    .scope = Scope::kNamespaced}
//
// The core group is "".

enum class Scope { kCluster, kNamespaced };

struct KnownKind {
  std::string group = {};
  std::string resource = {};
  std::string kind = {};
  Scope scope = Scope::kCluster;
  // The versions for which this holds; empty: all of them.
  std::vector<std::string> versions = {};

  bool HasVersion(absl::string_view version) const {
    return versions.empty() || std::find(versions.begin(), versions.end(),
                                         version) != versions.end();
  }
  bool IsSecret() const { return group.empty() && kind == "Secret"; }
};

// A kind as the author of an input names it: by `resource`, by `kind`, or by both.
// The one that was not given is "".
struct NamedKind {
  std::string group = {};
  std::string version = {};
  std::string resource = {};
  std::string kind = {};

  std::string ApiVersion() const {
    return group.empty() ? version : group + "/" + version;
  }
};

// What is known of the names of a kind in its cloud.
struct ExternalKind {
  std::vector<ExternalFormat> formats;
  // All below `status`: nothing else proves that an object exists.
  std::vector<Path> paths;

  // Reads the members `formats` and externalRefPaths of an object.
  static ExternalKind Parse(Fields& fields);
};

// Reads the member `kind`, an object with an apiVersion and a kind, both of which
// are required. Only kinds outside of the core group have names in a cloud.
NamedKind ParseApiKind(Fields& fields);

class Kinds {
 public:
  // Reads the member `kinds` of the input. It is read once for all sections, so
  // that its mistakes are reported once.
  static std::shared_ptr<const Kinds> Of(Fields& input);
  // Makes these the kinds of an input that has no member `kinds` of its own.
  static void Give(const Input& input, std::shared_ptr<const Kinds> kinds);

  // nullopt: nothing is known of it. If the name has both a resource and a kind,
  // both have to fit. Of a kind of Kubernetes it tells the versions, of which the
  // name may have another.
  std::optional<KnownKind> Find(const NamedKind& name) const;
  // How many the input lists, which is what Find looks through.
  size_t size() const { return listed_.size(); }
  // The names of a kind; without formats if none are known.
  ExternalKind FindExternal(const NamedKind& name) const;

 private:
  struct Listed {
    KnownKind kind;
    ExternalKind external;
  };

  void Parse(Fields& input);

  std::vector<Listed> listed_;
};

}  // namespace loom
