// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "process/http_page.h"
#include "process/listener.h"
#include "process/log.h"

namespace loom::example {

extern const std::string address;
extern const HttpPage::Handler handler;
extern const WakeUp wake;
extern grpc::ResourceQuota quota;

}  // namespace loom::example
