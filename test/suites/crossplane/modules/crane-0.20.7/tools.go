// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package crane pins the registry of the control plane.
package crane

import _ "github.com/google/go-containerregistry/cmd/crane"
