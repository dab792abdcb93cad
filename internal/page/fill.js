"use strict";

// What the columns show of a function: its PTX, SSA and Go, and the source that the PTX was compiled
// from. Statements of the PTX are numbered in the order of the text: data.insts has their lines and
// columns, data.sets the sets of them that other code belongs to.

const instsOf = new Map(); // by PTX line
data.insts.forEach(([line], id) => {
	if (!instsOf.has(line)) instsOf.set(line, []);
	instsOf.get(line).push(id);
});

// Those of which there is Go code.
const coded = new Set(data.go.flatMap((f) => f.spans.flatMap((s) => data.sets[s[3]])));

// parts are the line ranges of a function, and of those that were inlined into it.
function parts(f) {
	const used = new Set(f.stages.flatMap((s) => s.lines.map((l) => l[1])));
	const inlined = data.funcs.filter((g) => g !== f && [...used].some((n) => n > g.first && n <= g.last));
	return [f, ...inlined];
}

// idsOf are the statements of a function, and of those that were inlined into it.
function idsOf(f) {
	const out = new Set();
	for (const g of parts(f)) for (let n = g.first; n <= g.last; n++) for (const id of instsOf.get(n) || []) out.add(id);
	return out;
}

// addFold adds a line in place of others, which a click shows: add adds them to what it is given.
function addFold(list, first, last, add) {
	if (first > last) return;
	const n = last - first + 1;
	const li = element("li", list, undefined, { class: "fold", title: "show these lines" });
	element("i", li, "\u22ef");
	element("span", li, n + (n === 1 ? " line" : " lines"));
	li.lines = [first, last];
	li.unfold = () => {
		const part = document.createDocumentFragment();
		add(part);
		li.replaceWith(part);
		paintAll(list);
	};
}

// fillPTX shows a function and those that were inlined into it; the rest of the text is folded.
function fillPTX(f, list) {
	const add = (list, first, last) => {
		for (let n = first; n <= last; n++) {
			const text = data.ptx[n - 1];
			const pieces = (instsOf.get(n) || []).map((id) => [data.insts[id][1], data.insts[id][2], [id]]);
			const li = addLine(list, n, place(n), text, "ptx", pieces);
			li.classList.toggle("block", n === first || /^\s*[\w$%]+:/.test(text));
			for (const b of li.querySelectorAll("b")) {
				if (coded.has(b.ids[0])) continue;
				b.classList.add("none");
				b.title = "no code is left of this";
			}
		}
	};
	let end = 1;
	for (const g of parts(f).toSorted((a, b) => a.first - b.first)) {
		const [first, last] = [end, g.first - 1];
		addFold(list, first, last, (part) => add(part, first, last));
		add(list, g.first, g.last);
		end = g.last + 1;
	}
	addFold(list, end, data.ptx.length, (part) => add(part, end, data.ptx.length));
}

function fillStage(stage, before, list) {
	const old = new Set(before ? before.lines.map((l) => l[0]) : []);
	for (const [number, ptx, set] of stage.lines) {
		const text = data.texts[number];
		const li = addNames(list, ptx, place(ptx) || "", text, data.sets[set]);
		li.classList.toggle("new", before !== undefined && !old.has(number));
		li.classList.toggle("block", /^\S/.test(text));
	}
}

// fillGo shows the declarations of a Go file that belong to a function; what is between them is
// folded.
function fillGo(f, file, list) {
	const ids = idsOf(f);
	const pieces = file.lines.map(() => []);
	for (const [line, from, to, set] of file.spans) pieces[line - 1].push([from, to, data.sets[set]]);
	const starts = [];
	file.lines.forEach((text, i) => {
		if (!/^(func|var|const|type|import|package) ?/.test(text)) return;
		while (i > 0 && file.lines[i - 1].startsWith("//")) i--;
		if (starts.at(-1) !== i) starts.push(i);
	});
	if (starts[0] !== 0) starts.unshift(0);
	let hidden = []; // ranges of lines that are folded, one behind the other
	const add = (list, from, to) => {
		for (let i = from; i < to; i++) addLine(list, i + 1, i + 1, file.lines[i], "go", pieces[i]);
	};
	const flush = () => {
		if (hidden.length === 0) return;
		const [from, to] = [hidden[0][0], hidden.at(-1)[1]];
		hidden = [];
		addFold(list, from + 1, to, (part) => add(part, from, to));
	};
	starts.forEach((from, k) => {
		const to = k + 1 < starts.length ? starts[k + 1] : file.lines.length;
		let own = f === undefined;
		for (let i = from; i < to && !own; i++) own = pieces[i].some((p) => p[2].some((id) => ids.has(id)));
		if (!own) return hidden.push([from, to]);
		flush();
		add(list, from, to);
	});
	flush();
}

// fillSource shows a file that the PTX was compiled from: a line belongs to the instructions that were made of it.
function fillSource(source, index, list) {
	const by = new Map();
	data.at.forEach(([id, of, line]) => {
		if (of !== index) return;
		if (!by.has(line)) by.set(line, []);
		by.get(line).push(id);
	});
	source.lines.forEach((text, i) => {
		const ids = by.get(i + 1), from = text.search(/\S/);
		addLine(list, i + 1, i + 1, text, "cuda", ids && from >= 0 ? [[from, text.length, ids]] : []);
	});
}

// changes words how many lines a pass left, made and removed.
function changes(stage, before) {
	const lines = stage.lines.length + " lines";
	if (!before) return lines;
	const a = new Set(before.lines.map((l) => l[0])), b = new Set(stage.lines.map((l) => l[0]));
	const made = [...b].filter((n) => !a.has(n)).length, gone = [...a].filter((n) => !b.has(n)).length;
	return lines + ", +" + made + " \u2212" + gone;
}
