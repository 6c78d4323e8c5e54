// SPDX-License-Identifier: Apache-2.0

// Command manifests reads YAML documents from standard input and decodes each
// into the type that its apiVersion and kind have in Kubernetes, in Crossplane or
// in the Prometheus operator. A field that such a type does not have, one that is
// there twice, and a value of another type are errors; so is a kind that is not
// in the table.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	pkgv1 "github.com/crossplane/crossplane/apis/v2/pkg/v1"
	pkgv1beta1 "github.com/crossplane/crossplane/apis/v2/pkg/v1beta1"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// kinds has a new object of each kind, by "apiVersion, kind".
var kinds = map[string]func() any{
	"apps/v1, Deployment":                                func() any { return &appsv1.Deployment{} },
	"autoscaling/v2, HorizontalPodAutoscaler":            func() any { return &autoscalingv2.HorizontalPodAutoscaler{} },
	"monitoring.coreos.com/v1, PodMonitor":               func() any { return &monitoringv1.PodMonitor{} },
	"monitoring.coreos.com/v1, PrometheusRule":           func() any { return &monitoringv1.PrometheusRule{} },
	"networking.k8s.io/v1, NetworkPolicy":                func() any { return &networkingv1.NetworkPolicy{} },
	"pkg.crossplane.io/v1, Function":                     func() any { return &pkgv1.Function{} },
	"pkg.crossplane.io/v1beta1, DeploymentRuntimeConfig": func() any { return &pkgv1beta1.DeploymentRuntimeConfig{} },
	"pkg.crossplane.io/v1beta1, ImageConfig":             func() any { return &pkgv1beta1.ImageConfig{} },
	"policy/v1, PodDisruptionBudget":                     func() any { return &policyv1.PodDisruptionBudget{} },
	"rbac.authorization.k8s.io/v1, ClusterRole":          func() any { return &rbacv1.ClusterRole{} },
}

func check(document []byte) error {
	about := metav1.TypeMeta{}
	if err := yaml.Unmarshal(document, &about); err != nil {
		return err
	}
	kind := about.APIVersion + ", " + about.Kind
	make, ok := kinds[kind]
	if !ok {
		return fmt.Errorf("%s: not in the table", kind)
	}
	if err := yaml.UnmarshalStrict(document, make()); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	return nil
}

func run() error {
	reader := utilyaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	for number := 1; ; number++ {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			if number == 1 {
				return errors.New("there is no document")
			}
			return nil
		}
		if err != nil {
			return err
		}
		if err := check(document); err != nil {
			return fmt.Errorf("document %d: %w", number, err)
		}
	}
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
