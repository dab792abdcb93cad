"use strict";

// A column is a section: its title, and the lines of a text. Pieces of lines have statements of the
// PTX that they belong to, by number: what a click lights.

const main = document.getElementById("columns");

// Which elements belong to a statement, in the order in which they were made.
const byStatement = new Map();

// belong notes that an element belongs to statements.
function belong(e, ids) {
	e.ids = ids;
	for (const id of ids) {
		if (!byStatement.has(id)) byStatement.set(id, []);
		byStatement.get(id).push(e);
	}
}

// place is a PTX line for people: its number, or file and number where files are linked.
function place(ptx) {
	const file = data.files.findLast((f) => ptx > f.lines);
	return ptx && file ? file.name + ":" + (ptx - file.lines) : ptx;
}

// names are the words of SSA that can be lit: values and blocks.
const names = /\b(?:v\d+|b\d+)\b/g;

// addLine adds a line: its number in the margin, and its text with pieces, which are
// [from, to, statements] in their order.
function addLine(list, number, label, text, language, pieces) {
	const li = element("li", list);
	element("i", li, label);
	li.number = number;
	const span = element("span", li), coloured = tokens(language, text);
	let end = 0;
	for (const [from, to, ids] of pieces) {
		colour(span, text, end, from, coloured);
		const b = element("b", span);
		colour(b, text, from, to, coloured);
		belong(b, ids);
		end = to;
	}
	colour(span, text, end, text.length, coloured);
	return li;
}

// addNames adds a line of SSA, whose values and blocks can be lit as well.
function addNames(list, number, label, text, ids) {
	const li = element("li", list);
	element("i", li, label);
	li.number = number;
	const whole = element("b", element("span", li)), coloured = tokens("ssa", text);
	belong(whole, ids);
	let end = 0;
	for (const m of text.matchAll(names)) {
		colour(whole, text, end, m.index, coloured);
		element("b", whole, m[0], { class: "name" });
		end = m.index + m[0].length;
	}
	colour(whole, text, end, text.length, coloured);
	return li;
}

const folded = new Map(); // key of a column to whether it is folded, as the reader chose

// addColumn adds a column whose lines are made when it is first unfolded, and behind it the bar that
// resizes it.
function addColumn(key, title, note, classes, fold, fill) {
	const section = element("section", main, undefined, { class: classes, "data-key": key });
	const h2 = element("h2", section, title + " ", { title: "fold or unfold" });
	element("small", h2, note);
	const box = element("div", section);
	const list = element("ol", box);
	let filled = false;
	const set = (f) => {
		section.classList.toggle("folded", f);
		if (!f && !filled) {
			filled = true;
			fill(list);
			paintAll(list);
		}
	};
	h2.addEventListener("click", () => {
		folded.set(key, !section.classList.contains("folded"));
		set(folded.get(key));
	});
	set(folded.has(key) ? folded.get(key) : fold);
	section.unfold = () => set(false);
	addBar(section);
	return section;
}

// addBar adds what is dragged, or moved by keys, to make a column wider.
function addBar(section) {
	const bar = element("div", main, undefined, { class: "bar " + (section.classList.contains("later") ? "later" : ""), role: "separator", "aria-orientation": "vertical", tabindex: 0 });
	const next = () => {
		for (let e = bar.nextElementSibling; e; e = e.nextElementSibling) {
			if (e.matches("section:not(.folded)") && e.offsetWidth > 0) return e;
		}
	};
	const move = (by) => {
		const other = next();
		if (!other || section.classList.contains("folded")) return;
		// All open columns keep the width that they have, but for these two.
		for (const s of main.querySelectorAll("section:not(.folded)")) if (!s.style.flex) s.style.flex = s.offsetWidth + " 1 0";
		const a = section.offsetWidth, b = other.offsetWidth, least = 120;
		const d = Math.max(least - a, Math.min(b - least, by));
		section.style.flex = a + d + " 1 0";
		other.style.flex = b - d + " 1 0";
	};
	bar.addEventListener("pointerdown", (e) => {
		bar.setPointerCapture(e.pointerId);
		let x = e.clientX;
		bar.onpointermove = (e) => {
			move(e.clientX - x);
			x = e.clientX;
		};
		bar.onpointerup = () => (bar.onpointermove = null);
	});
	bar.addEventListener("dblclick", () => {
		for (const s of main.querySelectorAll("section")) s.style.flex = "";
	});
	bar.addEventListener("keydown", (e) => {
		if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
		e.stopPropagation();
		move(e.key === "ArrowLeft" ? -20 : 20);
	});
}

// scrollTo shows an element of a column, in the middle where it is out of sight.
function scrollTo(section, e, top) {
	const box = section.lastElementChild, a = box.getBoundingClientRect(), b = e.getBoundingClientRect();
	if (top) box.scrollTop += b.top - a.top - 8;
	else if (b.top < a.top || b.bottom > a.bottom - 8) box.scrollTop += b.top - a.top - a.height / 3;
	const left = b.left - a.left;
	if (left < 0 || left > a.width - 60) box.scrollLeft += left - a.width / 4;
}
