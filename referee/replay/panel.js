// The panel that says what a card or a role is.
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
  if (one.localName !== "text") return [face(one).card].filter((name) => name in about.things);
  const parts = one.textContent.split(/ · |, /).map((part) => part.trim());
  const is = (name) => (part) => part === name || part.endsWith(` ${name}`) || (part.endsWith("…") && name.startsWith(part.slice(0, -1)));
  return Object.keys(about.things).filter((name) => parts.some(is(name)));
}

const titles = (one) => (face(one).name ? [face(one).name] : one.dataset.about.split("\n"));

// A panel with what a card is, or everything that is said in a place: the ruleset's words, and where it has them.
function open_panel(one) {
  const said = byId("panel-said");
  const names = one.dataset.about.split("\n");
  said.replaceChildren();
  names.forEach((name, place) => {
    const list = make("dl");
    for (const [what, text] of about.things[name]) {
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
