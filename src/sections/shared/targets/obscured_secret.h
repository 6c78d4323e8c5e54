// SPDX-License-Identifier: Apache-2.0
// An ObscuredSecret is a composed Secret that holds the value of a reference. The
// resource that needs the value shows only where it is:
//
//   obscured:
//     secret:
//       key: token                  # of its data
//       nameSuffix: -refs           # the default
//       namespace: team-a           # needed if the composite is cluster-scoped
//     target: {resource: db}        # or resourceSelector
//     refFieldPath: spec.forProvider.passwordSecretRef
//
// The logical name of the Secret is that of the resource with the suffix, db-refs,
// and its name has the name of the composite before it, shop-db-refs. Entries with
// different keys share it. It is in the namespace of a namespaced composite. The
// field of the resource becomes
//
//   {key: token, name: shop-db-refs}                      namespaced composite
//   {key: token, name: shop-db-refs, namespace: team-a}   cluster-scoped composite
//
// The key is filled as any other field is (decision.h), so its last value stays
// while the source is away. Mistakes:
//
//   obscured.secret.key: Required value: key is required
//   obscured.target: one of resource and resourceSelector is required
//   obscured.secret.key: Invalid value: "a/b": want letters, digits, -, _ and .
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/shared/targets/target.h"

namespace loom {

struct ObscuredSecret {
  std::string key;
  std::string suffix;
  std::string ns;
  Path ref;

  // Reads the members `secret` and `refFieldPath` of `obscured`.
  static ObscuredSecret Parse(const Input& secret, Fields& obscured);

  // The path of the key in the Secret: data[token].
  Path data() const;

  // The place of the Secret that belongs to a resource.
  Place PlaceFor(const Place& resource) const;
  // The Secret without data, and the reference to it.
  Value Compose(const Value& composite, const Place& resource,
                Pool* pool) const;
  Value RefTo(const Value& composite, const Place& resource, Pool* pool) const;

 private:
  std::string Name(const Value& composite, const Place& resource) const;
};

// The value as data of a Secret. FailedPrecondition: it is a list or an object.
absl::StatusOr<Value> SecretDataOf(const Value& value, Pool* pool);

}  // namespace loom
