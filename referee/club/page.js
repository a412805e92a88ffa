// Sorts a table by the column whose heading is clicked: numbers by size, words by letters; again, the other way round.
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
        const [a, b] = [parseFloat(text(one)), parseFloat(text(other))];
        return isNaN(a) || isNaN(b) ? text(one).localeCompare(text(other)) : a - b;
      };
      body.append(...[...body.rows].sort((one, other) => (down ? -1 : 1) * compared(one, other)));
    });
  });
}
