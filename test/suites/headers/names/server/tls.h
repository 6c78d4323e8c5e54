// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>
#include <memory>
#include <string>

#include "server/tls/client_certificate.h"

namespace loom::example::server_tls {

extern const std::string pem;
extern const std::string peer;
extern const std::time_t time;
extern const std::vector<X509Ptr> authorities;

}  // namespace loom::example::server_tls
