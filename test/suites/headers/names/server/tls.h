// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <ctime>
#include <memory>
#include <string>

#include "server/tls/client_certificate.h"

namespace loom::example::server_tls {

extern const std::string pem;
extern const std::string peer;
extern const std::time_t time;
extern const std::vector<X509Ptr> authorities;
extern const std::string chain;
extern const std::string key;
extern const std::string new_chain;
extern const std::string new_key;

}  // namespace loom::example::server_tls
