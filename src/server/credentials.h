// SPDX-License-Identifier: Apache-2.0
// ServerTls is the TLS of the server: certificates from a folder, read again
// whenever they change, and clients checked by client_certificate.h.
//
//   LOOM_ASSIGN_OR_RETURN(auto tls, ServerTls::Start("/tls/server", &metrics));
//   builder.AddListeningPort(address, tls->credentials());
//
// A thread looks at the files once a second. What it reads goes live only as a
// whole: a pair that matches, with a readable ca.crt. Until then the old
// certificates serve, and a warning a minute says what is wrong. New
// connections get the new certificates; those that are open stay. TLS 1.2 is
// the least.
//
// InvalidArgument: the folder, as it is, cannot be served with.
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "process/metrics.h"
#include "process/rarely.h"
#include "tls/certificates.h"
#include "tls/tls_identity.h"

namespace loom {

// By whom clients are known, shared with handshakes in progress.
class Authorities {
 public:
  using List = std::shared_ptr<const std::vector<X509Ptr>>;

  void Set(std::vector<X509Ptr> list);
  List Get() const;

 private:
  mutable std::mutex mutex_;
  List list_;
};

class ServerTls {
 public:
  static absl::StatusOr<std::unique_ptr<ServerTls>> Start(
      const std::string& folder, Metrics* metrics);
  ~ServerTls();

  std::shared_ptr<grpc::ServerCredentials> credentials() const {
    return credentials_;
  }

 private:
  ServerTls(const std::string& folder, Metrics* metrics)
      : folder_(folder), metrics_(metrics) {}

  absl::Status Load();
  void Adopt(Certificates certificates);
  void Watch();
  void LookAgain();

  const std::string folder_;
  Metrics* const metrics_;
  const std::shared_ptr<Authorities> authorities_ =
      std::make_shared<Authorities>();
  std::shared_ptr<TlsIdentity> identity_;
  std::shared_ptr<grpc::ServerCredentials> credentials_;

  // What the thread knows.
  std::string stamp_;
  std::time_t not_after_ = 0;
  Rarely trouble_{std::chrono::minutes(1)};
  Rarely expiry_{std::chrono::hours(24)};

  std::mutex mutex_;
  std::condition_variable wake_;
  bool ending_ = false;
  std::thread watcher_;
};

}  // namespace loom
