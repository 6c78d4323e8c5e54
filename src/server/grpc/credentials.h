// SPDX-License-Identifier: Apache-2.0
// ServerTls is the mutual TLS of the server. It reads certificates from a
// folder (server/tls/certificates.h), reads them again whenever they change, and verifies
// clients (server/tls/client_certificate.h).
//
//   LOOM_ASSIGN_OR_RETURN(auto tls, ServerTls::Start("/tls/server", &metrics));
//   builder.AddListeningPort(address, tls->credentials());
//
// A thread looks for changed files once a second. New files are used only if
// they belong together: the key is that of the certificate, and ca.crt can be
// read. Until then the server goes on with the old ones, and a warning in the
// log says once a minute what is wrong. New connections get the new
// certificates; open connections stay open. Clients need at least TLS 1.2.
//
// InvalidArgument: the files of the folder cannot be used. For example, the
// folder does not exist: "cannot serve with the certificates in /tls/server:
// tls.crt: No such file or directory".
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
  // `metrics` must outlive the object and the handshakes of its credentials.
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

  // Used by Start, and then by the thread alone.
  std::string stamp_;
  std::time_t not_after_ = 0;
  Rarely trouble_{std::chrono::minutes(1)};
  Rarely expiry_{std::chrono::hours(24)};

  std::binary_semaphore end_{0};
  std::thread watcher_;
};

}  // namespace loom
