// SPDX-License-Identifier: Apache-2.0

// Record writes the tables of test/suites/fidelity: what Go's libraries answer to
// formats, quantities, numbers, JSON, texts and regular expressions. See
// ../README.md.
//
//	record [-seed N] [-scale N] FOLDER
//
// The same seed and scale write the same bytes. The tables of the repository are
// made with the defaults; another seed and a larger scale check more rows.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
)

var (
	seed  = flag.Uint64("seed", 1, "of the random rows")
	scale = flag.Int("scale", 1, "how many times as many random rows")
)

// table collects the rows of one file: a JSON array a line.
type table struct {
	*rand.Rand
	rows bytes.Buffer
	seen map[string]bool
}

// add writes a row, unless it is there already.
func (t *table) add(columns ...any) {
	var row bytes.Buffer
	encoder := json.NewEncoder(&row)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(columns); err != nil {
		log.Fatal(err)
	}
	if t.seen[row.String()] {
		return
	}
	t.seen[row.String()] = true
	t.rows.Write(row.Bytes())
}

// times calls row count × scale times.
func (t *table) times(count int, row func()) {
	for range count * *scale {
		row()
	}
}

// pick chooses one of a list.
func pick[T any](t *table, list []T) T { return list[t.IntN(len(list))] }

// chance is true once in n times.
func (t *table) chance(n int) bool { return t.IntN(n) == 0 }

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: record [-seed N] [-scale N] FOLDER")
	}
	for number, topic := range []struct {
		name string
		fill func(*table)
	}{
		{"format", formats},
		{"whole", wholeNumbers},
		{"quantity", quantities},
		{"number", numbers},
		{"double", doubles},
		{"json", jsonTexts},
		{"base64", base64Texts},
		{"letters", letters},
		{"regexp", regexps},
		{"plain", plainTexts},
	} {
		t := &table{
			Rand: rand.New(rand.NewPCG(*seed, uint64(number))),
			seen: map[string]bool{},
		}
		topic.fill(t)
		path := filepath.Join(flag.Arg(0), topic.name+".jsonl")
		if err := os.WriteFile(path, t.rows.Bytes(), 0o644); err != nil {
			log.Fatal(err)
		}
		fmt.Println(topic.name, bytes.Count(t.rows.Bytes(), []byte("\n")))
	}
}
