// SPDX-License-Identifier: Apache-2.0
// Authorities holds the CA certificates that clients' certificates are checked
// against. Handshakes read the list while another thread replaces it after a
// change of ca.crt. Safe to use from many threads.
//
//   Authorities authorities;
//   authorities.Set(ParseCertificates(pem));
//   Authorities::List now = authorities.Get();
//   Verdict verdict = CheckClientCertificate(peer, *now, time);
//
// A list does not change once it is set. A caller of Get may go on using its
// list after the next Set. Before the first Set the list is empty, so that
// every client is refused.
#pragma once

#include <memory>
#include <vector>

#include "base/mutex.h"
#include "server/tls/x509.h"

namespace loom {

class Authorities {
 public:
  using List = std::shared_ptr<const std::vector<X509Ptr>>;

  void Set(std::vector<X509Ptr> list);
  List Get() const;

 private:
  mutable Mutex mutex_;
  List list_ ABSL_GUARDED_BY(mutex_) =
      std::make_shared<const std::vector<X509Ptr>>();
};

}  // namespace loom
