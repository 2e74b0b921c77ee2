import type pg from 'pg';

type Options = {
  /** LIKE patterns of tables to leave out. */
  except?: readonly string[];
  /** Columns that the server changes on its own. */
  without: readonly string[];
};

/** Tables that each server derives from other rows, with a short delay. */
const derivedLater = ['message_words', 'messages_to_index'];

type EveryRow = { table: string; row: string }[];

/**
 * Returns a function that reads every row of every table, in one statement that is planned once: for tests that compare all
 * data after each request. With a workspace, it reads that workspace's rows, from the tables that have workspaces.
 */
export async function everyRowReader(
  pool: pg.Pool,
  { except = [], without }: Options,
): Promise<(workspaceId?: string) => Promise<EveryRow>> {
  const { rows: tables } = await pool.query<{ name: string; owned: boolean }>(
    `select t.tablename as name, exists (select from information_schema.columns c where c.table_schema = 'public'
       and c.table_name = t.tablename and c.column_name = 'workspace_id') as owned
     from pg_tables t where t.schemaname = 'public' and not t.tablename like any($1)`,
    [[...except, ...derivedLater]],
  );
  const textOf = (names: readonly { name: string }[], whose: string) =>
    `${names
      .map(
        ({ name }) =>
          `select '${name}' as table, (to_jsonb(t) - $1::text[])::text as row from "${name}" t where ${whose}`,
      )
      .join(' union all ')} order by 1, 2`;
  const ofAll = { name: 'every row', text: textOf(tables, 'true') };
  const owned = tables.filter((table) => table.owned);
  const ofOne = { name: 'every row of a workspace', text: textOf(owned, 'workspace_id = $2') };
  return async (workspaceId) => {
    const statement =
      workspaceId === undefined
        ? { ...ofAll, values: [without] }
        : { ...ofOne, values: [without, workspaceId] };
    return (await pool.query<EveryRow[number]>(statement)).rows;
  };
}
