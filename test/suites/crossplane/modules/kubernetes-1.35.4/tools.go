// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package kubernetes pins the API server, its controllers and kubectl.
package kubernetes

import (
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kube-controller-manager"
	_ "k8s.io/kubernetes/cmd/kubectl"
)
