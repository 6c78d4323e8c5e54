// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/go_away.h"

#include <grpc/grpc_security.h>
#include <grpcpp/security/tls_certificate_verifier.h>

#include <functional>

#include "server/grpc_1_51/version.h"

// The core of gRPC has this function, but the public API does not offer it, so it is
// declared here.
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

// Internal functions of gRPC need an ExecCtx on the stack, in which they queue
// follow-up work. Its headers are not installed, but public functions create
// one before they call back, and calling a certificate verifier is such a
// function.
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
