// SPDX-License-Identifier: Apache-2.0
// An ObscuredSecret is a composed Secret that holds the value of a reference. The
// resource that needs the value shows only a reference to the Secret:
//
//   obscured:
//     secret:
//       key: token                  # of its data
//       nameSuffix: -refs           # the default
//       namespace: team-a           # needed if the composite is cluster-scoped
//     target: {resource: db}        # or resourceSelector
//     refFieldPath: spec.forProvider.passwordSecretRef
//
// The logical name of the Secret is that of the resource plus the suffix, db-refs. Its
// name is prefixed with the name of the composite, shop-db-refs. Entries with different
// keys share it. It is in the namespace of a namespaced composite. The field of the
// resource becomes
//
//   {key: token, name: shop-db-refs}                      namespaced composite
//   {key: token, name: shop-db-refs, namespace: team-a}   cluster-scoped composite
//
// The key is filled like any other field (crossplane/call/field.h), so its last value
// stays while the source is unavailable. Whenever the key has a value, the resource gets
// the reference to the Secret. The Secret is composed with its first key. Errors:
//
//   obscured.secret.key: Required value: key is required
//   obscured.target: one of resource and resourceSelector is required
//   obscured.secret.key: Invalid value: "a/b": expected letters, digits, -, _ and .
#pragma once

#include <string>

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

struct ObscuredSecret {
  std::string key;
  std::string suffix;
  std::string ns;
  Path ref;

  // Reads the fields `secret` and `refFieldPath` of `obscured`.
  static ObscuredSecret Parse(const Input& secret, Fields& obscured);

  // Returns the path of the key in the Secret: data[token].
  Path data() const;

  // Returns the location of the Secret that belongs to a resource.
  Place PlaceFor(const Place& resource) const;
  // Return the Secret without data, and the reference to it.
  Value Compose(const Value& composite, const Place& resource,
                Pool* pool) const;
  Value RefTo(const Value& composite, const Place& resource, Pool* pool) const;

 private:
  std::string Name(const Value& composite, const Place& resource) const;
};

// The key of the Secret. If the resource is being deleted, the key keeps its value.
class ObscuredField : public Field {
 public:
  // `resource` needs the value, and `holder` is the Secret; `key` is the path of the key
  // there. All must outlive this object.
  ObscuredField(const ObscuredSecret& secret, const Place& resource,
                const Place& holder, const Path& key, const ToPolicy* to,
                Call* call)
      : Field(holder, key, to, call),
        secret_(secret),
        resource_(resource),
        holder_(holder),
        call_(*call) {
    SetEncoded();
  }

 private:
  const Place& Deleted() const override { return resource_; }
  absl::Status Prepare() override;
  absl::Status Finish() override;

  const ObscuredSecret& secret_;
  const Place& resource_;
  const Place& holder_;
  Call& call_;
};

}  // namespace loom
