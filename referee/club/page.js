// Sorts a table by the column whose heading is clicked: numbers by size, words and dates by letters; again, the other way round.
const number = (text) => (/^\d{4}-\d/.test(text) ? NaN : parseFloat(text));
for (const table of document.querySelectorAll("table")) {
  table.querySelectorAll("thead th").forEach((heading, column) => {
    const button = document.createElement("button");
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const down = heading.ariaSort === "ascending";
      table.querySelectorAll("thead th").forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = table.tBodies[0];
      const text = (row) => row.cells[column].textContent.trim().replaceAll(",", "");
      const compared = (one, other) => {
        const [a, b] = [number(text(one)), number(text(other))];
        return isNaN(a) || isNaN(b) ? text(one).localeCompare(text(other)) : a - b;
      };
      body.append(...[...body.rows].sort((one, other) => (down ? -1 : 1) * compared(one, other)));
    });
  });
}
