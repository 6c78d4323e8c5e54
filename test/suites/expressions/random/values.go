// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	kubernetes "k8s.io/apiserver/pkg/cel"
)

// typed is a value as test/suites/expressions/typed_json.h writes it.
func typed(value ref.Val) string {
	one := func(kind string, content any) string {
		text, err := json.Marshal(map[string]any{kind: content})
		if err != nil {
			panic(err)
		}
		return string(text)
	}
	switch v := value.(type) {
	case types.Null:
		return one("null", nil)
	case types.Bool:
		return one("bool", bool(v))
	case types.Int:
		return one("int", fmt.Sprint(int64(v)))
	case types.Uint:
		return one("uint", fmt.Sprint(uint64(v)))
	case types.Double:
		return one("double", realText(float64(v)))
	case types.String:
		return one("string", string(v))
	case types.Bytes:
		return one("bytes", base64.StdEncoding.EncodeToString(v))
	case types.Timestamp:
		return one("timestamp", v.UTC().Format(time.RFC3339Nano))
	case types.Duration:
		text, _ := v.ConvertToType(types.StringType).(types.String)
		return one("duration", string(text))
	case kubernetes.URL:
		return one("url", v.String())
	case kubernetes.Semver:
		return one("semver", v.String())
	case kubernetes.Format:
		return one(v.Type().TypeName(), nil)
	case *types.Optional:
		if !v.HasValue() {
			return one("optional", nil)
		}
		return `{"optional":` + typed(v.GetValue()) + "}"
	case ref.Type:
		return one("type", v.TypeName())
	case traits.Mapper:
		return typedMap(v)
	case traits.Lister:
		var elements []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			elements = append(elements, typed(it.Next()))
		}
		return `{"list":[` + strings.Join(elements, ",") + "]}"
	}
	return one("unknown", value.Type().TypeName())
}

func typedMap(value traits.Mapper) string {
	var entries []string
	for it := value.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		entries = append(entries, "["+typed(key)+","+typed(value.Get(key))+"]")
	}
	sort.Strings(entries)
	return `{"map":[` + strings.Join(entries, ",") + "]}"
}

func realText(value float64) string {
	switch {
	case math.IsNaN(value):
		return "NaN"
	case math.IsInf(value, 0):
		return map[bool]string{true: "Infinity", false: "-Infinity"}[value > 0]
	}
	return fmt.Sprintf("%.17g", value)
}

// same compares two values; entries of maps have no order.
func same(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return reflect.DeepEqual(ordered(x), ordered(y))
}

func ordered(value any) any {
	switch v := value.(type) {
	case map[string]any:
		made := map[string]any{}
		for key, content := range v {
			made[key] = ordered(content)
			if entries, ok := made[key].([]any); ok && key == "map" {
				sort.Slice(entries, func(i, j int) bool {
					return fmt.Sprint(entries[i]) < fmt.Sprint(entries[j])
				})
			}
		}
		return made
	case []any:
		made := []any{}
		for _, element := range v {
			made = append(made, ordered(element))
		}
		return made
	}
	return value
}

// seen is an object as the dialect sees it: all numbers doubles, or whole ones ints.
func seen(value any, native bool) any {
	switch v := value.(type) {
	case map[string]any:
		made := map[string]any{}
		for key, content := range v {
			made[key] = seen(content, native)
		}
		return made
	case []any:
		made := []any{}
		for _, element := range v {
			made = append(made, seen(element, native))
		}
		return made
	case float64:
		if native && v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
			return int64(v)
		}
	}
	return value
}
