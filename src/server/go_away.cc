// SPDX-License-Identifier: Apache-2.0
#include "server/go_away.h"

#include <grpc/grpc_security.h>
#include <grpcpp/security/tls_certificate_verifier.h>

#include <functional>

// gRPC's core can do it, only there is no public way to it. So the function is
// declared here, as those in tls_identity.cc are: gRPC 1.51 is what Debian 12
// has and keeps, and where it is called otherwise the link fails.
namespace grpc_core {

class Server {
 public:
  void SendGoaways();
};

}  // namespace grpc_core

namespace loom {
namespace {

using grpc::experimental::ExternalCertificateVerifier;
using grpc::experimental::TlsCustomVerificationCheckRequest;

class Verifier : public ExternalCertificateVerifier {
 public:
  explicit Verifier(std::function<void()> work) : work_(std::move(work)) {}

  bool Verify(TlsCustomVerificationCheckRequest*,
              std::function<void(grpc::Status)>, grpc::Status*) override {
    work_();
    return true;
  }
  void Cancel(TlsCustomVerificationCheckRequest*) override {}

 private:
  const std::function<void()> work_;
};

// gRPC's core keeps what it has to do next in an object on the stack of whoever
// called it from outside. A verifier, when asked, is called beneath one.
void InsideGrpc(std::function<void()> work) {
  auto verifier =
      ExternalCertificateVerifier::Create<Verifier>(std::move(work));
  grpc_tls_custom_verification_check_request nothing{};
  TlsCustomVerificationCheckRequest request(&nothing);
  grpc::Status status;
  verifier->Verify(&request, nullptr, &status);
}

}  // namespace

void SendGoAway(grpc::Server& server) {
  auto* core = reinterpret_cast<grpc_core::Server*>(server.c_server());
  InsideGrpc([core] { core->SendGoaways(); });
}

}  // namespace loom
