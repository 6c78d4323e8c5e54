// SPDX-License-Identifier: Apache-2.0
// The graph of the page: nodes, the lines between them, and chains. No document.

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const QUOTED =
  /^$|^\s|\s$|^(true|false|yes|no|on|off|y|n|null|~)$|^[-+.\d][\d_.,:eExXoa-f+-]*$|: |^[-?:,[\]{}#&*!|>'"%@`]/i;
const MOST = 60;

const escaped = (text) => text.replace(CONTROL, (c) =>
  "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
const linesOf = (text) => text.trim().split(/\s*\n\s*/).map(escaped);
const place = (at) => at ? `${at.file}:${at.line}:${at.column}` : "";
const number = (id) => Number(id.slice(1));
const ownerOf = (resource) =>
  (["xr", "env", "context", "details", "conditions"].includes(resource) ? "./" : "") + resource;

// A value as a reader writes it; `whole`: of any length.
function shown(holder, whole, name = "value", secret = "secret") {
  const both = data.compared && holder.owner && holder.change !== "added";
  if (holder[secret]) return both ? "(secret, not compared)" : "(secret)";
  if (!(name in holder)) return "(none)";
  const value = holder[name];
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const letters = !whole && text.length > MOST ? Array.from(text) : [];
  const cut = letters.length > MOST;
  const some = cut ? letters.slice(0, MOST).join("") : text;
  const quote = typeof value === "string" && QUOTED.test(some);
  return escaped(quote ? JSON.stringify(some) : some) +
    (cut ? `… (${letters.length} characters)` : "");
}

function compared(field) {
  const before = shown(field, false, "before", "beforeSecret");
  if (field.change === "removed") return before;
  return (field.change === "value" ? before + " → " : "") + shown(field);
}

// A field that a step reads was written by the last step before it.
function writerBefore(field, step) {
  const writers = [field.by, ...field.was.map((former) => former.by)];
  return writers.find((id) => number(id) < number(step));
}

class Graph {
  constructor(all) {
    this.byId = new Map();
    for (const list of [all.sources, all.steps, all.fields]) {
      for (const each of list) this.byId.set(each.id, each);
    }
    this.readers = new Map();
    for (const step of all.steps) {
      for (const origin of new Set([...step.from, ...(step.over || [])])) {
        this.readers.set(origin, [...(this.readers.get(origin) || []), step.id]);
      }
    }
    this.writers = new Map(all.fields.map((field) =>
      [field.id, [...new Set([field.by, ...field.was.map((f) => f.by)])]]));
    this.nodes = [];
    this.nodeOf = new Map();
    this.addFields(all);
    this.addSteps(all);
    this.addSources(all);
    this.edges = this.edgesOf(all);
  }

  // One node for all ids of a key. Nodes of a column are in groups.
  add(nodes, key, id, make) {
    if (!nodes.has(key)) {
      nodes.set(key, { ids: [], ...make() });
      this.nodes.push(nodes.get(key));
    }
    nodes.get(key).ids.push(id);
    this.nodeOf.set(id, nodes.get(key));
  }

  addFields(all) {
    const order = new Map(all.resources.map((each, at) => [ownerOf(each.name), at]));
    const rank = (field) => order.get(field.owner) ?? order.size;
    const nodes = new Map();
    const sorted = [...all.fields].sort((a, b) =>
      rank(a) - rank(b) || number(a.id) - number(b.id));
    for (const field of sorted) {
      this.add(nodes, field.id, field.id, () => ({
        column: "fields", group: field.owner, title: field.path, field,
        value: compared(field), words: `${field.owner}.${field.path}`, change: field.change,
      }));
    }
  }

  // What one line of a file or one template did is one node, however many fields it wrote.
  addSteps(all) {
    const nodes = new Map();
    for (const step of all.steps) {
      const group = step.owner || `step ${step.pipeline || ""}`;
      const at = step.outcome === "wrote" && /^(base|template)$/.test(step.kind) ? "" : place(step.position);
      const key = [group, step.kind, step.type, step.index, at, step.outcome,
                   step.pipeline].join("\n");
      this.add(nodes, key, step.id, () => ({
        column: "steps", group, step, title: TITLES[number(step.id)],
        value: step.kind !== "foreign" && step.type || "", outcome: step.outcome,
        words: [step.kind, step.message, at].join(" "),
        notes: [...(step.transforms || []).map((each) => each.type),
                ...(step.outcome !== "wrote" ? [step.outcome] : [])],
      }));
    }
    this.sort(nodes, (id) => [this.byId.get(id).to]);
  }

  addSources(all) {
    const nodes = new Map();
    for (const source of all.sources) {
      const group = source.name + (source.kind === "observed" ? " (observed)" : "");
      this.add(nodes, [source.kind, group, source.path].join("\n"), source.id,
               () => ({ column: "sources", group, source, words: source.kind,
                        title: source.path || source.name, value: shown(source) }));
    }
    this.sort(nodes, (id) => this.readers.get(id) || []);
  }

  // By the mean place of what the nodes lead to, within groups and among them.
  sort(nodes, targets) {
    const seen = new Map();
    this.nodes.forEach((node, at) => node.ids.forEach((id) => seen.set(id, at)));
    const mean = (ids) => {
      const places = ids.flatMap(targets).map((id) => seen.get(id))
        .filter((at) => at !== undefined);
      return places.length ? places.reduce((a, b) => a + b) / places.length : 1e9;
    };
    const mine = [...nodes.values()];
    const at = new Map(mine.map((node) => [node, mean(node.ids)]));
    const groups = new Map();
    for (const node of mine) groups.set(node.group, [...(groups.get(node.group) || []), ...node.ids]);
    for (const [group, ids] of groups) groups.set(group, mean(ids));
    mine.sort((a, b) => groups.get(a.group) - groups.get(b.group) ||
      (a.group < b.group ? -1 : a.group > b.group ? 1 : 0) ||
      at.get(a) - at.get(b) || number(a.ids[0]) - number(b.ids[0]));
    this.nodes.splice(this.nodes.length - mine.length, mine.length, ...mine);
  }

  edgesOf(all) {
    const edges = [];
    for (const step of all.steps) {
      const dashed = step.outcome !== "wrote";
      for (const id of step.from) edges.push({ from: id, to: step.id, dashed });
      for (const id of step.over || []) edges.push({ from: id, to: step.id, dashed: true });
      const lost = step.to && this.byId.get(step.to).by !== step.id;
      if (step.to) edges.push({ from: step.id, to: step.to, dashed: dashed || lost });
    }
    return edges.concat(all.fields.flatMap((field) => this.writers.get(field.id)
      .filter((id) => this.byId.get(id).to !== field.id)
      .map((id) => ({ from: id, to: field.id, dashed: id !== field.by }))));
  }

  // All ids that lead to a node, and all that it leads to.
  chain(node) {
    const lit = new Set(node.step ? [] : node.ids);
    const writers = node.step ? node.ids : node.field ? this.writers.get(node.field.id) : [];
    for (const id of writers) this.upStep(id, lit);
    const below = new Set();
    for (const id of node.ids) this.down(id, undefined, below);
    return new Set([...lit, ...below]);
  }

  upStep(id, lit) {
    if (lit.has(id)) return;
    lit.add(id);
    const step = this.byId.get(id);
    for (const origin of [...step.from, ...(step.over || [])]) {
      lit.add(origin);
      const writer = origin[0] === "f" && writerBefore(this.byId.get(origin), id);
      if (writer) this.upStep(writer, lit);
    }
  }

  // `writer`: the step whose value is followed; undefined for any.
  down(id, writer, lit) {
    lit.add(id);
    if (id[0] === "t") {
      const to = this.byId.get(id).to;
      if (to) this.down(to, id, lit);
      return;
    }
    for (const reader of this.readers.get(id) || []) {
      if (lit.has(reader)) continue;
      if (writer && writerBefore(this.byId.get(id), reader) !== writer) continue;
      this.down(reader, undefined, lit);
    }
  }
}
