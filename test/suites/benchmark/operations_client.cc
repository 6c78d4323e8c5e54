// SPDX-License-Identifier: Apache-2.0
// What test/suites/benchmark/operations measures latency with. Payloads are files, and
// there is one connection, as Crossplane has one.
//
//   operations_client sparse TARGET SMALL COUNT     pauses of 0.95 to 1.25 s
//   operations_client beside TARGET SMALL LARGE SECONDS   alone, then beside
//                                                   a large call at any time
//   operations_client flight TARGET LARGE COUNT SECONDS   so many at any time
//
// Prints one line of JSON; times are in milliseconds.
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr char kMethod[] =
    "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction";

grpc::ByteBuffer Payload(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  grpc::Slice slice(text.str());
  return grpc::ByteBuffer(&slice, 1);
}

class Client {
 public:
  explicit Client(const char* target)
      : stub_(grpc::CreateCustomChannel(
            target, grpc::InsecureChannelCredentials(), Arguments())) {}

  // A call of a kind, whose number comes back from Wait.
  void Begin(int kind, const grpc::ByteBuffer& request) {
    auto* call = new Call{.kind = kind, .start = Clock::now()};
    call->context.set_deadline(std::chrono::system_clock::now() +
                               std::chrono::seconds(60));
    call->reader =
        stub_.PrepareUnaryCall(&call->context, kMethod, request, &queue_);
    call->reader->StartCall();
    call->reader->Finish(&call->answer, &call->status, call);
    ++open_;
  }

  struct Done {
    int kind;
    double took;
  };

  // The next call that is answered. A call that fails ends the measurement.
  Done Wait() {
    void* tag;
    bool ok;
    queue_.Next(&tag, &ok);
    --open_;
    std::unique_ptr<Call> call(static_cast<Call*>(tag));
    if (!call->status.ok()) {
      fprintf(stderr, "operations_client: %s\n",
              call->status.error_message().c_str());
      exit(1);
    }
    return {call->kind, Milliseconds(Clock::now() - call->start).count()};
  }

  double Once(const grpc::ByteBuffer& request) {
    Begin(0, request);
    return Wait().took;
  }

  void WaitForAll() {
    while (open_ > 0) Wait();
  }

 private:
  struct Call {
    int kind;
    Clock::time_point start;
    grpc::ClientContext context = {};
    grpc::ByteBuffer answer = {};
    grpc::Status status = {};
    std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader = {};
  };

  static grpc::ChannelArguments Arguments() {
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    return arguments;
  }

  grpc::GenericStub stub_;
  grpc::CompletionQueue queue_;
  int open_ = 0;
};

double Quantile(std::vector<double>& times, double part) {
  std::sort(times.begin(), times.end());
  return times[std::min(times.size() - 1, size_t(part * times.size()))];
}

int Sparse(const char* target, const char* small, int count) {
  Client client(target);
  const grpc::ByteBuffer request = Payload(small);
  client.Once(request);
  std::mt19937 random(1);
  std::uniform_int_distribution<int> pause(950'000, 1'250'000);
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(pause(random)));
    times.push_back(client.Once(request));
  }
  printf("{\"p50\": %.3f, \"p95\": %.3f, \"most\": %.3f}\n",
         Quantile(times, 0.5), Quantile(times, 0.95), Quantile(times, 1));
  return 0;
}

// The latencies of small calls, one after another, with `large` of the other in
// flight.
std::vector<double> Small(Client& client, const grpc::ByteBuffer& small,
                          const grpc::ByteBuffer& large, int beside,
                          double seconds) {
  std::vector<double> times;
  for (int i = 0; i < beside; ++i) client.Begin(1, large);
  client.Begin(0, small);
  const Clock::time_point end =
      Clock::now() + std::chrono::microseconds(int64_t(seconds * 1e6));
  while (Clock::now() < end) {
    Client::Done done = client.Wait();
    if (done.kind == 0) times.push_back(done.took);
    client.Begin(done.kind, done.kind == 0 ? small : large);
  }
  client.WaitForAll();
  return times;
}

int Beside(const char* target, const char* small, const char* large,
           double seconds) {
  Client client(target);
  const grpc::ByteBuffer few = Payload(small), many = Payload(large);
  for (int i = 0; i < 20; ++i) client.Once(few);
  for (int i = 0; i < 5; ++i) client.Once(many);
  std::vector<double> alone = Small(client, few, many, 0, seconds);
  std::vector<double> beside = Small(client, few, many, 1, seconds);
  printf("{\"alone\": %.3f, \"beside\": %.3f, \"beside_p99\": %.3f}\n",
         Quantile(alone, 0.5), Quantile(beside, 0.5), Quantile(beside, 0.99));
  return 0;
}

int Flight(const char* target, const char* large, int count, double seconds) {
  Client client(target);
  const grpc::ByteBuffer request = Payload(large);
  for (int i = 0; i < count; ++i) client.Begin(0, request);
  const Clock::time_point end =
      Clock::now() + std::chrono::microseconds(int64_t(seconds * 1e6));
  size_t calls = 0;
  for (; Clock::now() < end; ++calls) {
    client.Wait();
    client.Begin(0, request);
  }
  client.WaitForAll();
  printf("{\"bytes\": %zu, \"calls\": %zu}\n", count * request.Length(), calls);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 4 ? argv[1] : "";
  if (mode == "sparse") return Sparse(argv[2], argv[3], atoi(argv[4]));
  if (mode == "beside" && argc > 5) {
    return Beside(argv[2], argv[3], argv[4], atof(argv[5]));
  }
  if (mode == "flight" && argc > 5) {
    return Flight(argv[2], argv[3], atoi(argv[4]), atof(argv[5]));
  }
  fprintf(stderr, "operations_client: see the head of its source\n");
  return 2;
}
