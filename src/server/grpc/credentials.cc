// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/credentials.h"

#include <grpcpp/security/tls_certificate_verifier.h>
#include <grpcpp/security/tls_credentials_options.h>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "server/tls/client_certificate.h"

namespace loom {
namespace {

namespace tls = grpc::experimental;

constexpr std::chrono::seconds kLookEvery{1};
constexpr std::time_t kExpirySoon = 30 * 24 * 60 * 60;

class ClientVerifier : public tls::ExternalCertificateVerifier {
 public:
  ClientVerifier(std::shared_ptr<Authorities> authorities, Metrics* metrics)
      : authorities_(std::move(authorities)), metrics_(metrics) {}

  bool Verify(tls::TlsCustomVerificationCheckRequest* request,
              std::function<void(grpc::Status)>,
              grpc::Status* status) override {
    grpc::string_ref pem = request->peer_cert();
    Verdict verdict = CheckClientCertificate(
        {pem.data(), pem.size()}, *authorities_->Get(), std::time(nullptr));
    if (!verdict.accepted) {
      *status = {grpc::StatusCode::UNAUTHENTICATED, verdict.why};
      Refused(verdict);
    }
    return true;  // the result is in *status, and no callback will follow
  }
  void Cancel(tls::TlsCustomVerificationCheckRequest*) override {}

 private:
  void Refused(const Verdict& verdict) {
    metrics_->handshakes_failed[size_t(verdict.refusal)].Add();
    Log(rarely_() ? LogLevel::kWarning : LogLevel::kDebug,
        "refused a client certificate", {{"why", verdict.why}});
  }

  const std::shared_ptr<Authorities> authorities_;
  Metrics* const metrics_;
  Rarely rarely_{std::chrono::minutes(1)};
};

}  // namespace

absl::StatusOr<std::unique_ptr<ServerTls>> ServerTls::Start(
    const std::string& folder, Metrics* metrics) {
  auto server_tls = std::unique_ptr<ServerTls>(new ServerTls(folder, metrics));
  LOOM_RETURN_IF_ERROR(server_tls->Load());
  tls::TlsServerCredentialsOptions options(server_tls->identity_);
  options.watch_identity_key_cert_pairs();
  options.set_cert_request_type(
      GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_BUT_DONT_VERIFY);
  options.set_certificate_verifier(
      tls::ExternalCertificateVerifier::Create<ClientVerifier>(
          server_tls->authorities_, metrics));
  server_tls->credentials_ = tls::TlsServerCredentials(options);
  server_tls->watcher_ =
      std::thread([watched = server_tls.get()] { watched->Watch(); });
  return server_tls;
}

absl::Status ServerTls::Load() {
  stamp_ = CertificateFilesStamp(folder_);
  absl::StatusOr<Certificates> read = ReadCertificates(folder_);
  if (!read.ok()) {
    return Annotate(
        read.status(),
        absl::StrCat("cannot serve with the certificates in ", folder_));
  }
  Adopt(*std::move(read));
  return absl::OkStatus();
}

void ServerTls::Adopt(Certificates certificates) {
  authorities_->Set(std::move(certificates.authorities));
  if (identity_ == nullptr) {
    identity_ = std::make_shared<TlsIdentity>(certificates.chain_pem,
                                              certificates.key_pem);
  } else {
    identity_->Replace(certificates.chain_pem, certificates.key_pem);
  }
  not_after_ = certificates.not_after;
  metrics_->certificate_not_after.Set(double(not_after_));
}

void ServerTls::Watch() {
  while (!end_.try_acquire_for(kLookEvery)) LookAgain();
}

void ServerTls::LookAgain() {
  if (std::time(nullptr) > not_after_ - kExpirySoon && expiry_()) {
    Log(LogLevel::kWarning, "the server's certificate expires soon",
        {{"not_after", int64_t{not_after_}}});
  }
  std::string stamp = CertificateFilesStamp(folder_);
  if (stamp == stamp_) return;
  absl::StatusOr<Certificates> read = ReadCertificates(folder_);
  // The files changed while they were read: some may be old and some new.
  if (CertificateFilesStamp(folder_) != stamp) return;
  if (!read.ok()) {
    // The stamp stays the old one, so that the files are read again in a
    // second. They may become readable without another change of the stamp.
    metrics_->certificate_reload_errors.Add();
    if (trouble_()) {
      Log(LogLevel::kWarning, "serving with the old certificates",
          {{"folder", folder_}, {"why", read.status().message()}});
    }
    return;
  }
  stamp_ = std::move(stamp);
  Adopt(*std::move(read));
  Log(LogLevel::kInfo, "serving with new certificates", {{"folder", folder_}});
}

ServerTls::~ServerTls() {
  end_.release();
  if (watcher_.joinable()) watcher_.join();
}

}  // namespace loom
