// Motion: structures zoom, cards glide, a finger steps.
// Structures are drawn larger or smaller in their window, where they scroll; what is at a point of the screen stays there.
function zoom(scale, x = innerWidth / 2, y = innerHeight / 2) {
  const [into, frame] = [byId("held"), byId("window")];
  const before = into.getBoundingClientRect();
  shown.scale = Math.max(0.4, Math.min(4, scale));
  frame.classList.toggle("zoomed", shown.scale > 1);
  flow(into);
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
