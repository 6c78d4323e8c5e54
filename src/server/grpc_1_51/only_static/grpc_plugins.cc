// SPDX-License-Identifier: Apache-2.0
// This file selects the parts of gRPC that the static binary contains. gRPC registers
// its parts in grpc_core::BuildCoreConfiguration, and everything that this function
// refers to is linked, including xDS, RBAC, RLS, grpclb and their protobuf messages: 3
// MB that a composition function does not use. The definition below replaces the one in
// gRPC's archive, because the linker finds it first.
//
// It declares internal functions of gRPC 1.51, because their headers are not installed.
// It can be deleted at any time: without it the binary is 3 MB larger. With another
// version compare the list with gRPC's own, src/core/plugin_registry/
// grpc_plugin_registry.cc.
#include "server/grpc_1_51/version.h"

namespace grpc_core {

class CoreConfiguration {
 public:
  class Builder;
};
using Builder = CoreConfiguration::Builder;

void BuildClientChannelConfiguration(Builder*);
void RegisterAresDnsResolver(Builder*);
void RegisterBuiltins(Builder*);
void RegisterChannelIdleFilters(Builder*);
void RegisterClientAuthorityFilter(Builder*);
void RegisterDeadlineFilter(Builder*);
void RegisterHttpFilters(Builder*);
void RegisterMessageSizeFilter(Builder*);
void RegisterPickFirstLbPolicy(Builder*);
void RegisterResourceQuota(Builder*);
void RegisterSecurityFilters(Builder*);
void RegisterServiceConfigChannelArgFilter(Builder*);
void RegisterSockaddrResolver(Builder*);
void RegisterTCPConnectHandshaker(Builder*);
void SecurityRegisterHandshakerFactories(Builder*);

}  // namespace grpc_core

namespace grpc_event_engine::experimental {
void RegisterEventEngineChannelArgPreconditioning(grpc_core::Builder*);
}

namespace grpc_core {

// The order is gRPC's own, because it is the order of filters. The server needs
// all but those marked "render": `render` is a client of other functions.
void BuildCoreConfiguration(Builder* builder) {
  grpc_event_engine::experimental::RegisterEventEngineChannelArgPreconditioning(
      builder);
  RegisterTCPConnectHandshaker(builder);     // render
  RegisterPickFirstLbPolicy(builder);        // render
  BuildClientChannelConfiguration(builder);  // render
  SecurityRegisterHandshakerFactories(builder);
  RegisterClientAuthorityFilter(builder);
  RegisterChannelIdleFilters(builder);
  RegisterHttpFilters(builder);
  RegisterDeadlineFilter(builder);
  RegisterMessageSizeFilter(builder);
  RegisterServiceConfigChannelArgFilter(builder);
  RegisterResourceQuota(builder);
  RegisterAresDnsResolver(builder);  // render
  RegisterSockaddrResolver(builder);
  RegisterSecurityFilters(builder);
  RegisterBuiltins(builder);
}

}  // namespace grpc_core
