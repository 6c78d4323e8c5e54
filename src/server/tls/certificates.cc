// SPDX-License-Identifier: Apache-2.0
#include "server/tls/certificates.h"

#include <fcntl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"

namespace loom {
namespace {

struct BioDelete {
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using BioPtr = std::unique_ptr<BIO, BioDelete>;

BioPtr Open(absl::string_view text) {
  return BioPtr(BIO_new_mem_buf(text.data(), int(text.size())));
}

// Without a callback, OpenSSL asks for a password at the terminal.
int NoPassword(char*, int, int, void*) { return -1; }

constexpr const char* kFiles[] = {"tls.crt", "tls.key", "ca.crt"};

absl::Status Wrong(absl::string_view why) {
  return absl::InvalidArgumentError(why);
}

class File {
 public:
  // Without O_NONBLOCK, opening a named pipe would block forever.
  explicit File(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  absl::StatusOr<std::string> Read() const {
    struct stat about;
    if (descriptor_ < 0 || fstat(descriptor_, &about) != 0) {
      return Wrong(std::strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) return Wrong("not a regular file");
    std::string text;
    char piece[8192];
    ssize_t got;
    while ((got = read(descriptor_, piece, sizeof piece)) > 0) {
      text.append(piece, size_t(got));
      if (text.size() > limits::kCertificateFile) {
        return Wrong(
            absl::StrCat("larger than ", limits::kCertificateFile, " bytes"));
      }
    }
    if (got < 0) return Wrong(std::strerror(errno));
    if (text.empty()) return Wrong("empty");
    return text;
  }

 private:
  int descriptor_;
};

absl::StatusOr<std::string> ReadFile(const std::string& folder,
                                     const char* name) {
  absl::StatusOr<std::string> text =
      File(absl::StrCat(folder, "/", name)).Read();
  if (!text.ok()) return Annotate(text.status(), name);
  return text;
}

// Checks that TLS accepts the certificate and key. gRPC itself would take them without
// an error, and then no client could connect.
absl::Status CheckUsable(const std::vector<X509Ptr>& chain, EVP_PKEY* key) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(
      SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  ERR_clear_error();
  bool good = context != nullptr &&
              SSL_CTX_use_certificate(context.get(), chain[0].get()) == 1;
  for (size_t i = 1; good && i < chain.size(); ++i) {
    good = SSL_CTX_add1_chain_cert(context.get(), chain[i].get()) == 1;
  }
  good = good && SSL_CTX_use_PrivateKey(context.get(), key) == 1;
  if (good) return absl::OkStatus();
  const char* const why = ERR_reason_error_string(ERR_get_error());
  ERR_clear_error();
  return Wrong(absl::StrCat("tls.crt: TLS refuses it: ",
                            why == nullptr ? "unknown reason" : why));
}

}  // namespace

std::vector<X509Ptr> ParseCertificates(absl::string_view pem) {
  BioPtr bio = Open(pem);
  std::vector<X509Ptr> all;
  while (X509* certificate =
             PEM_read_bio_X509(bio.get(), nullptr, NoPassword, nullptr)) {
    all.emplace_back(certificate);
  }
  // OpenSSL also reports the end of the string as an error.
  bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!at_end) all.clear();
  return all;
}

KeyPtr ParsePrivateKey(absl::string_view pem) {
  BioPtr bio = Open(pem);
  KeyPtr key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassword, nullptr));
  ERR_clear_error();
  return key;
}

std::time_t NotAfter(const X509* certificate) {
  std::tm utc{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &utc) != 1) return 0;
  return timegm(&utc);
}

absl::StatusOr<Certificates> ReadCertificates(const std::string& folder) {
  Certificates read;
  LOOM_ASSIGN_OR_RETURN(read.chain_pem, ReadFile(folder, "tls.crt"));
  LOOM_ASSIGN_OR_RETURN(read.key_pem, ReadFile(folder, "tls.key"));
  LOOM_ASSIGN_OR_RETURN(std::string authorities, ReadFile(folder, "ca.crt"));

  std::vector<X509Ptr> chain = ParseCertificates(read.chain_pem);
  if (chain.empty()) return Wrong("tls.crt: not certificates in PEM");
  KeyPtr key = ParsePrivateKey(read.key_pem);
  if (key == nullptr) return Wrong("tls.key: not an unencrypted key in PEM");
  if (X509_check_private_key(chain[0].get(), key.get()) != 1) {
    return Wrong("tls.key: not the key of tls.crt");
  }
  LOOM_RETURN_IF_ERROR(CheckUsable(chain, key.get()));
  read.authorities = ParseCertificates(authorities);
  if (read.authorities.empty()) return Wrong("ca.crt: not certificates in PEM");
  read.not_after = NotAfter(chain[0].get());
  return read;
}

std::string CertificateFilesStamp(const std::string& folder) {
  std::string stamp;
  for (const char* name : kFiles) {
    struct stat about;
    if (stat(absl::StrCat(folder, "/", name).c_str(), &about) != 0) return "";
    absl::StrAppend(&stamp, about.st_dev, ":", about.st_ino, ":", about.st_size,
                    ":", about.st_mtim.tv_sec, ".", about.st_mtim.tv_nsec, " ");
  }
  return stamp;
}

void Authorities::Set(std::vector<X509Ptr> list) {
  List next = std::make_shared<const std::vector<X509Ptr>>(std::move(list));
  MutexLock lock(mutex_);
  // The old list is freed by `next`, after the mutex is released.
  list_.swap(next);
}

Authorities::List Authorities::Get() const {
  MutexLock lock(mutex_);
  return list_;
}

}  // namespace loom
