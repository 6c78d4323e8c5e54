// SPDX-License-Identifier: Apache-2.0
// ServerTls provides mutual TLS for the server. It reads certificates from a folder
// (server/tls/certificates.h), reloads them whenever they change, and verifies clients
// (server/tls/client_certificate.h).
//
//   LOOM_ASSIGN_OR_RETURN(auto tls, ServerTls::Start("/tls/server", &metrics));
//   builder.AddListeningPort(address, tls->credentials());
//
// A thread checks for changed files once a second. New files are used only if they
// belong together: the key matches the certificate, and ca.crt is readable. Until then
// the server uses the old files and logs the problem as a warning once a minute. New
// connections get the new certificates; open connections stay open. Clients need at
// least TLS 1.2.
//
// InvalidArgument: the files in the folder are unusable.
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <chrono>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>

#include "absl/status/statusor.h"
#include "server/grpc_1_51/tls_identity.h"
#include "server/process/log.h"
#include "server/process/metrics.h"
#include "server/tls/certificates.h"

namespace loom {

class ServerTls {
 public:
  // Reads the folder and starts the thread. `metrics` must outlive the object and the
  // handshakes of its credentials.
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

  // Used by Start, and then only by the thread.
  std::string stamp_;
  std::time_t not_after_ = 0;
  Rarely trouble_{std::chrono::minutes(1)};
  Rarely expiry_{std::chrono::hours(24)};

  std::binary_semaphore end_{0};
  std::thread watcher_;
};

}  // namespace loom
