// SPDX-License-Identifier: Apache-2.0
// The parts of gRPC that the static binary has. gRPC registers all of them in
// grpc_core::BuildCoreConfiguration, and what that function names is linked:
// xDS, RBAC, RLS, grpclb and their protobuf messages, 3 MB that a function does
// not use. This definition comes before the archive's, so the linker takes it
// instead.
//
// It leans on the inside of gRPC 1.51, which Debian 12 will not change; another
// version fails to link rather than misbehaves. The names below are declared
// here as their headers are not installed.
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

// In gRPC's own order, which decides the order of filters. Those marked are for
// `render`, which calls functions that are not built in at HOST:PORT.
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
