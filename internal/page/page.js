"use strict";

// Colours for what is lit, in the order in which they are given out.
const colours = ["#ffe69a", "#b9e0c1", "#b8d8f8", "#f6c6c6", "#dccbf2", "#ffd0a6", "#bfe7e4", "#e3dfb0"];

// What is lit: keys are "line:PTX line" and "name:word", values are colours.
let lit = new Map();
let current = 0;
const folded = new Map(); // column title to whether it is folded, as the reader chose

function element(tag, parent, text, attributes) {
	const e = document.createElement(tag);
	if (text !== undefined) e.textContent = text;
	for (const name in attributes) e.setAttribute(name, attributes[name]);
	parent.append(e);
	return e;
}

// toggle lights a key in a free colour, or puts it out.
function toggle(key) {
	if (lit.has(key)) {
		lit.delete(key);
	} else {
		const used = [...lit.values()];
		lit.set(key, colours.find((c) => !used.includes(c)) || colours[lit.size % colours.length]);
	}
	paint(document.getElementById("columns"));
}

// paint gives the lines and names in a part of the page their colours.
function paint(part) {
	for (const li of part.querySelectorAll("li[data-ptx]")) li.style.backgroundColor = lit.get("line:" + li.dataset.ptx) || lit.get("line:" + li.dataset.product) || "";
	for (const b of part.querySelectorAll("b")) b.style.backgroundColor = lit.get("name:" + b.textContent) || "";
}

// reveal scrolls every open column but the one clicked in to the first line
// that came from the PTX line.
function reveal(ptx, from) {
	for (const section of document.querySelectorAll("section:not(.folded)")) {
		const li = section !== from && section.querySelector('li[data-ptx="' + ptx + '"], li[data-product="' + ptx + '"]');
		if (li) scrollTo(section, li);
	}
}

function scrollTo(section, li) {
	const box = section.lastElementChild;
	const top = li.offsetTop - box.offsetTop;
	if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = Math.max(0, top - box.clientHeight / 3);
}

// names are the words of SSA that can be lit: values and blocks.
const names = /\b(?:v\d+|b\d+)\b/g;

// place is a PTX line for people: its number, or file and number where files are linked.
function place(ptx) {
	const file = data.files.findLast((f) => ptx > f.lines);
	return ptx && file ? file.name + ":" + (ptx - file.lines) : ptx;
}

// addLine adds a line: its number in the margin, its text, the PTX line it came
// from.
function addLine(list, number, text, ptx, named) {
	const li = element("li", list);
	element("i", li, number || "");
	if (ptx) li.dataset.ptx = ptx;
	const span = element("span", li);
	let end = 0;
	if (named) {
		for (const m of text.matchAll(names)) {
			span.append(text.slice(end, m.index));
			element("b", span, m[0]);
			end = m.index + m[0].length;
		}
	}
	const comment = named ? -1 : text.search(/\s*\/\/ .*$/);
	if (comment > 0) {
		span.append(text.slice(end, comment));
		element("em", span, text.slice(comment));
	} else {
		span.append(text.slice(end));
	}
	return li;
}

// addColumn adds a column whose lines are made when it is first unfolded.
function addColumn(title, note, fold, fill) {
	const section = element("section", document.getElementById("columns"));
	const h2 = element("h2", section, title + " ", { title: "fold or unfold" });
	if (note) element("small", h2, note);
	const box = element("div", section);
	const list = element("ol", box);
	let filled = false;
	const set = (f) => {
		section.classList.toggle("folded", f);
		if (!f && !filled) {
			filled = true;
			fill(list);
			paint(list);
		}
	};
	h2.addEventListener("click", () => {
		const f = !section.classList.contains("folded");
		folded.set(title, f);
		set(f);
	});
	set(folded.has(title) ? folded.get(title) : fold);
	return section;
}

// fillPTX shows the text of a function, and below it that of the functions that
// were inlined into it.
function fillPTX(f, list) {
	const inlined = data.funcs.filter((g) => g !== f && f.stages.some((s) => s.lines.some((l) => l[1] > g.first && l[1] <= g.last)));
	for (const g of [f, ...inlined]) {
		for (let n = g.first; n <= g.last; n++) {
			const text = data.ptx[n - 1];
			const comment = /^\s*\/\//.test(text);
			const li = addLine(list, place(n), text, comment ? 0 : n);
			li.classList.toggle("comment", comment);
			li.classList.toggle("block", n === g.first || /^\s*[\w$%]+:/.test(text));
		}
	}
}

function fillStage(stage, before, list) {
	const old = new Set(before ? before.lines.map((l) => l[0]) : []);
	for (const [number, ptx] of stage.lines) {
		const text = data.texts[number];
		const li = addLine(list, place(ptx), text, ptx, true);
		// What has been contracted comes from two lines.
		const product = / product (\d+)$/.exec(text);
		if (product) li.dataset.product = product[1];
		li.classList.toggle("new", before !== undefined && !old.has(number));
		li.classList.toggle("block", /^\S/.test(text));
	}
}

function fillGo(file, list) {
	const from = new Map(file.pairs);
	file.lines.forEach((text, i) => addLine(list, i + 1, text, from.get(i + 1)).classList.toggle("comment", /^\s*\/\//.test(text)));
}

// changes words how many lines a pass left, made and removed.
function changes(stage, before) {
	const lines = stage.lines.length + " lines";
	if (!before) return lines;
	const a = new Set(before.lines.map((l) => l[0])), b = new Set(stage.lines.map((l) => l[0]));
	const made = [...b].filter((n) => !a.has(n)).length, gone = [...a].filter((n) => !b.has(n)).length;
	return lines + ", +" + made + " \u2212" + gone;
}

// show shows a function.
function show(index) {
	current = index;
	lit = new Map([...lit].filter(([key]) => key.startsWith("line:")));
	document.getElementById("columns").replaceChildren();
	document.querySelectorAll("#funcs button").forEach((b, i) => b.setAttribute("aria-pressed", i === index));
	const f = data.funcs[index];
	if (f) {
		addColumn("PTX", "line " + place(f.first) + " to " + place(f.last), false, (list) => fillPTX(f, list));
		f.stages.forEach((s, i) => {
			const before = f.stages[i - 1];
			const fold = i > 0 && i < f.stages.length - 1;
			addColumn(s.name, changes(s, before), fold, (list) => fillStage(s, before, list));
		});
	}
	for (const file of data.go) {
		const section = addColumn(file.title, file.lines.length + " lines", false, (list) => fillGo(file, list));
		if (!f) continue;
		const li = [...section.querySelectorAll("li[data-ptx]")].find((l) => l.dataset.ptx >= f.first && l.dataset.ptx <= f.last);
		if (li) scrollTo(section, li);
	}
}

document.getElementById("columns").addEventListener("click", (e) => {
	const b = e.target.closest("b"), li = e.target.closest("li[data-ptx]");
	if (b) {
		toggle("name:" + b.textContent);
	} else if (li && getSelection().isCollapsed) {
		toggle("line:" + li.dataset.ptx);
		if (lit.has("line:" + li.dataset.ptx)) reveal(li.dataset.ptx, li.closest("section"));
	}
});
document.getElementById("clear").addEventListener("click", () => {
	lit.clear();
	paint(document.getElementById("columns"));
});
data.funcs.forEach((f, i) => {
	const b = element("button", document.getElementById("funcs"), f.name, { type: "button", title: f.kernel ? "kernel" : "device function" });
	b.addEventListener("click", () => show(i));
});
show(0);
