// SPDX-License-Identifier: Apache-2.0
// Kinds provides facts about kinds without asking the cluster. It searches the list
// `kinds` of the input first, and then the table of builtin_kinds.h.
//
// `formats` lists the formats of the names of the objects in their cloud
// (external_format.h). `externalRefPaths` lists the paths at which an object may have
// its name. The first path that is set wins.
//
// If a kind has an entry, its definition is not looked up. Objects of an aggregated API
// server have no definition, so they need an entry. An entry wins over the table. Two
// entries of one group must not have the same resource or kind, unless they list
// versions.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/kinds/external_format.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/path.h"
#include "data/value/budget.h"
#include "language/input/fields.h"

namespace loom {
enum class Scope { kCluster, kNamespaced };

// A kind as defined by the API server: its group, its name in paths (resource) and in
// manifests (kind), and its scope. The core group is "".
struct KnownKind {
  std::string group = {};
  std::string resource = {};
  std::string kind = {};
  Scope scope = Scope::kCluster;
  // The versions that the entry applies to. If empty, it applies to all versions.
  std::vector<std::string> versions = {};

  bool HasVersion(absl::string_view version) const {
    return versions.empty() || std::find(versions.begin(), versions.end(),
                                         version) != versions.end();
  }
  bool IsSecret() const { return group.empty() && kind == "Secret"; }
};

// A kind as the author of an input names it: by `resource`, by `kind`, or by both. If
// one of them is not given, it is "".
struct NamedKind {
  std::string group = {};
  std::string version = {};
  std::string resource = {};
  std::string kind = {};

  // Names a kind as objects do.
  static NamedKind Of(absl::string_view api_version, absl::string_view kind) {
    return {.group = std::string(GroupOf(api_version)),
            .version = std::string(VersionOf(api_version)),
            .kind = std::string(kind)};
  }
  std::string ApiVersion() const {
    return group.empty() ? version : group + "/" + version;
  }
};

// What is known about the names of a kind in its cloud.
struct ExternalKind {
  ExternalFormats formats;
  // All paths are below `status`, because nothing else proves that an object exists.
  std::vector<Path> paths;

  // Reads the fields `formats` and `externalRefPaths` of an object.
  static ExternalKind Parse(Fields& fields);
};

// Reads the field `kind`, an object with an apiVersion and a kind, both of which are
// required. The core group is an error, because its kinds have no names in a cloud.
NamedKind ParseApiKind(Fields& fields);

class Kinds {
 public:
  // Reads the field `kinds` of the input. It is read once for all sections, so that its
  // errors are reported only once.
  static std::shared_ptr<const Kinds> Of(Fields& input);
  // Sets the kinds of an input that has no field `kinds` of its own.
  static void Give(const Input& input, std::shared_ptr<const Kinds> kinds);

  // Returns nullopt if nothing is known about the kind. If the name has both a resource
  // and a kind, both must match. For a kind of Kubernetes, the result lists the
  // versions that Kubernetes has, and the version of the name may be a different one.
  std::optional<KnownKind> Find(const NamedKind& name) const;
  // Does the same in a call.
  std::optional<KnownKind> Find(const NamedKind& name, Pool* pool) const {
    pool->account().Note(Finding(listed_.size()));
    return Find(name);
  }
  // Returns the names of a kind in its cloud, without formats if none are known.
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
