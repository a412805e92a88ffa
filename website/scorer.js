// How pages that match a search are ordered: a game, by its name or by the beginning of it, comes before all other pages.
const words_asked = (new URLSearchParams(location.search).get("q") || "").trim().toLowerCase().replace(/^the /, "");
const is_game = (page) => /^rules\/[^/]+\/index$/.test(page);
const is_named = (title) => words_asked !== "" && title.toLowerCase().replace(/^the /, "").startsWith(words_asked);

var Scorer = {
  score: ([page, title, anchor, description, score]) => (is_game(page) && is_named(title) ? 1000 + score : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
