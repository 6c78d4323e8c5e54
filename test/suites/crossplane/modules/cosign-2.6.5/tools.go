// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package cosign pins what signs a release.
package cosign

import _ "github.com/sigstore/cosign/v2/cmd/cosign"
