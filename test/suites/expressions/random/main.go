// SPDX-License-Identifier: Apache-2.0

// random makes random expressions, evaluates each with cel-go and with
// loom_expression_player, and compares: both give the same value, or both refuse.
//
//	random -player build/release/test/loom_expression_player -native -count 100000 -seed 1
//
// With -kro, each expression begins with a function of kro, whose own library evaluates
// it; with -kubernetes, with a function of Kubernetes.
//
// It prints each difference that listed.go does not explain, and last
// "N passed, N failed".
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/ext"
)

// environment is the dialect that the player evaluates, as cel-go has it.
func environment(native bool, first *functions) (*cel.Env, error) {
	options := []cel.EnvOption{
		cel.Variable("object", cel.DynType),
		cel.Variable("n", cel.IntType),
		cel.Variable("t", cel.StringType),
	}
	if native {
		options = append(options,
			cel.OptionalTypes(), cel.CrossTypeNumericComparisons(true),
			cel.EnableIdentifierEscapeSyntax(), ext.Strings(), ext.Lists(),
			ext.Math(), ext.Sets(), ext.Encoders(), ext.Bindings(),
			ext.TwoVarComprehensions())
	}
	if first != nil {
		options = append(options, first.libraries()...)
	}
	return cel.NewEnv(options...)
}

// evaluated is the value as the player writes it, or "" if cel-go refuses, and the
// error of the evaluation.
func evaluated(env *cel.Env, text string, values map[string]any) (answer, reason string) {
	// cel-go panics on a few expressions; that counts as a refusal.
	defer func() {
		if recover() != nil {
			answer, reason = "", ""
		}
	}()
	tree, issues := env.Compile(text)
	if issues.Err() != nil {
		return "", ""
	}
	program, err := env.Program(tree)
	if err != nil {
		return "", ""
	}
	value, _, err := program.Eval(values)
	if err != nil {
		return "", err.Error()
	}
	return typed(value), ""
}

type task struct {
	Native bool              `json:"native"`
	Expr   string            `json:"expr"`
	Names  map[string]string `json:"names"`
	Values map[string]any    `json:"values"`
}

// player is the running program that evaluates the same.
type player struct {
	in  *bufio.Writer
	out *bufio.Scanner
}

func start(path string) (*player, error) {
	command := exec.Command(path)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 64<<20)
	return &player{bufio.NewWriter(in), scanner}, command.Start()
}

// play sends the expressions and reads their answers, "" where the player refuses.
func (p *player) play(tasks []task) ([]string, error) {
	sent := make(chan error, 1)
	go func() {
		encoder := json.NewEncoder(p.in)
		for _, task := range tasks {
			if err := encoder.Encode(task); err != nil {
				sent <- err
				return
			}
		}
		sent <- p.in.Flush()
	}()
	var answers []string
	for range tasks {
		if !p.out.Scan() {
			return nil, fmt.Errorf("the player ended at %q: %w",
				tasks[len(answers)].Expr, io.ErrUnexpectedEOF)
		}
		answers = append(answers, p.out.Text())
	}
	return answers, <-sent
}

func isRefusal(answer string) bool {
	for _, word := range []string{`{"refused"`, `{"pending"`, `{"failed"`} {
		if len(answer) >= len(word) && answer[:len(word)] == word {
			return true
		}
	}
	return false
}

func run() error {
	path := flag.String("player", "build/release/test/loom_expression_player", "the player")
	native := flag.Bool("native", false, "the native dialect")
	kro := flag.Bool("kro", false, "the functions of kro, in the native dialect")
	kubernetes := flag.Bool("kubernetes", false, "the functions of Kubernetes, in the native dialect")
	count := flag.Int("count", 1000, "how many expressions")
	seed := flag.Int64("seed", 1, "the first seed")
	flag.Parse()
	var first *functions
	switch {
	case *kro:
		first = ofKro
	case *kubernetes:
		first = ofKubernetes
	}
	*native = *native || first != nil
	env, err := environment(*native, first)
	if err != nil {
		return err
	}
	other, err := start(*path)
	if err != nil {
		return err
	}
	const batch = 1000
	passed, failed, listed, refused := 0, 0, 0, 0
	for from := 0; from < *count; from += batch {
		var tasks []task
		var want, reasons []string
		for i := from; i < min(from+batch, *count); i++ {
			maker := &maker{random: rand.New(rand.NewSource(*seed + int64(i))), native: *native, first: first}
			object := maker.object()
			text := maker.expression()
			tasks = append(tasks, task{*native, text,
				map[string]string{"object": "dyn", "n": "int", "t": "string"},
				map[string]any{"object": map[string]any{"tree": object},
					"n": map[string]any{"int": "3"}, "t": map[string]any{"string": "aé"}}})
			answer, reason := evaluated(env, text, map[string]any{
				"object": seen(object, *native), "n": int64(3), "t": "aé"})
			want, reasons = append(want, answer), append(reasons, reason)
		}
		answers, err := other.play(tasks)
		if err != nil {
			return err
		}
		for i, answer := range answers {
			if isRefusal(answer) {
				refused++
			}
			switch {
			case isRefusal(answer) && first.saysOtherwise(reasons[i], answer):
				failed++
				fmt.Printf("differs: %s\n  cel-go %s\n  ours   %s\n", tasks[i].Expr, reasons[i], answer)
			case want[i] == "" && isRefusal(answer), same(want[i], answer):
				passed++
			case isListed(first, tasks[i].Expr, want[i], reasons[i], answer):
				listed++
				passed++
			default:
				failed++
				fmt.Printf("differs: %s\n  cel-go %s\n  ours   %s\n", tasks[i].Expr, want[i], answer)
			}
		}
	}
	fmt.Printf("%d refused by both, %d differences that are listed\n", refused, listed)
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
