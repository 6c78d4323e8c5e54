// SPDX-License-Identifier: Apache-2.0
// An ObscuredField is the key of a composed Secret that an obscured reference fills
// (ObscuredSecret). Whenever the key has a value, the resource that needs it gets the
// reference to the Secret. The Secret is composed with its first key. If the resource is
// being deleted, the key keeps its value.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "sections/shared/targets/obscured_secret.h"

namespace loom {

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
