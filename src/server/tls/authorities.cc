// SPDX-License-Identifier: Apache-2.0
#include "server/tls/authorities.h"

#include <utility>

namespace loom {

void Authorities::Set(std::vector<X509Ptr> list) {
  List next = std::make_shared<const std::vector<X509Ptr>>(std::move(list));
  MutexLock lock(mutex_);
  // The old list is freed by `next`, after the mutex is given up.
  list_.swap(next);
}

Authorities::List Authorities::Get() const {
  MutexLock lock(mutex_);
  return list_;
}

}  // namespace loom
