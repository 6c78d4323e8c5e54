// SPDX-License-Identifier: Apache-2.0
// ObjectDetails is the `objectConnectionDetails` section of the native input: the
// connection details that an Object of provider-kubernetes publishes. The provider
// reads them on the cluster of the Object, so any field of any object there can be one.
// They come back as connection details of the composed resource.
//
//   objectConnectionDetails:
//   - resource: instance                 # the logical name of the Object
//     writeConnectionSecretToRef:        # unchanged fields may be omitted
//       nameFrom: {composite: true, fieldPath: metadata.name}   # or name
//       namespace: crossplane-system     # or namespaceFrom; not for namespaced
//                                        # Objects, which use their own
//     details:
//     - apiVersion: v1
//       kind: Secret
//       namespaceFrom: {composite: true, fieldPath: status.namespace}
//       name: login
//       fieldPath: data.password
//       toConnectionSecretKey: password
//
// It writes spec.connectionDetails and spec.writeConnectionSecretToRef of the desired
// Object. Existing details stay; a detail with the same toConnectionSecretKey is
// replaced. A resource that is not desired is skipped. A detail that cannot be written
// makes the ConnectionDetailsReady condition False (KeysMissing), and the Object keeps
// its observed state:
//
//   instance: it is not an Object of provider-kubernetes
//   instance: password: composite status.namespace: no such field
//
// Errors of the author:
//
//   objectConnectionDetails[1].resource: Invalid value: duplicate resource "instance"
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field_source.h"
#include "crossplane/contract/outcome.h"
#include "language/input/fields.h"

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
  // If neither is given, the location in the Object stays.
  TextOrField secret_name;
  TextOrField secret_ns;
  std::vector<ObjectDetail> details;
};

class ObjectDetails : public Section {
 public:
  explicit ObjectDetails(std::vector<ObjectDetailsOf> list)
      : list_(std::move(list)) {}

  // Returns nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<ObjectDetailsOf> list_;
};

// ObjectDetailsWriter writes one entry of objectConnectionDetails into the desired
// Object in one call.

class ObjectDetailsWriter {
 public:
  // All must outlive this object.
  ObjectDetailsWriter(const ObjectDetailsOf& wanted, Call& call,
                      Outcome* outcome)
      : wanted_(wanted),
        name_(call.NameOf(wanted.resource)),
        call_(call),
        outcome_(*outcome) {}

  // Writes the entry. An error comes from the request or the account of the call.
  absl::Status Write();

 private:
  absl::Status WriteSecretRef(Value& object, Value& spec);
  absl::Status WriteDetails(Value& spec);
  absl::Status WriteDetail(const ObjectDetail& detail, Value& list);
  absl::Status KeepObserved(const std::string& key, Value& list);
  void Put(Value detail, absl::string_view key, Value& list);
  // Returns nullopt if it has no string, which was reported.
  absl::StatusOr<std::optional<std::string>> Read(const TextOrField& text,
                                                  absl::string_view what);
  void Say(absl::string_view cause);

  const ObjectDetailsOf& wanted_;
  const absl::string_view name_;
  Call& call_;
  Outcome& outcome_;
};

}  // namespace loom
