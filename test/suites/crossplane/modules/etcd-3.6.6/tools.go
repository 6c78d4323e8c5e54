// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package etcd pins the store of the control plane.
package etcd

import _ "go.etcd.io/etcd/server/v3"
