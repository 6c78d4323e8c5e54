// SPDX-License-Identifier: Apache-2.0
#include "test/testing/certificate_maker.h"

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace loom {
namespace {

namespace fs = std::filesystem;

void SetName(X509_NAME* name, const char* common) {
  for (const char* field : {"C", "ST", "L"}) {
    X509_NAME_add_entry_by_txt(name, field, MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("Ea"), -1,
                               -1, 0);
  }
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common), -1,
                             -1, 0);
}

void Extend(X509* certificate, X509* issuer, int nid, const char* value) {
  if (*value == '\0') return;
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension =
      X509V3_EXT_conf_nid(nullptr, &context, nid, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

void AddUnknown(X509* certificate) {
  ASN1_OBJECT* object = OBJ_txt2obj("1.3.6.1.4.1.55555.1", 1);
  ASN1_OCTET_STRING* data = ASN1_OCTET_STRING_new();
  ASN1_OCTET_STRING_set(data, reinterpret_cast<const unsigned char*>("x"), 1);
  X509_EXTENSION* extension =
      X509_EXTENSION_create_by_OBJ(nullptr, object, 1, data);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  ASN1_OCTET_STRING_free(data);
  ASN1_OBJECT_free(object);
}

X509Ptr Make(const CertificateShape& shape, EVP_PKEY* key, X509* issuer,
             EVP_PKEY* issuer_key) {
  X509Ptr made(X509_new());
  X509* certificate = made.get();
  if (issuer == nullptr) issuer = certificate;
  X509_set_version(certificate, shape.version);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 2022);
  SetName(X509_get_subject_name(certificate), shape.name);
  X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
  X509_time_adj_ex(X509_getm_notBefore(certificate), shape.from_days, 0,
                   nullptr);
  X509_time_adj_ex(X509_getm_notAfter(certificate), shape.to_days, 0, nullptr);
  X509_set_pubkey(certificate, key);
  if (shape.version == X509_VERSION_3) {
    Extend(certificate, issuer, NID_basic_constraints, shape.basic_constraints);
    Extend(certificate, issuer, NID_key_usage, shape.key_usage);
    Extend(certificate, issuer, NID_ext_key_usage, shape.extended_usage);
    if (shape.key_identifiers) {
      Extend(certificate, issuer, NID_subject_key_identifier, "hash");
      Extend(certificate, issuer, NID_authority_key_identifier, "keyid");
    }
    if (shape.unknown_critical) AddUnknown(certificate);
  }
  X509_sign(certificate, issuer_key, shape.digest);
  return made;
}

template <typename Write>
std::string Pem(Write write) {
  BIO* bio = BIO_new(BIO_s_mem());
  write(bio);
  char* data = nullptr;
  long size = BIO_get_mem_data(bio, &data);
  std::string text(data, size_t(size));
  BIO_free(bio);
  return text;
}

}  // namespace

std::string Identity::CertificatePem() const {
  return Pem([&](BIO* bio) { PEM_write_bio_X509(bio, certificate.get()); });
}

std::string Identity::KeyPem() const {
  return Pem([&](BIO* bio) {
    PEM_write_bio_PrivateKey_traditional(bio, key.get(), nullptr, nullptr, 0,
                                         nullptr, nullptr);
  });
}

KeyPtr RsaKey(int bits) { return KeyPtr(EVP_RSA_gen(unsigned(bits))); }
KeyPtr EcKey() { return KeyPtr(EVP_EC_gen("P-256")); }

KeyPtr SharedKey() {
  static EVP_PKEY* key = RsaKey().release();
  EVP_PKEY_up_ref(key);
  return KeyPtr(key);
}

Identity MakeAuthority(CertificateShape shape) {
  shape.basic_constraints = "critical,CA:TRUE";
  shape.key_usage = "critical,keyCertSign,cRLSign";
  shape.extended_usage = "";
  Identity made{nullptr, RsaKey()};
  made.certificate = Make(shape, made.key.get(), nullptr, made.key.get());
  return made;
}

Identity MakeLeaf(const Identity& authority, const CertificateShape& shape,
                  KeyPtr key) {
  Identity made{nullptr, std::move(key)};
  made.certificate = Make(shape, made.key.get(), authority.certificate.get(),
                          authority.key.get());
  return made;
}

CertificateFolder::CertificateFolder() {
  std::string pattern = fs::temp_directory_path() / "loom-tls-XXXXXX";
  path_ = mkdtemp(pattern.data());
}

CertificateFolder::~CertificateFolder() { fs::remove_all(path_); }

void CertificateFolder::Put(const std::string& chain, const std::string& key,
                            const std::string& authorities) {
  fs::path folder = path_;
  fs::path version = folder / ("..v" + std::to_string(++version_));
  fs::create_directory(version);
  std::ofstream(version / "tls.crt") << chain;
  std::ofstream(version / "tls.key") << key;
  std::ofstream(version / "ca.crt") << authorities;
  fs::create_symlink(version.filename(), folder / "..next");
  fs::rename(folder / "..next", folder / "..data");
  for (const char* name : {"tls.crt", "tls.key", "ca.crt"}) {
    if (!fs::is_symlink(folder / name)) {
      fs::create_symlink(fs::path("..data") / name, folder / name);
    }
  }
}

}  // namespace loom
