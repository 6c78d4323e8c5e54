// SPDX-License-Identifier: Apache-2.0
// The page itself: columns of buttons, lines behind them, and the chain of one.

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const graph = new Graph(data);
const MANY = 150, MOST_FIELDS = 20;
const SIGNS = { added: "+", removed: "-", value: "~", origin: "@" };
const groups = [];
let pinned = null, lighted = null;
let onlyChanges = false;

// Text enters the page here and nowhere else.
const make = (tag, className = "", text = "") =>
  Object.assign(document.createElement(tag), { className, textContent:
    className === "expression" ? linesOf(text).join("\n") : escaped(text) });

function pathOf(path) {
  const [, parent, last] = path.match(/^([^]*?)(\[[^[]*\]|[^.[\]]*)$/);
  const title = make("span", "path");
  title.append(make("span", "parent", parent), make("b", "", last));
  return title;
}

function makeNode(node) {
  const button = make("button", "node");
  button.dataset.ids = node.ids.join(" ");
  if (node.change) {
    button.dataset.change = node.change;
    button.append(make("span", "sign", SIGNS[node.change]), make("span", "hidden", `${node.change}: `));
  }
  const count = node.ids.length > 1 && node.step ? ` × ${node.ids.length}` : "";
  const title = node.source?.kind === "expression" ? make("code", "expression", node.title)
    : node.step ? make("span", "path", node.title + count) : pathOf(node.title);
  const nothing = /^\((none|secret.*)\)$/.test(node.value);
  const value = make("span", nothing ? "value no" : "value", node.value);
  button.append(title, " ", value);
  for (const note of new Set(node.notes || [])) {
    button.append(" ", make("span", "note" + (note === node.outcome ? " bad" : ""), note));
  }
  button.setAttribute("aria-pressed", "false");
  const whole = node.step ? node.value : shown(node.field || node.source, true).slice(0, 5000);
  node.text = [titleOf(node), node.words, node.title, node.value, whole, ...(node.notes || [])]
    .join(" ").toLowerCase();
  node.button = Object.assign(button, { node, number: node.ids[0] });
  return button;
}

// What stands beside the name of a group.
function stateOf(node) {
  const resource = node.column === "fields" &&
    data.resources.find((each) => ownerOf(each.name) === node.group);
  if (!resource) return [];
  const READY = { true: "ready", false: "not ready", unknown: "observed" };
  const state = resource.state === "observed" ? READY[resource.ready]
    : resource.state === "passed" ? "earlier step" : resource.state;
  const bad = ["withheld", "not ready"].includes(state);
  return [make("span", "kind", resource.kind), make("span", bad ? "state bad" : "state", state)];
}

const OWNERS = { xr: `${data.xr.kind} ${data.xr.name}`, env: "Environment", context: "Context" };
const titleOf = (node) => node.column === "fields" && OWNERS[node.group] || node.group;

function makeGroup(node) {
  const box = make("section", "group");
  const toggle = make("button", "toggle");
  toggle.append(make("span", "arrow"), make("span", "name", titleOf(node)),
                ...stateOf(node).flatMap((each) => [" ", each]), " ", make("span", "size"));
  const rows = make("div", "rows");
  box.append(make("h3"), rows);
  box.firstChild.append(toggle);
  $(node.column).append(box);
  const group = { box, rows, toggle, nodes: [], column: node.column, open: true, name: node.group,
                  bad: node.column !== "sources" && data.xr.because.some((each) =>
                    ownerOf(each.resource) === node.group) };
  toggle.addEventListener("click", () => { open(group, !group.open); draw(); });
  toggle.number = "g" + groups.push(group);
  return group;
}

function open(group, value) {
  group.open = value;
  group.box.classList.toggle("folded", !value);
  group.toggle.setAttribute("aria-expanded", String(value));
}

function build() {
  const known = new Map();
  for (const node of graph.nodes) {
    const key = node.column + "\n" + node.group;
    if (!known.has(key)) known.set(key, makeGroup(node));
    node.groupOf = known.get(key);
    node.groupOf.nodes.push(node);
    node.groupOf.rows.append(makeNode(node));
  }
  const bad = groups.filter((group) => group.bad), many = data.fields.length > MANY;
  const lit = new Set((many ? [] : bad).flatMap((group) => group.nodes)
    .flatMap((node) => [...graph.chain(node)]));
  const leads = ({ column, nodes }) =>
    column !== "fields" && nodes.some(({ ids }) => ids.some((id) => lit.has(id)));
  for (const group of groups) open(group, bad.length ? group.bad || leads(group) : !many);
}

const COLUMNS = ["sources", "steps", "fields"];

function makeLine(parent, tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

// Where a line ends: the node, or its group if that is folded.
function endOf(node) {
  if (node.gone) return null;
  return node.groupOf.open || searching() ? node.button : node.groupOf.toggle;
}

// Lines with the same two ends are one, with their number.
function lines(edges, parent) {
  const bundles = new Map();
  for (const edge of edges) {
    const ends = [edge.from, edge.to].map((id) => graph.nodeOf.get(id))
      .sort((a, b) => COLUMNS.indexOf(a.column) - COLUMNS.indexOf(b.column)).map(endOf);
    if (ends.includes(null)) continue;
    const key = ends.map((end) => end.number).join(" ") + edge.dashed;
    if (!bundles.has(key)) bundles.set(key, { ends, dashed: edge.dashed, count: 0 });
    bundles.get(key).count += 1;
  }
  const origin = $("picture").getBoundingClientRect();
  const drawn = [...bundles.values()].map((bundle) =>
    ({ ...bundle, boxes: bundle.ends.map((end) => end.getBoundingClientRect()) }));
  parent.replaceChildren();
  for (const { ends, boxes: [left, right], dashed, count } of drawn) {
    const [x, to] = [left.right - origin.left, right.left - origin.left];
    const [y, down] = [left, right].map((at) => at.top - origin.top + at.height / 2);
    const middle = (x + to) / 2;
    const path = makeLine(parent, "path", {
      d: `M${x} ${y}C${middle} ${y} ${middle} ${down} ${to} ${down}`,
      class: dashed ? "dashed" : "" });
    if (count < 2 || ends.every((end) => end.node)) continue;
    path.style.strokeWidth = 1 + Math.min(4, Math.log2(count));
    makeLine(parent, "text", { x: middle, y: (y + down) / 2 + 4 }).textContent = count;
  }
}

function draw() {
  $("fold").textContent = groups.some((group) => group.open) ? "Fold all" : "Unfold all";
  lines(graph.edges, $("all"));
  light(lighted);
}

function light(node) {
  for (const old of document.querySelectorAll(".lit")) old.classList.remove("lit");
  lighted = node;
  $("picture").classList.toggle("tracing", Boolean(node));
  $("lit").replaceChildren();
  if (!node) return;
  const chain = graph.chain(node);
  for (const id of chain) {
    const each = graph.nodeOf.get(id);
    each.button.classList.add("lit");
    each.groupOf.toggle.classList.add("lit");
  }
  lines(graph.edges.filter((edge) => chain.has(edge.from) && chain.has(edge.to)), $("lit"));
}

const nodeAt = (target) => target?.closest?.(".node")?.node;

// The chain in words; those of a field are in the list.
function story(node) {
  const out = $("story");
  out.replaceChildren(make("h2", "", titleOf(node) + " " + linesOf(node.title).join(" ")));
  if (!node.step) out.append(make("pre", "whole", shown(node.field || node.source, true)));
  const { type, position, message } = node.step || node.source || {};
  const facts = [type, place(position), message].filter(Boolean).join("  ");
  if (facts) out.append(make("p", "", facts));
  const ids = node.field ? node.ids
    : [...graph.chain(node)].filter((id) => id[0] === "f").sort((a, b) => number(a) - number(b));
  const list = make("ul");
  for (const id of ids.slice(0, MOST_FIELDS)) {
    const item = document.querySelector(`#text [data-f="${number(id)}"]`).cloneNode(true);
    if (node.field) out.append(...item.querySelectorAll(":scope > ul"));
    else list.append(item);
    item.querySelector("code").textContent = escaped(hashOf(graph.nodeOf.get(id)));
  }
  if (ids.length > MOST_FIELDS) list.append(make("li", "", `and ${ids.length - MOST_FIELDS} more fields`));
  if (list.children.length) out.append(list);
}

// As --at has it.
const hashOf = ({ field, ids }) =>
  field ? field.owner + (field.path[0] === "[" ? "" : ".") + field.path : ids[0];

function pin(node) {
  if (pinned) pinned.button.setAttribute("aria-pressed", "false");
  pinned = node;
  $("chain").hidden = !node;
  if (node) {
    node.button.setAttribute("aria-pressed", "true");
    story(node);
    node.button.scrollIntoView({ block: "nearest" });
  }
  const hash = node ? "#" + encodeURIComponent(hashOf(node)) : "";
  history.replaceState(null, "", hash || location.pathname + location.search);
  light(node);
}

// The card of a resource: its fields, or the steps that would make it.
function show(owner) {
  const group = groups.find((each) => each.name === owner && each.column !== "sources");
  if (!group) return;
  open(group, true);
  draw();
  group.box.scrollIntoView({ block: "start" });
  group.toggle.focus({ preventScroll: true });
}

function pinHash() {
  let wanted = location.hash.slice(1);
  try { wanted = decodeURIComponent(wanted); } catch { /* as it is */ }
  const node = wanted && graph.nodes.find((each) => hashOf(each) === wanted);
  if (!node) return show(wanted);
  if (!node.groupOf.open) { open(node.groupOf, true); draw(); }
  pin(node);
}

const searching = () => onlyChanges || $("search").value.trim() !== "";

function search() {
  const words = $("search").value.trim().toLowerCase();
  const fits = (node) => node.text.includes(words) && (!onlyChanges || node.change);
  const hits = searching() ? graph.nodes.filter(fits) : [];
  const found = new Set(hits.flatMap((node) => [...graph.chain(node)]));
  for (const node of graph.nodes) {
    node.gone = searching() && !node.ids.some((id) => found.has(id));
    node.button.hidden = node.gone;
  }
  for (const { box, nodes, toggle } of groups) {
    const seen = nodes.filter((node) => !node.gone).length;
    box.hidden = seen === 0;
    toggle.lastChild.textContent = seen < nodes.length ? `${seen} of ${nodes.length}` : seen;
  }
  const left = graph.nodes.filter((node) => node.field && !node.gone).length;
  const all = data.fields.length;
  $("count").textContent = `${searching() ? left + " of " : ""}${all} ${all === 1 ? "field" : "fields"}`;
  $("picture").classList.toggle("searching", searching());
  $("nothing").hidden = groups.some((group) => !group.box.hidden);
  draw();
}

function onKey(event) {
  if (event.key === "Escape") {
    if (!$("search").value) return pin(null);
    $("search").value = "";
    search();
  } else if (event.key === "/" && event.target !== $("search")) {
    event.preventDefault();
    $("search").focus();
  }
}

const onPicture = (type, act) =>
  $("picture").addEventListener(type, (event) => act(nodeAt(event.target), event));

function press(id, act) {
  $(id).addEventListener("click", () => {
    const on = $(id).getAttribute("aria-pressed") === "false";
    if ($(id).hasAttribute("aria-pressed")) $(id).setAttribute("aria-pressed", String(on));
    act(on);
  });
}

function foldAll() {
  const any = groups.some((group) => group.open);
  for (const group of groups) open(group, !any);
  draw();
}

// In one column the fields come first.
const arrange = (narrow) => $("picture").append(
  ...[...(narrow ? ["fields", "steps", "sources"] : COLUMNS), "nothing"].map($));

function listen() {
  onPicture("pointerover", (node) => { if (node && node !== lighted) light(node); });
  onPicture("pointerout", (node, event) => {
    if (node && !nodeAt(event.relatedTarget)) light(pinned);
  });
  onPicture("focusin", (node) => { if (node && node.button.matches(":focus-visible")) light(node); });
  onPicture("focusout", () => light(pinned));
  onPicture("click", (node) => { if (node) pin(node === pinned ? null : node); });
  press("free", () => pin(null));
  press("fold", foldAll);
  press("changes", (on) => { onlyChanges = on; search(); });
  press("astext", (on) => { document.documentElement.classList.toggle("astext", on); draw(); });
  $("changes").hidden = !data.compared;
  $("search").addEventListener("input", search);
  $("search").form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", onKey);
  const narrow = matchMedia("(max-width: 50rem)");
  narrow.onchange = () => arrange(narrow.matches);
  arrange(narrow.matches);
  new ResizeObserver(draw).observe($("picture"));
  addEventListener("hashchange", pinHash);
}

document.documentElement.classList.replace("plain", "live");
build();
listen();
search();
pinHash();
