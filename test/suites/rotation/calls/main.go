// SPDX-License-Identifier: Apache-2.0

// calls sends one request again and again, through grpc-go and with the service
// config of Crossplane's core. Certificates are read once, as core reads them.
// SIGTERM ends it; then it prints what happened as JSON.
//
//	calls -address HOST:PORT -certs DIR -request FILE [-response FILE]
//	      [-at-once 100] [-pause 50ms] [-fresh]
//
// With -fresh each call has a connection of its own and does not wait until the
// server is there: a handshake that fails is a call that failed.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

const (
	method        = "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction"
	serviceConfig = `{"loadBalancingConfig": [{"round_robin": {}}],
		"methodConfig": [{"name": [{}], "waitForReady": true}]}`
	freshConfig = `{"loadBalancingConfig": [{"round_robin": {}}]}`
	deadline    = 10 * time.Second
)

var (
	address  = flag.String("address", "", "HOST:PORT of the function")
	name     = flag.String("server-name", "function-loom.crossplane-system", "name in its certificate")
	certs    = flag.String("certs", "", "folder of ca.crt, tls.crt and tls.key")
	request  = flag.String("request", "", "file of the request's bytes")
	response = flag.String("response", "", "file to write the first response to")
	atOnce   = flag.Int("at-once", 100, "calls at once")
	pause    = flag.Duration("pause", 50*time.Millisecond, "between two calls of one of them")
	fresh    = flag.Bool("fresh", false, "a connection for each call")
)

// raw is a codec that takes bytes for messages.
type raw struct{}

func (raw) Marshal(v any) ([]byte, error)      { return *v.(*[]byte), nil }
func (raw) Unmarshal(data []byte, v any) error { *v.(*[]byte) = bytes.Clone(data); return nil }
func (raw) Name() string                       { return "proto" }

type report struct {
	sync.Mutex
	Calls       int            `json:"calls"`
	Failed      int            `json:"failed"`
	Connections int            `json:"connections"`
	Slowest     float64        `json:"slowest_ms"`
	Errors      map[string]int `json:"errors"`
	first       []byte
}

func (r *report) add(answer []byte, took time.Duration, err error) {
	r.Lock()
	defer r.Unlock()
	r.Calls++
	r.Slowest = max(r.Slowest, float64(took.Microseconds())/1e3)
	if err == nil && r.first == nil {
		r.first = answer
	}
	if err == nil && !bytes.Equal(answer, r.first) {
		err = errors.New("another answer than the first one")
	}
	if err != nil {
		r.Failed++
		r.Errors[err.Error()]++
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func secured() credentials.TransportCredentials {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(must(os.ReadFile(filepath.Join(*certs, "ca.crt")))) {
		log.Fatal("no certificate in ca.crt")
	}
	pair := must(tls.LoadX509KeyPair(filepath.Join(*certs, "tls.crt"), filepath.Join(*certs, "tls.key")))
	return credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12, RootCAs: pool, Certificates: []tls.Certificate{pair}, ServerName: *name})
}

// connect counts the connections that are made for what it returns.
func (r *report) connect(secured credentials.TransportCredentials, config string) *grpc.ClientConn {
	dial := func(ctx context.Context, where string) (net.Conn, error) {
		r.Lock()
		r.Connections++
		r.Unlock()
		return (&net.Dialer{}).DialContext(ctx, "tcp", where)
	}
	return must(grpc.NewClient("passthrough:///"+*address, grpc.WithTransportCredentials(secured),
		grpc.WithDefaultServiceConfig(config), grpc.WithContextDialer(dial)))
}

func (r *report) call(connection *grpc.ClientConn, message []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	var answer []byte
	begin := time.Now()
	err := connection.Invoke(ctx, method, &message, &answer, grpc.ForceCodec(raw{}))
	r.add(answer, time.Since(begin), err)
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	message := must(os.ReadFile(*request))
	certificates := secured()
	result := &report{Errors: map[string]int{}}
	var shared *grpc.ClientConn
	if !*fresh {
		shared = result.connect(certificates, serviceConfig)
		defer shared.Close()
	}
	running, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	var workers sync.WaitGroup
	for range *atOnce {
		workers.Go(func() {
			for running.Err() == nil {
				if *fresh {
					connection := result.connect(certificates, freshConfig)
					result.call(connection, message)
					connection.Close()
				} else {
					result.call(shared, message)
				}
				time.Sleep(*pause)
			}
		})
	}
	workers.Wait()
	if *response != "" {
		if err := os.WriteFile(*response, result.first, 0o600); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(string(must(json.Marshal(result))))
}
