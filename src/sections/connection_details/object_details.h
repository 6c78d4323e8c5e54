// SPDX-License-Identifier: Apache-2.0
// ObjectDetails is the section `objectConnectionDetails` of the native input: what an
// Object of provider-kubernetes publishes as its connection details. The provider
// reads them on the cluster of the Object, so any field of any object there may be
// one. They come back as connection details of the composed resource.
//
//   objectConnectionDetails:
//   - resource: instance                 # the logical name of the Object
//     writeConnectionSecretToRef:        # what stays as it is may be left out
//       nameFrom: {composite: true, fieldPath: metadata.name}   # or name
//       namespace: crossplane-system     # or namespaceFrom; not of namespaced
//                                        # Objects, which have their own
//     details:
//     - apiVersion: v1
//       kind: Secret
//       namespaceFrom: {composite: true, fieldPath: status.namespace}
//       name: login
//       fieldPath: data.password
//       toConnectionSecretKey: password
//
// It writes spec.connectionDetails and spec.writeConnectionSecretToRef of the desired
// Object. What is there stays; a detail with the same toConnectionSecretKey is
// replaced. A resource that is not desired is passed over. What cannot be done makes
// the condition ConnectionDetailsReady False (KeysMissing), and leaves the Object as it
// is observed:
//
//   instance: it is no Object of provider-kubernetes
//   instance: password: composite status.namespace: no such field
//
// Mistakes of the author:
//
//   objectConnectionDetails[1].resource: Invalid value: "instance" is there twice
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crossplane/call/section.h"
#include "language/input/fields.h"
#include "sections/shared/values_from/object_source.h"

namespace loom {

// One field of an object on the other cluster.
struct ObjectDetail {
  std::string api_version;
  std::string kind;
  TextOrField name;
  TextOrField ns;
  std::string field_path;
  std::string key;
};

struct ObjectDetailsOf {
  std::string resource;
  // Neither: what the Object has stays.
  TextOrField secret_name;
  TextOrField secret_ns;
  std::vector<ObjectDetail> details;
};

class ObjectDetails : public Section {
 public:
  explicit ObjectDetails(std::vector<ObjectDetailsOf> list)
      : list_(std::move(list)) {}

  // nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<ObjectDetailsOf> list_;
};

}  // namespace loom
