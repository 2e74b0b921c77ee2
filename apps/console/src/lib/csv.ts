/** A spreadsheet would run a cell that begins so as a formula, wherever it came from. */
const formula = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  // The apostrophe is what a person would type to say that it is a text.
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** RFC 4180, with the mark by which spreadsheets know that it is UTF-8. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
