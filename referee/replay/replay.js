// Steps through what was prepared: every state, move, verdict and sentence comes from the file. Nothing here knows a game.
const byId = (id) => document.getElementById(id);
const shown = { step: -1, seat: "", learning: false, answer: null, timer: 0, scale: 1, stepped: 0 };
let data = { steps: [], parts: [], things: {}, rules: {} };

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

// Puts together what the page has once: the tags of drawings, the words of moves, and what steps say by the name of it.
function spell(packed) {
  const [drawn, ...others] = packed.parts;
  const parts = drawn.map((part, number) => [part.map((tag) => packed.tags[tag]).join(""), ...others.map((column) => column[number])]);
  const move = ([notation, says = notation], by, rule, why) => ({ notation, says, by, rule, why });
  const moves_of = ([by, rule, why, numbers]) => numbers.map((number) => move(packed.texts[number], by, rule, why));
  const summed = { table: [], held: [] };
  const steps = packed.steps.moves.map((moves, number) => {
    const step = Object.fromEntries(Object.entries(packed.steps).map(([key, column]) => [key, column[number]]));
    for (const key of ["table", "held"]) summed[key] = step[key].map((more, place) => more + (summed[key][place] || 0));
    return { ...step, ...summed, moves: moves.flatMap(moves_of) };
  });
  return { ...packed, parts, steps };
}

function make(name, words, attributes = {}) {
  const made = document.createElement(name);
  if (words) made.textContent = words;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// What may be told of an event to whoever sits in the chosen seat.
function told(number) {
  const { said, told: others, who } = data.steps[number];
  return shown.seat && others && who !== shown.seat ? others : said;
}

const SVG = "http://www.w3.org/2000/svg";

// Draws parts into the middle of the table, or what the players hold; those that are there already stay.
function fill(into, parts) {
  const slots = [...into.querySelectorAll(":scope > g")];
  parts.forEach((part, place) => {
    const slot = slots[place] || into.appendChild(document.createElementNS(SVG, "g"));
    if (slot.part === part && slot.seat === shown.seat) return;
    Object.assign(slot, { part, seat: shown.seat });
    const [inside, x, y, says, owner] = data.parts[part];
    slot.innerHTML = inside;
    slot.setAttribute("transform", `translate(${x} ${y})`);
    slot.dataset.owner = owner;
    if (owner && shown.seat && owner !== shown.seat) turn_over(slot);
    slot.setAttribute("role", make_openable(slot) ? "group" : "img");
    slot.setAttribute("aria-label", in_words(slot, says));
  });
  for (const slot of slots.slice(parts.length)) slot.remove();
  [...into.querySelectorAll("[data-about]")].forEach((one, place) => one.setAttribute("tabindex", place ? -1 : 0));
}

// Sets what the players hold next to each other as far as there is room, and below: on a narrow screen one by one.
function flow() {
  const into = byId("held");
  const boxes = [...into.querySelectorAll(":scope > g")].map((slot) => [slot, slot.getBBox()]);
  const narrow = data.board ? 0.8 * data.narrow : data.narrow; // beside a board there is less room, and hands are small
  const widest = Math.max(...boxes.map(([, box]) => box.x + box.width), narrow);
  const room = into.parentElement.clientWidth;
  const hands = Math.max(1, Math.floor(room / narrow / 1.08)) * (narrow + 16) - 16;
  const wide = Math.max(widest, data.trees ? room / (innerWidth > 500 ? 1.25 : 1) - 12 : hands);
  let [x, y, low, right] = [0, 2, 0, 0];
  for (const [slot, box] of boxes) {
    if (x && x + box.x + box.width > wide) [x, y] = [0, low];
    slot.setAttribute("transform", `translate(${x} ${y})`);
    right = Math.max(right, x + box.x + box.width);
    x = Math.max(x + box.x + box.width, x + narrow * !data.trees) + 16;
    low = Math.max(low, y + box.y + box.height + 8);
  }
  const used = data.trees ? Math.max(right, room / 1.6) : wide;
  Object.assign(into.viewBox.baseVal, { width: used + 12, height: low });
  into.style.width = `${100 * shown.scale}%`;
  into.style.minWidth = innerWidth > 500 ? "" : `${(widest + 12) * shown.scale}px`;
}

// The cards that the chosen seat does not see show their backs.
function turn_over(slot) {
  for (const card of slot.querySelectorAll("use")) {
    card.setAttribute("href", "#down");
    card.removeAttribute("class");
    card.replaceChildren();
  }
  for (const lit of slot.querySelectorAll(".lit")) lit.remove();
  for (const kept of slot.querySelectorAll("[data-others]")) kept.textContent = kept.dataset.others;
}

// What a part shows: its words and the names of its cards, in order; of cards face down how many.
function in_words(slot, says) {
  if (says.endsWith(".")) return says;
  const shows = says ? [says] : [];
  let down = 0;
  for (const one of slot.querySelectorAll("use, text")) {
    const name = one.localName === "text" ? one.textContent.trim() : document.querySelector(one.getAttribute("href")).dataset.card;
    if (!name) down += 1;
    if (name && down) shows.push(`${down} face down`);
    if (name) [down] = [0, shows.push(name)];
  }
  return (down ? [...shows, `${down} face down`] : shows).join(", ");
}

// What was found; to a seat that does not see its cards, without them.
function finding(found) {
  const blind = shown.seat && found.blind?.includes(shown.seat);
  const box = make("div", "", { class: `finding ${found.kind}` });
  const title = { violation: "Against the rules", accepted: "Let stand", doubt: "Doubt", note: "Note", reading: "Reading", complaint: "Cannot be judged" };
  const line = make("p");
  line.append(make("b", `${title[found.kind]}: `), blind ? `the cards that prove it are hidden from ${shown.seat}.` : found.message);
  box.append(line);
  if (found.reason && !blind) box.append(make("p", `The table let it stand: ${found.reason}`));
  if (found.legal?.length && !blind) box.append(make("p", `Legal here: ${found.legal.join(found.legal.some((one) => one.includes(" ")) ? ", " : " ")}`));
  if (found.text) {
    const quote = make("blockquote", `${found.rule}: ${found.text} `);
    quote.append(make("cite", `(${found.source})`));
    box.append(quote);
  }
  if (found.set_at) box.append(make("p", `Set at ${found.set_at}`));
  return box;
}

const are_short = (moves) => moves.every((move) => move.says.length <= 32);

// A move in words, with its notation as the tooltip.
const phrase = (name, move, words = move.says) => make(name, words, words === move.notation ? {} : { title: move.notation });

// Moves in a list; short ones in a line for each verb: play the Two of Clubs, the Five of Clubs.
function listed(moves) {
  if (!are_short(moves)) {
    const all = make("ul");
    all.append(...moves.map((move) => phrase("li", move)));
    return [all];
  }
  const verb_of = (move) => (move.says === move.notation ? "" : move.says.split(" ")[0]);
  return [...grouped(moves, verb_of)].map(([verb, some]) => {
    const line = make("p", verb ? `${verb} ` : "");
    some.forEach((move, place) => line.append(place ? ", " : "", phrase("span", move, move.says.slice(verb.length).trim())));
    return line;
  });
}

// What the chosen seat may do next, and what rules the rest out: everybody's moves where all hands are shown.
function next(step) {
  const box = byId("next");
  box.replaceChildren(make("p", step.doing ? `Next: ${step.doing}.` : ""));
  const count = (moves) => (moves.length === 1 ? "1 move" : `${moves.length} moves`);
  const seen = step.moves.filter(({ by }) => !shown.seat || by === shown.seat);
  const legal = seen.filter((move) => !move.rule);
  if (legal.length) box.append(folded(`Legal: ${count(legal)}`, listed(legal), legal.length < 6 || are_short(legal)));
  for (const [rule, moves] of grouped(seen.filter((move) => move.rule), (move) => move.rule)) {
    const short = moves.map((move) => move.notation).join(", ");
    const text = data.rules[rule] ? [make("blockquote", data.rules[rule])] : [];
    const why = moves.map((move) => make("p", move.why));
    box.append(folded(`${count(moves)} ruled out by ${rule}${short.length < 30 ? `: ${short}` : ""}`, [...text, ...why]));
  }
}

function folded(title, inside, open = false) {
  const box = make("details");
  box.append(make("summary", title), ...inside);
  box.open = open;
  return box;
}

function grouped(all, of) {
  const groups = new Map();
  for (const one of all) groups.set(of(one), [...(groups.get(of(one)) || []), one]);
  return groups;
}

// The moves between which the player to act may choose at a step; none if there is no choice, or nobody knows it.
function choices(number) {
  const { moves, to_act } = data.steps[number];
  const own = moves.filter((move) => move.by === to_act && !move.rule);
  return own.length > 1 && number < end() ? own : [];
}

const decides = (player) => (number) => data.steps[number].to_act === player && choices(number).length > 0;
const numbers = () => [...data.steps.keys()];
const next_decision = () => numbers().find((number) => number > shown.step && decides(shown.seat)(number));

function action(words, act) {
  const button = make("button", words, { type: "button" });
  button.addEventListener("click", act);
  return button;
}

// "What would I have played?": somebody sits down as a player, and is asked at each of the player's decisions before the page shows
// what happened at the table.
function quiz() {
  const box = byId("quiz");
  box.hidden = !shown.learning;
  box.replaceChildren();
  if (!shown.learning) return;
  stop();
  if (!shown.seat) return ask_who(box);
  const answered = shown.answer?.step === shown.step;
  if (answered) box.append(make("p", `You would have chosen: ${shown.answer.move}. At the table: ${data.steps[shown.step].said}`));
  if (!answered && decides(shown.seat)(shown.step)) return ask_what(box);
  const decision = next_decision();
  if (decision === undefined) box.append(make("p", `${shown.seat} has nothing more to decide.`));
  else box.append(action("Next decision", () => go(decision)));
  box.append(action("Enough", learn));
}

function ask_who(box) {
  const players = data.players.filter((player) => numbers().some(decides(player)));
  box.append(make("p", "Who are you?"));
  for (const player of players) box.append(action(player, () => sit(player)));
}

function ask_what(box) {
  box.append(make("p", `${shown.seat}, what would you do?`));
  for (const move of choices(shown.step)) {
    const button = phrase("button", move);
    button.addEventListener("click", () => {
      shown.answer = { step: shown.step + 1, move: button.textContent };
      go(shown.step + 1);
    });
    box.append(button);
  }
}

// Sits down as a player before the player's first decision, or before the one that broke a rule.
function sit(player) {
  byId("seat").value = player;
  const own = numbers().filter(decides(player));
  shown.step = own.find((number) => data.steps[number + 1].flag === 2) ?? own[0] ?? shown.step;
  refresh();
}

// Begins and ends "What would I have played?". It begins at this step if the player in the chosen seat has to decide here.
function learn() {
  shown.learning = !shown.learning;
  shown.answer = null;
  byId("learn").setAttribute("aria-pressed", shown.learning);
  if (!shown.learning) byId("seat").value = "";
  if (shown.learning && shown.seat && !decides(shown.seat)(shown.step)) sit(shown.seat);
  else refresh();
  byId("quiz").scrollIntoView({ block: "nearest" });
}

const end = () => data.steps.length - 1;

function go(to) {
  const number = Math.max(0, Math.min(end(), to));
  const step = data.steps[number];
  shown.step = number;
  const before = places();
  byId("table").setAttribute("viewBox", `-6 0 ${data.narrow + 12} ${step.high}`);
  fill(byId("table"), step.table);
  fill(byId("held"), step.held);
  flow();
  glide(before);
  shown.stepped = performance.now();
  byId("page").dataset.step = number;
  byId("where").textContent = step.title;
  byId("lines").replaceChildren(...step.lines.map((line) => make("li", line)));
  const spot = step.spot.join(", ");
  byId("said").replaceChildren(
    make("small", number ? `Event ${number} of ${end()}${spot ? ` · ${spot}` : ""} · line ${step.line}` : "Before the first event"),
    make("span", told(number), step.written ? { title: step.written } : {}),
    ...step.why.map((why) => make("em", why)),
  );
  byId("found").replaceChildren(...step.found.map(finding));
  next(step);
  quiz();
  const slider = byId("slider");
  slider.value = number;
  slider.setAttribute("aria-valuetext", `event ${number}: ${told(number)}`);
  byId("first").disabled = byId("back").disabled = number === 0;
  byId("last").disabled = byId("forward").disabled = number === end();
  cover(number / Math.max(1, end()));
  mark(number);
  pad(number);
  if (location.hash !== `#event-${number}`) history.replaceState(null, "", `#event-${number}`);
}

// Covers the part of the chart that comes later than this share of the game.
function cover(share) {
  const later = byId("later");
  if (!later) return;
  later.setAttribute("transform", `translate(${later.dataset.across * share} 0)`);
  later.setAttribute("width", later.dataset.across * (1 - share));
}

// The list of events, a part for each hand.
function list() {
  const box = byId("events");
  box.replaceChildren();
  let [part, items, under] = [null, null, null];
  data.steps.forEach(({ flag, spot, written }, number) => {
    const [name = "Events", ...inner] = spot;
    if (part?.name !== name) {
      part = Object.assign(make("details"), { name, from: number, flag: 0 });
      part.append(make("summary", name));
      box.append(part);
      under = null;
    }
    if (under !== inner.join(", ")) {
      under = inner.join(", ");
      items = make("ol");
      part.append(...(under ? [make("h3", under)] : []), items);
    }
    part.to = number;
    part.flag = Math.max(part.flag, flag);
    part.firstElementChild.textContent = `${name} ${sign(part.flag)}`;
    const line = items.appendChild(make("li"));
    words(line.appendChild(make("a", "", { href: `#event-${number}`, "data-number": number, title: written })), number);
  });
}

const sign = (flag) => ["", "?", "✗"][flag];
const part_of = (number) => [...byId("events").children].find((part) => part.from <= number && number <= part.to);

function words(link, number) {
  const { flag } = data.steps[number];
  const unknown = shown.learning && number > shown.step;
  link.replaceChildren(`${number}  ${unknown ? "…" : told(number)}`);
  if (flag) link.append(" ", make("span", sign(flag), { class: "mark", title: flag === 2 ? "fault" : "doubt" }));
}

function mark(number) {
  const box = byId("events");
  const part = part_of(number);
  part.open = true;
  for (const link of box.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const link = part.querySelector(`[data-number="${number}"]`);
  link.setAttribute("aria-current", "step");
  if (shown.learning) for (const one of box.querySelectorAll("a")) words(one, Number(one.dataset.number));
  const top = link.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
}

// The score pad as it stood: hands and rounds that were scored by then; the result, sums and what came later at the end.
function pad(number) {
  const now = Number(/\d+$/.exec(data.steps[number].spot[0] || "")?.[0] || 0);
  const totals = (step) => data.steps[step].totals.join();
  const scored = totals(number) !== totals(part_of(number).from);
  const later = (row) => !(Number(row.cells[0].textContent) < now + scored);
  for (const table of document.querySelectorAll(".pad table")) {
    const by_hand = /^(hand|round)$/.test(table.tHead.rows[0].cells[0].textContent);
    const rows = [...table.tBodies[0].rows];
    for (const row of rows) row.hidden = number < end() && (!by_hand || later(row));
    table.hidden = rows.every((row) => row.hidden);
  }
  byId("result").hidden = number < end();
}

// Structures are drawn larger or smaller in their window, where they scroll; what is at a point of the screen stays there.
function zoom(scale, x = innerWidth / 2, y = innerHeight / 2) {
  const [into, frame] = [byId("held"), byId("window")];
  const before = into.getBoundingClientRect();
  shown.scale = Math.max(0.4, Math.min(4, scale));
  frame.classList.toggle("zoomed", shown.scale > 1);
  flow();
  const after = into.getBoundingClientRect();
  frame.scrollLeft += after.x - x + ((x - before.x) * after.width) / before.width;
  frame.scrollTop += after.y - y + ((y - before.y) * after.height) / before.height;
}

// Two fingers pinch, and the wheel zooms with Ctrl; one finger scrolls as everywhere.
function zoomable(frame) {
  let apart = 0;
  const distance = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  frame.addEventListener("touchstart", ({ touches }) => (apart = touches.length === 2 && distance(touches)));
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [[one, other], now] = [event.touches, distance(event.touches)];
    if (apart) zoom((shown.scale * now) / apart, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    apart = now;
  }, { passive: false });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(shown.scale * 1.002 ** -event.deltaY, event.clientX, event.clientY);
  }, { passive: false });
}

// The cards that a step moves from one place to another glide there, unless somebody steps faster or wants no motion.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const cards_there = () => [...document.querySelectorAll(".drawing > g use")].map((card) => [card, card.getAttribute("href"), card.closest(".drawing > g")]);

function places() {
  if (still.matches || performance.now() - shown.stepped < 250) return null;
  return new Map(cards_there().map(([card, name, part]) => [name, { part, box: card.getBoundingClientRect() }]));
}

function glide(before) {
  for (const [card, name, part] of before ? cards_there() : []) {
    const from = name !== "#down" && before.get(name);
    if (!from || from.part === part) continue;
    const box = card.getBoundingClientRect();
    const unit = card.getScreenCTM().a;
    const start = `translate(${(from.box.x - box.x) / unit}px, ${(from.box.y - box.y) / unit}px)`;
    card.animate([{ transform: start }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }
}

// A finger drawn across the table goes a step on or back.
function swipeable(stage) {
  let from = null;
  stage.addEventListener("touchstart", (event) => (from = event.touches.length === 1 ? event.touches[0] : null), { passive: true });
  stage.addEventListener("touchend", (event) => {
    const [x, y] = from ? [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY] : [0, 0];
    if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) byId(x < 0 ? "forward" : "back").click();
  });
}

// On a phone structures are as wide as their letters need, and all of them may be wider than the screen.
const whole = () => (innerWidth > 500 ? 1 : (shown.scale * byId("window").clientWidth) / parseFloat(byId("held").style.minWidth));
const sizes = { smaller: () => zoom(shown.scale / 1.25), larger: () => zoom(shown.scale * 1.25), whole: () => zoom(whole()) };

// Makes a button of every card, and of everything said of a player or a field, of which there is more to say; how many that is.
function make_openable(slot) {
  const all = [...slot.querySelectorAll("use, [data-card], text:not(.node-name)")].filter((one) => things_in(one).length);
  for (const one of all) {
    one.dataset.about = things_in(one).join("\n");
    one.setAttribute("role", "button");
    if (one.localName !== "text") one.setAttribute("aria-label", titles(one)[0]);
  }
  return all.length;
}

const face = (one) => (one.localName === "use" ? document.querySelector(one.getAttribute("href")) : one).dataset;

function things_in(one) {
  if (one.localName !== "text") return [face(one).card].filter((name) => name in data.things);
  const parts = one.textContent.split(/ · |, /).map((part) => part.trim());
  const is = (name) => (part) => part === name || part.endsWith(` ${name}`) || (part.endsWith("…") && name.startsWith(part.slice(0, -1)));
  return Object.keys(data.things).filter((name) => parts.some(is(name)));
}

const titles = (one) => (face(one).name ? [face(one).name] : one.dataset.about.split("\n"));

// A panel with what a card is, or everything that is said in a place: the ruleset's words, and where it has them.
function open_panel(one) {
  const said = byId("panel-said");
  const names = one.dataset.about.split("\n");
  said.replaceChildren();
  names.forEach((name, place) => {
    const list = make("dl");
    for (const [what, text] of data.things[name]) {
      if (what === "set at") list.append(make("dd", text, { class: "set-at" }));
      else list.append(...(what ? [make("dt", what)] : []), make("dd", text));
    }
    said.append(make("h2", titles(one)[place], place ? {} : { id: "panel-title" }), list);
  });
  byId("panel").showModal();
}

// The next thing that can be opened, or the one before, in the same drawing.
function beside(one, way) {
  const all = [...one.ownerSVGElement.querySelectorAll("[data-about]")];
  return all[(all.indexOf(one) + way + all.length) % all.length];
}

function stop() {
  clearInterval(shown.timer);
  shown.timer = 0;
  byId("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (shown.timer) return stop();
  byId("play").setAttribute("aria-pressed", "true");
  shown.timer = setInterval(() => (shown.step < end() ? go(shown.step + 1) : stop()), 900);
}

// The next event at which something was found, from the beginning again after the last.
function fault() {
  const flagged = data.steps.flatMap((step, number) => (step.flag ? [number] : []));
  if (flagged.length) go(flagged.find((number) => number > shown.step) ?? flagged[0]);
}

// The list of events beside the table, or more room for the table.
function fold() {
  const folded = byId("page").classList.toggle("folded");
  byId("fold").setAttribute("aria-expanded", !folded);
  flow();
}

const hash = () => (/^#event-\d+$/.test(location.hash) ? Number(location.hash.slice("#event-".length)) : null);

// Says for a moment on a button that it was done.
function done(button, words) {
  const label = button.textContent;
  button.textContent = words;
  button.disabled = true;
  setTimeout(() => Object.assign(button, { textContent: label, disabled: false }), 1500);
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    done(byId("copy"), "Link copied");
  } catch {
    prompt("The link to this move", location.href);
  }
}

// The table as it is on the page, in its colours, with what happened above it: as one drawing by itself.
function picture() {
  const style = document.querySelector("style").textContent;
  const look = getComputedStyle(document.documentElement);
  const colours = [...new Set(style.match(/--[a-z-]+/g))].map((name) => `${name}: ${look.getPropertyValue(name)}`).join("; ");
  const drawings = ["table", "held"].map(byId).filter((drawing) => !drawing.hasAttribute("hidden"));
  const wide = Math.max(...drawings.map((drawing) => drawing.viewBox.baseVal.width));
  const root = document.createElementNS(SVG, "svg");
  const add = (name, attributes, inside = "") => {
    const part = root.appendChild(document.createElementNS(SVG, name));
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    part.textContent = inside;
  };
  add("style", {}, `${style} svg { ${colours} }`);
  add("rect", { width: "100%", height: "100%", class: "ground" });
  let y = 4;
  for (const line of in_lines(told(shown.step), wide / 9)) add("text", { x: 8, y: (y += 18), class: "title" }, line);
  y += 10;
  for (const drawing of drawings) {
    const { width, height } = drawing.viewBox.baseVal;
    const part = root.appendChild(drawing.cloneNode(true));
    part.removeAttribute("style");
    part.removeAttribute("class");
    for (const [key, value] of Object.entries({ y, width, height })) part.setAttribute(key, value);
    for (const one of part.querySelectorAll("[data-about]")) one.removeAttribute("data-about");
    y += height + 8;
  }
  for (const [key, value] of Object.entries({ xmlns: SVG, width: wide, height: y, class: "drawing" })) root.setAttribute(key, value);
  root.style.cssText = `width: ${wide}px; height: ${y}px`;
  return { source: new XMLSerializer().serializeToString(root), wide, high: y };
}

function in_lines(text, letters) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length > letters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

async function save() {
  const { source, wide, high } = picture();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = Object.assign(make("canvas"), { width: 2 * wide, height: 2 * high });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const name = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "") || "game";
  make("a", "", { href: canvas.toDataURL(), download: `${name}-event-${shown.step}.png` }).click();
  done(byId("save"), "Picture saved");
}

function refresh() {
  shown.seat = byId("seat").value;
  list();
  go(shown.step);
}

const acts = { first: () => go(0), back: () => go(shown.step - 1), forward: () => go(shown.step + 1), last: () => go(end()), play, fault, fold, copy, save, learn };
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play", n: "fault", e: "fold", "-": "smaller", "+": "larger", 0: "whole" };

async function begin() {
  data = spell(await unpack(byId("data").textContent));
  byId("faces").innerHTML = data.faces;
  byId("slider").max = end();
  byId("page").classList.toggle("trees", data.trees);
  byId("page").classList.toggle("board", data.board);
  for (const id of ["table", "held"]) byId(id).toggleAttribute("hidden", !data.steps.some((step) => step[id].length));
  byId("four").parentElement.hidden = !data.four;
  byId("seat").append(...data.players.map((player) => make("option", `as ${player} saw it`, { value: player })));
  for (const [id, act] of Object.entries(acts)) {
    byId(id).addEventListener("click", () => {
      if (!/^(play|fold|copy|save)$/.test(id)) stop();
      act();
    });
  }
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("seat").addEventListener("change", refresh);
  byId("four").addEventListener("change", (event) => document.documentElement.classList.toggle("four", event.target.checked));
  addEventListener("keydown", (event) => {
    const busy = event.target.closest("input, select, textarea") || (event.key === " " && event.target.closest("button, a, summary"));
    const openable = event.target.closest("[data-about]");
    if (openable && /^(Enter| |ArrowUp|ArrowDown)$/.test(event.key)) {
      event.preventDefault();
      if (event.key === "Enter" || event.key === " ") open_panel(openable);
      else beside(openable, event.key === "ArrowDown" ? 1 : -1).focus();
      return;
    }
    if (busy || byId("panel").open || event.ctrlKey || event.metaKey || event.altKey || !byId(keys[event.key])) return;
    event.preventDefault();
    byId(keys[event.key]).click();
  });
  if (data.trees) {
    for (const [id, act] of Object.entries(sizes)) byId(id).addEventListener("click", act);
    zoomable(byId("window"));
    Object.assign(byId("window"), { tabIndex: 0, role: "region", ariaLabel: "The structures" });
  }
  swipeable(document.querySelector(".stage"));
  for (const drawn of document.querySelectorAll(".drawing")) {
    drawn.addEventListener("click", ({ target }) => target.closest("[data-about]") && open_panel(target.closest("[data-about]")));
  }
  byId("panel").addEventListener("click", (event) => event.target === byId("panel") && byId("panel").close());
  addEventListener("resize", flow);
  addEventListener("hashchange", () => hash() !== null && hash() !== shown.step && go(hash()));
  addEventListener("beforeprint", () => [...byId("events").children].forEach((part) => (part.open = true)));
  byId("fault").disabled = !data.steps.some((step) => step.flag);
  byId("learn").hidden = !numbers().some((number) => choices(number).length);
  list();
  window.replay = { go, steps: data.steps.length };
  go(hash() ?? data.opens);
  byId("page").removeAttribute("aria-busy");
}

begin().catch((error) => {
  byId("said").textContent = `This browser cannot unpack the steps (${error.message}); a newer one can.`;
});
