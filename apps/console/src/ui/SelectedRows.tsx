import type { ReactNode } from 'react';

type Properties<Row> = { rows: readonly Row[]; nameOf: (row: Row) => ReactNode };

/** Names the rows that a confirmation is about; a long list scrolls. */
export function SelectedRows<Row extends { id: string }>({ rows, nameOf }: Properties<Row>) {
  return (
    <ul className="selected-rows">
      {rows.map((row) => (
        <li key={row.id}>{nameOf(row)}</li>
      ))}
    </ul>
  );
}
