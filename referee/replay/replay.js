// Steps through what was prepared: every state, move, verdict and sentence comes from the file. Nothing here knows a game.
const byId = (id) => document.getElementById(id);
const head = JSON.parse(byId("head").textContent);
const shown = { step: -1, seat: "", ask: false, answer: null, timer: 0, scale: 1, stepped: 0 };
const unpacked = new Map();
let index = [];
let about = { things: {}, rules: {} };

// Base 85: four bytes in five letters, all of which HTML leaves alone.
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%.()*+-;,=/?@^_`{|}~";

function bytes(text) {
  const whole = text.padEnd(Math.ceil(text.length / 5) * 5, "~");
  const numbers = whole.match(/.{5}/g).map((five) => [...five].reduce((sum, letter) => sum * 85 + LETTERS.indexOf(letter), 0));
  const made = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, place) => made.setUint32(4 * place, number));
  return new Uint8Array(made.buffer, 0, made.byteLength - (whole.length - text.length));
}

async function unpack(id) {
  const stream = new Blob([bytes(byId(id).textContent.trim())]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

// A block of steps, unpacked when it is first needed. A step names its parts by the difference from the step before.
function block(number) {
  if (!unpacked.has(number)) {
    unpacked.set(number, unpack(`steps-${number}`).then((found) => {
      let before = [];
      found.steps.parts = found.steps.parts.map((all) => (before = all.map((more, place) => more + (before[place] || 0))));
      found.parts = found.parts[0].map((_, part) => found.parts.map((column) => column[part]));
      return found;
    }));
  }
  return unpacked.get(number);
}

function make(name, words, attributes = {}) {
  const made = document.createElement(name);
  if (words) made.textContent = words;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// What may be told of an event to whoever sits in the chosen seat.
function told(number) {
  const [said, others, who] = index[number];
  return shown.seat && others && who !== shown.seat ? others : said;
}

const SVG = "http://www.w3.org/2000/svg";

// The parts of a drawing: those in the middle of the table, and what the players hold.
function draw(step, parts, tags) {
  for (const [held, id] of ["table", "held"].entries()) {
    const into = byId(id);
    if (into) fill(into, step.parts.filter((part) => parts[part][5] === held), step.high[held], parts, tags);
  }
}

function fill(into, ids, high, parts, tags) {
  into.viewBox.baseVal.height = high;
  const slots = [...into.querySelectorAll(":scope > g")];
  ids.forEach((id, place) => {
    const slot = slots[place] || into.appendChild(document.createElementNS(SVG, "g"));
    const key = `${id}-${shown.seat}`;
    if (slot.source === parts && slot.key === key) return;
    const [inside, says, x, y, owner] = parts[id];
    const text = (numbers) => numbers.map((one) => tags[one]).join("");
    slot.innerHTML = text(inside);
    slot.setAttribute("transform", `translate(${x} ${y})`);
    slot.dataset.owner = owner;
    if (owner && shown.seat && owner !== shown.seat) turn_over(slot);
    slot.setAttribute("role", make_openable(slot) ? "group" : "img");
    slot.setAttribute("aria-label", in_words(slot, text(says)));
    slot.source = parts;
    slot.key = key;
  });
  for (const slot of slots.slice(ids.length)) slot.remove();
  [...into.querySelectorAll("[data-about]")].forEach((one, place) => one.setAttribute("tabindex", place ? -1 : 0));
  if (into.id === "held") flow(into);
}

// Sets what the players hold next to each other as far as there is room, and below: on a narrow screen one by one.
function flow(into) {
  const boxes = [...into.querySelectorAll(":scope > g")].map((slot) => [slot, slot.getBBox()]);
  const widest = Math.max(...boxes.map(([, box]) => box.x + box.width), head.narrow);
  const room = into.parentElement.clientWidth;
  const hands = Math.max(1, Math.floor(room / head.narrow / 1.08)) * (head.narrow + 16) - 16;
  const wide = Math.max(widest, head.trees ? room / (innerWidth > 500 ? 1.25 : 1) - 12 : hands);
  let [x, y, low] = [0, 2, 0];
  for (const [slot, box] of boxes) {
    if (x && x + box.x + box.width > wide) [x, y] = [0, low];
    slot.setAttribute("transform", `translate(${x} ${y})`);
    x = Math.max(x + box.x + box.width, x + head.narrow * !head.trees) + 16;
    low = Math.max(low, y + box.y + box.height + 8);
  }
  Object.assign(into.viewBox.baseVal, { width: wide + 12, height: low });
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
  const title = { violation: "Against the rules", accepted: "Let stand", doubt: "Doubt", reading: "Reading", complaint: "Cannot be judged" };
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

const in_full = (move) => move.says || move.written;
const are_short = (moves) => moves.every((move) => in_full(move).length <= 32);

// A move in words, with its notation as the tooltip.
const phrase = (name, move, words = move.says) => make(name, words || move.written, words ? { title: move.written } : {});

// Moves in a list; short ones in a line for each verb: play the Two of Clubs, the Five of Clubs.
function listed(moves) {
  if (!are_short(moves)) {
    const all = make("ul");
    all.append(...moves.map((move) => phrase("li", move)));
    return [all];
  }
  const verb_of = (move) => (move.says ? move.says.split(" ")[0] : "");
  return [...grouped(moves, verb_of)].map(([verb, some]) => {
    const line = make("p", verb ? `${verb} ` : "");
    some.forEach((move, place) => line.append(place ? ", " : "", phrase("span", move, in_full(move).slice(verb.length).trim())));
    return line;
  });
}

// What the chosen seat may do next, and what rules the rest out: everybody's moves where all hands are shown.
function next(step, named) {
  const box = byId("next");
  box.replaceChildren(make("p", step.doing ? `Next: ${step.doing}.` : ""));
  const seen = step.choices.filter(([who]) => !shown.seat || who === shown.seat);
  const legal = seen.flatMap(([, moves]) => named(moves));
  const count = (moves) => (moves.length === 1 ? "1 move" : `${moves.length} moves`);
  if (legal.length) box.append(folded(`Legal: ${count(legal)}`, listed(legal), legal.length < 6 || are_short(legal)));
  for (const [rule, all] of grouped(seen.flatMap(([, , out]) => out), ([rule]) => rule)) {
    const moves = all.flatMap(([, , some]) => named(some));
    const short = moves.map((move) => move.written).join(", ");
    const text = about.rules[rule] ? [make("blockquote", about.rules[rule])] : [];
    const why = all.flatMap(([, why, some]) => named(some).map((move) => make("p", why.replaceAll("{}", move.written))));
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

function quiz(step, named) {
  const box = byId("quiz");
  const own = step.choices[0][1];
  const asks = shown.ask && shown.seat && step.toAct === shown.seat && own.length > 1 && shown.step < head.steps - 1;
  const answered = shown.answer && shown.answer.step === shown.step;
  box.hidden = !(asks || answered);
  box.replaceChildren();
  if (answered) box.append(make("p", `You would have chosen: ${shown.answer.move}. At the table: ${index[shown.step][0]}`));
  if (!asks) return;
  stop();
  box.append(make("p", `${shown.seat}, what would you do?`));
  for (const move of named(own)) {
    const button = phrase("button", move);
    button.addEventListener("click", () => {
      shown.answer = { step: shown.step + 1, move: button.textContent };
      go(shown.step + 1);
    });
    box.append(button);
  }
}

async function go(to) {
  const number = Math.max(0, Math.min(head.steps - 1, to));
  shown.step = number;
  const { parts, tags, moves, says, steps } = await block(Math.floor(number / head.block));
  if (shown.step !== number) return;
  const step = Object.fromEntries(Object.entries(steps).map(([what, all]) => [what, all[number % head.block]]));
  const named = (numbers) => numbers.map((move) => ({ written: moves[move], says: says[move] }));
  const before = places();
  draw(step, parts, tags);
  glide(before);
  shown.stepped = performance.now();
  byId("page").dataset.step = number;
  byId("where").textContent = step.title;
  byId("lines").replaceChildren(...step.lines.map((line) => make("li", line)));
  const spot = index[number][5].join(", ");
  byId("said").replaceChildren(
    make("small", number ? `Event ${number} of ${head.steps - 1}${spot ? ` · ${spot}` : ""} · line ${index[number][3]}` : "Before the first event"),
    make("span", told(number), index[number][7] ? { title: index[number][7] } : {}),
    ...step.why.map((why) => make("em", why)),
  );
  byId("found").replaceChildren(...step.found.map(finding));
  next(step, named);
  quiz(step, named);
  controls(number);
  mark(number);
  pad(number);
  if (location.hash !== `#event-${number}`) history.replaceState(null, "", `#event-${number}`);
}

function controls(number) {
  const slider = byId("slider");
  slider.value = number;
  slider.setAttribute("aria-valuetext", `event ${number}: ${told(number)}`);
  byId("first").disabled = byId("back").disabled = number === 0;
  byId("last").disabled = byId("forward").disabled = number === head.steps - 1;
  const now = byId("now");
  if (now) now.setAttribute("transform", `translate(${(now.dataset.across * number) / Math.max(1, head.steps - 1)} 0)`);
}

// The list of events: a part for each hand, filled when it is opened.
function list() {
  const box = byId("events");
  box.replaceChildren();
  let part = null;
  index.forEach(([, , , , flag, spot], number) => {
    const name = spot[0] || "";
    if (!part || part.name !== name) {
      part = make("details");
      Object.assign(part, { name, from: number, flag: 0 });
      part.append(make("summary", name || "Events"));
      part.addEventListener("toggle", () => part_filled(part_of(number)));
      box.append(part);
    }
    part.to = number;
    part.flag = Math.max(part.flag, flag);
    if (part.flag === flag && flag) part.firstElementChild.textContent = `${name || "Events"} ${sign(flag)}`;
  });
}

const sign = (flag) => ["", "?", "✗"][flag];
const part_of = (number) => [...byId("events").children].find((part) => part.from <= number && number <= part.to);

function part_filled(part) {
  if (part.children.length > 1) return;
  let under = "";
  let items = make("ol");
  part.append(items);
  for (let number = part.from; number <= part.to; number += 1) {
    const spot = index[number][5].slice(1).join(", ");
    if (spot !== under) {
      under = spot;
      items = make("ol");
      part.append(make("h3", spot), items);
    }
    const line = make("li");
    const link = make("a", "", { href: `#event-${number}`, "data-number": number, title: index[number][7] });
    words(link, number);
    line.append(link);
    items.append(line);
  }
}

function words(link, number) {
  const flag = index[number][4];
  const unknown = shown.ask && shown.seat && number > shown.step;
  link.replaceChildren(`${number}  ${unknown ? "…" : told(number)}`);
  if (flag) link.append(" ", make("span", sign(flag), { class: "mark", title: flag === 2 ? "fault" : "doubt" }));
}

function mark(number) {
  const box = byId("events");
  const part = part_of(number);
  part.open = true;
  part_filled(part);
  for (const link of box.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const link = part.querySelector(`[data-number="${number}"]`);
  link.setAttribute("aria-current", "step");
  if (shown.ask) for (const one of box.querySelectorAll("a")) words(one, Number(one.dataset.number));
  const top = link.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - box.clientHeight / 2;
}

// The score pad as it stood: hands and rounds that were scored by then; sums and what came later at the end.
function pad(number) {
  const end = number === head.steps - 1;
  const now = Number(/\d+$/.exec(index[number][5][0] || "")?.[0] || 0);
  const totals = (step) => index[step][6].join();
  const scored = totals(number) !== totals(part_of(number).from);
  const later = (row) => !(Number(row.cells[0].textContent) < now + scored);
  for (const row of document.querySelectorAll(".pad [data-by] tbody tr")) row.hidden = !end && later(row);
}

function stop() {
  clearInterval(shown.timer);
  shown.timer = 0;
  byId("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (shown.timer) return stop();
  byId("play").setAttribute("aria-pressed", "true");
  shown.timer = setInterval(() => (shown.step < head.steps - 1 ? go(shown.step + 1) : stop()), 900);
}

// The next event at which something was found, from the beginning again after the last.
function fault() {
  const flagged = index.flatMap((entry, number) => (entry[4] ? [number] : []));
  if (flagged.length) go(flagged.find((number) => number > shown.step) ?? flagged[0]);
}

// The list and the score beside the table, or more room for the table.
function fold() {
  const folded = byId("page").classList.toggle("folded");
  byId("fold").setAttribute("aria-expanded", !folded);
  if (byId("held")) flow(byId("held"));
}

const hash = () => (/^#event-\d+$/.test(location.hash) ? Number(location.hash.slice("#event-".length)) : null);

function refresh() {
  shown.seat = byId("seat").value;
  byId("ask").disabled = !shown.seat;
  shown.ask = byId("ask").checked && !!shown.seat;
  document.querySelector(".score")?.toggleAttribute("hidden", shown.ask);
  list();
  go(shown.step);
}

const acts = { first: () => go(0), back: () => go(shown.step - 1), forward: () => go(shown.step + 1), last: () => go(head.steps - 1), play, fault, fold };
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play", n: "fault", e: "fold", "-": "smaller", "+": "larger", 0: "whole" };

async function begin() {
  byId("faces").innerHTML = await unpack("packed-faces");
  about = await unpack("packed-about");
  const columns = await unpack("index");
  index = columns[0].map((_, number) => columns.map((column) => column[number]));
  for (const [id, act] of Object.entries(acts)) {
    byId(id).addEventListener("click", () => {
      if (id !== "play" && id !== "fold") stop();
      act();
    });
  }
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("seat").addEventListener("change", refresh);
  byId("ask").addEventListener("change", refresh);
  byId("four")?.addEventListener("change", (event) => document.documentElement.classList.toggle("four", event.target.checked));
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
  if (head.trees) {
    for (const [id, act] of Object.entries(sizes)) byId(id).addEventListener("click", act);
    zoomable(byId("window"));
  }
  swipeable(document.querySelector(".stage"));
  for (const drawn of document.querySelectorAll(".drawing")) {
    drawn.addEventListener("click", ({ target }) => target.closest("[data-about]") && open_panel(target.closest("[data-about]")));
  }
  byId("panel").addEventListener("click", (event) => event.target === byId("panel") && byId("panel").close());
  addEventListener("resize", () => byId("held") && flow(byId("held")));
  addEventListener("hashchange", () => hash() !== null && hash() !== shown.step && go(hash()));
  addEventListener("beforeprint", () => [...byId("events").children].forEach((part) => {
    part.open = true;
    part_filled(part);
  }));
  byId("fault").disabled = !index.some((entry) => entry[4]);
  list();
  const first = index.findIndex((entry) => entry[4] === 2);
  await go(hash() ?? Math.max(0, first));
  byId("page").removeAttribute("aria-busy");
}

window.replay = { go, steps: head.steps };
begin().catch((error) => {
  byId("said").textContent = `This browser cannot unpack the steps (${error.message}); a newer one can.`;
});
