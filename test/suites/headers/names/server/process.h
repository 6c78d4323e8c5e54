// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "server/process/http_page.h"
#include "server/process/listener.h"
#include "server/process/log.h"

namespace loom::example::server_process {

extern const std::string address;
extern const WakeUp wake;

}  // namespace loom::example::server_process
