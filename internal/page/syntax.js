"use strict";

// Colours of syntax: for each language an expression whose groups are the classes of what they
// match, in their order. A class of "" is decided by a function.
const languages = {
	ptx: {
		token: /(\/\/.*|\/\*.*?\*\/)|("[^"]*")|(%[\w$]+(?:\.[xyzw])?)|(\.[A-Za-z_][\w:]*)|\b(0[xXfFdDbB][\da-fA-F]+|\d[\w.]*)|([A-Za-z_$][\w$]*)/g,
		classes: ["c", "s", "r", "t", "n", (text, at) => /(^|[;{}])\s*(@!?%?[\w$]+\s+)?$/.test(text.slice(0, at)) ? "k" : ""],
	},
	go: {
		token: /(\/\/.*|\/\*.*?\*\/)|("(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*')|\b(0[xX][\da-fA-F_]+|\d[\d_.]*(?:[eEpP][+-]?\d+)?)|\b(break|case|const|continue|default|defer|else|for|func|goto|if|import|package|range|return|struct|switch|type|var)\b|\b(bool|byte|u?int(?:8|16|32|64)?|float(?:32|64)|string|error)\b|([A-Za-z_]\w*(?=\())/g,
		classes: ["c", "s", "n", "k", "t", "f"],
	},
	cuda: {
		token: /(\/\/.*|\/\*.*?\*\/)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(0[xX][\da-fA-F]+|\d[\w.]*)|(^\s*#\s*\w+|\b(?:break|case|const|continue|default|do|else|extern|for|if|inline|namespace|return|sizeof|static|struct|switch|template|typedef|typename|using|while|__\w+__)\b)|\b(auto|bool|char|double|float\d?|half\d?|int\d?|long|short|signed|size_t|uint\d?|u?int(?:8|16|32|64)_t|unsigned|void|__half2?|__nv_bfloat16)\b|([A-Za-z_]\w*(?=\())/g,
		classes: ["c", "s", "n", "k", "t", "f"],
	},
	ssa: { token: /(<[^<>]*>)|((?:= |^\s+)[A-Z][\w.]*)/g, classes: ["t", "k"] },
};

// tokens returns the coloured parts of a line as [from, to, class].
function tokens(language, text) {
	const out = [];
	const { token, classes } = languages[language];
	for (const m of text.matchAll(token)) {
		const i = m.slice(1).findIndex((g) => g !== undefined);
		const c = typeof classes[i] === "function" ? classes[i](text, m.index) : classes[i];
		if (c) out.push([m.index, m.index + m[0].length, c]);
	}
	return out;
}

// element adds an element to another one.
function element(tag, parent, text, attributes) {
	const e = document.createElement(tag);
	if (text !== undefined) e.textContent = text;
	for (const name in attributes) e.setAttribute(name, attributes[name]);
	parent.append(e);
	return e;
}

// colour adds a part of a line to an element, with its tokens as spans.
function colour(parent, text, from, to, list) {
	for (const [a, b, c] of list) {
		if (b <= from || a >= to) continue;
		if (a > from) parent.append(text.slice(from, a));
		element("span", parent, text.slice(Math.max(a, from), Math.min(b, to)), { class: c });
		from = Math.min(b, to);
	}
	if (from < to) parent.append(text.slice(from, to));
}
