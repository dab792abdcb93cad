"use strict";

// What is lit: statements of the PTX, and names of SSA, with the numbers of their colours.
const lit = new Map(), litNames = new Map();
const colours = 8;
let current = 0; // function
let active; // column that keys are for
let here; // line that was chosen last

// paint gives an element the colour of what it belongs to.
function paint(e) {
	let c = -1;
	for (const id of e.ids) if (lit.has(id)) c = Math.max(c, lit.get(id));
	e.className = e.className.replace(/ ?\blit\d\b/g, "") + (c >= 0 ? " lit" + (c % colours) : "");
}

function paintAll(part) {
	for (const b of part.querySelectorAll("b")) {
		if (b.ids) paint(b);
		else b.className = "name" + (litNames.has(b.textContent) ? " lit" + (litNames.get(b.textContent) % colours) : "");
	}
}

// light lights statements in a colour that is free, alone or besides what is lit; all lit already, it
// puts them out.
function light(ids, more) {
	const out = ids.length > 0 && ids.every((id) => lit.has(id)) && (more || lit.size === new Set(ids).size);
	const old = new Set(ids);
	if (!more) {
		for (const id of lit.keys()) old.add(id);
		lit.clear();
	}
	const used = new Set(lit.values());
	let c = 0;
	while (used.has(c)) c++;
	for (const id of ids) {
		if (out) lit.delete(id);
		else lit.set(id, c);
	}
	for (const id of old) for (const e of byStatement.get(id) || []) paint(e);
	return !out;
}

const open = () => [...main.querySelectorAll("section:not(.folded)")].filter((s) => s.offsetWidth > 0);
const litIn = (section) => [...section.querySelectorAll("b[class*=lit]:not(.name)")];

// reveal scrolls the open columns but one to what is lit: to a piece that belongs to nothing else, where there is one.
function reveal(but) {
	for (const section of open()) {
		if (section === but) continue;
		const all = litIn(section);
		const size = Math.min(...all.map((e) => e.ids.length));
		const first = all.find((e) => e.ids.length === size);
		if (first) scrollTo(section, first);
	}
}

function activate(section) {
	if (active) active.classList.remove("active");
	active = section;
	if (active) active.classList.add("active");
}

// choose makes a line the one that keys start from, and the address of the page lead to.
function choose(li) {
	if (here) here.classList.remove("here");
	here = li;
	if (!li) return;
	li.classList.add("here");
	const section = li.closest("section");
	activate(section);
	if (!section.classList.contains("ssa") && li.number) history.replaceState(null, "", "#" + section.dataset.key + "-" + li.number);
}

// idsOfLine are the statements of a line: instructions, or else what is around it.
function idsOfLine(li) {
	const sets = [...li.querySelectorAll("b")].filter((b) => b.ids).map((b) => b.ids);
	return [...new Set(sets.flat())];
}

function lightLine(li, more) {
	choose(li);
	if (light(idsOfLine(li), more)) reveal(li.closest("section"));
}

// show shows a function.
function show(index) {
	current = index;
	litNames.clear();
	byStatement.clear();
	here = active = undefined;
	main.replaceChildren();
	for (const b of document.querySelectorAll("#funcs button")) b.setAttribute("aria-pressed", +b.dataset.index === index);
	const select = document.querySelector("#funcs select");
	if (select) select.value = index;
	const f = data.funcs[index];
	if (f) {
		const ids = idsOf(f);
		data.sources.forEach((s, i) => {
			const used = data.at.some(([id, of]) => of === i && ids.has(id));
			if (used) addColumn("source" + i, s.name, s.lines.length + " lines", "source", false, (list) => fillSource(s, i, list));
		});
		const n = [...ids].filter((id) => coded.has(id)).length;
		addColumn("ptx", "PTX", "line " + place(f.first) + " to " + place(f.last) + ", " + n + " of " + ids.size + " statements are in the Go" + f.notes.slice(0, 1).map((s) => "; " + s).join(""), "ptx", false, (list) => fillPTX(f, list));
		if (f.notes.length > 0) main.querySelector("[data-key=ptx] > h2").title = f.notes.join("\n");
		addGroup(f);
	}
	data.go.forEach((file, i) => {
		addColumn("go" + i, file.title, file.lines.length + " lines", "go", f !== undefined && i > 0, (list) => fillGo(f, file, list));
	});
	for (const section of open()) begin(section, f);
	paintAll(main);
	activate(main.querySelector("[data-key=ptx]"));
}

// begin scrolls a column to where a function begins in it: to the code of its first instruction.
function begin(section, f) {
	if (!f) return;
	const all = [...section.querySelectorAll("b")].filter((b) => b.ids.some((id) => data.insts[id][0] > f.first && data.insts[id][0] <= f.last));
	let li = all.length > 0 && all[0].closest("li");
	if (section.matches(".ptx")) li = [...section.querySelectorAll("li")].find((li) => li.number === f.first);
	if (!li || section.matches(".ssa")) return;
	if (section.matches(".go")) while (li.previousElementSibling && !li.textContent.replace(/^\d+/, "").startsWith("func")) li = li.previousElementSibling;
	scrollTo(section, li, true);
}

// addGroup adds the columns of SSA: a strip that opens them.
function addGroup(f) {
	const section = element("section", main, undefined, { class: "ssa folded", "data-key": "ssa" });
	const h2 = element("h2", section, "SSA ", { title: "show the stages, or hide them" });
	element("small", h2, f.stages.length + " stages");
	element("div", section);
	h2.addEventListener("click", () => main.classList.toggle("ssa"));
	f.stages.forEach((s, i) => {
		const before = f.stages[i - 1];
		addColumn("ssa" + i, s.name, changes(s, before), "ssa later", i < f.stages.length - 1, (list) => fillStage(s, before, list));
	});
}

// follow goes to what the address of the page names: a column and a line.
function follow() {
	const m = /^#([a-z]+\d*)-(\d+)$/.exec(location.hash);
	if (!m) return;
	const [, key, text] = m, line = +text;
	let f = current;
	if (key === "ptx") f = data.funcs.findIndex((f) => f.first <= line && line <= f.last);
	const go = /^go\d+$/.test(key) && data.go[+key.slice(2)];
	if (go) {
		// The function with most of the code of the declaration.
		const near = go.spans.filter((s) => Math.abs(s[0] - line) < 3).flatMap((s) => data.sets[s[3]]).map((id) => data.insts[id][0]);
		f = data.funcs.findIndex((f) => near.some((n) => f.first <= n && n <= f.last));
	}
	if (f >= 0 && f !== current) show(f);
	const section = main.querySelector('[data-key="' + key + '"]');
	if (!section || section.matches(".ssa")) return;
	section.unfold();
	for (const li of section.querySelectorAll("li.fold")) if (li.lines[0] <= line && line <= li.lines[1]) li.unfold();
	const li = [...section.querySelectorAll("li")].find((li) => li.number === line && !li.lines);
	if (!li) return;
	lit.clear();
	paintAll(main);
	lightLine(li);
	scrollTo(section, li);
}

main.addEventListener("click", (e) => {
	const li = e.target.closest("li");
	if (!li || !getSelection().isCollapsed) return;
	if (li.unfold) return li.unfold();
	const b = e.target.closest("b");
	if (b && !b.ids) {
		const name = b.textContent;
		if (!litNames.delete(name)) litNames.set(name, litNames.size);
		return paintAll(main);
	}
	if (!b) return lightLine(li, e.shiftKey);
	choose(li);
	if (light(b.ids, e.shiftKey)) reveal(li.closest("section"));
});

// What the pointer is over has a frame, and what belongs to it.
let near = [];
main.addEventListener("pointerover", (e) => {
	for (const b of near) b.classList.remove("near");
	const b = e.target.closest("b");
	near = b && b.ids && b.ids.length < 20 ? [...new Set(b.ids.flatMap((id) => byStatement.get(id) || []))].slice(0, 500) : [];
	for (const b of near) b.classList.add("near");
});

function clear() {
	lit.clear();
	litNames.clear();
	choose();
	paintAll(main);
	history.replaceState(null, "", location.pathname + location.search);
}

const help = document.getElementById("help");
function toggleKeys() {
	const list = document.getElementById("keys");
	list.hidden = !list.hidden;
	help.setAttribute("aria-expanded", !list.hidden);
}

// step lights the next line of the active column that belongs to something.
function step(by) {
	const all = [...active.querySelectorAll("li")].filter((li) => idsOfLine(li).length > 0);
	const at = all.indexOf(here);
	const li = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
	if (!li) return;
	lit.clear();
	paintAll(main);
	lightLine(li);
	scrollTo(active, li);
}

// beside goes to the next open column, and the line there that is lit.
function beside(by) {
	const all = open(), to = all[all.indexOf(active) + by];
	if (!to) return;
	activate(to);
	const e = litIn(to)[0];
	if (e) {
		choose(e.closest("li"));
		scrollTo(to, e);
	}
}

// next scrolls to the next place that is lit in the active column.
function next(by) {
	const all = [...new Set(litIn(active).map((e) => e.closest("li")))];
	const li = all.at((all.indexOf(here) + by) % all.length);
	if (!li) return;
	choose(li);
	scrollTo(active, li);
}

const keys = {
	j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1),
	l: () => beside(1), ArrowRight: () => beside(1), h: () => beside(-1), ArrowLeft: () => beside(-1),
	n: () => next(1), N: () => next(-1),
	"]": () => show((current + 1) % data.funcs.length), "[": () => show((current + data.funcs.length - 1) % data.funcs.length),
	s: () => main.classList.toggle("ssa"), Escape: clear, "?": toggleKeys,
};
document.addEventListener("keydown", (e) => {
	if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("select, .bar") || !Object.hasOwn(keys, e.key) || !active) return;
	e.preventDefault();
	keys[e.key]();
});

document.getElementById("clear").addEventListener("click", clear);
help.addEventListener("click", toggleKeys);
const funcs = document.getElementById("funcs");
if (data.funcs.length > 8) {
	const select = element("select", funcs, undefined, { "aria-label": "function" });
	data.funcs.forEach((f, i) => element("option", select, f.name, { value: i }));
	select.addEventListener("change", () => show(+select.value));
} else {
	data.funcs.forEach((f, i) => {
		const b = element("button", funcs, f.name, { type: "button", title: f.kernel ? "kernel" : "device function", "data-index": i });
		b.addEventListener("click", () => show(i));
	});
}
show(0);
follow();
addEventListener("hashchange", follow);
