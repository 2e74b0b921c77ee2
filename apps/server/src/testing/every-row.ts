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

type Table = { name: string; owned: boolean };

/**
 * Returns a function that reads every row of every table, in one statement that is planned once: for tests that compare all
 * data after each request. With a workspace, it reads that workspace's rows, from the tables that have workspaces. Where no
 * row was written since the last call, the result is that of the last call.
 */
export async function everyRowReader(
  pool: pg.Pool,
  { except = [], without }: Options,
): Promise<(workspaceId?: string) => Promise<EveryRow>> {
  const { rows: tables } = await pool.query<Table>(
    `select t.tablename as name, exists (select from information_schema.columns c where c.table_schema = 'public'
       and c.table_name = t.tablename and c.column_name = 'workspace_id') as owned
     from pg_tables t where t.schemaname = 'public' and not t.tablename like any($1)`,
    [[...except, ...derivedLater]],
  );
  const ofAll = statementsOf('every row', tables, 'true');
  const ofOne = statementsOf(
    'every row of a workspace',
    tables.filter(({ owned }) => owned),
    'workspace_id = $1',
  );
  const last = new Map<string | undefined, { versions: string; everyRow: EveryRow }>();
  return async (workspaceId) => {
    const [{ rows, versions }, whose] = workspaceId === undefined ? [ofAll, []] : [ofOne, [workspaceId]];
    // Read first: what is written between the two is then seen as new by the next call.
    const now = JSON.stringify((await pool.query({ ...versions, values: whose })).rows);
    const known = last.get(workspaceId);
    if (known?.versions === now) return known.everyRow;
    const everyRow = (await pool.query<EveryRow[number]>({ ...rows, values: [...whose, without] })).rows;
    last.set(workspaceId, { versions: now, everyRow });
    return everyRow;
  };
}

/**
 * Returns the statement that reads the rows, and one that reads the places and transactions of their versions, which every
 * insert, update and deletion changes: without any values, it takes a fifth of the time.
 */
function statementsOf(name: string, tables: readonly Table[], whose: string) {
  const union = (select: (table: string) => string) =>
    tables.map((table) => `${select(table.name)} from "${table.name}" t where ${whose}`).join(' union all ');
  const without = whose === 'true' ? '$1' : '$2';
  const rows = union(
    (table) => `select '${table}' as table, (to_jsonb(t) - ${without}::text[])::text as row`,
  );
  const versions = union(
    () => `select count(*), bit_xor(hashtextextended(t.tableoid || t.ctid::text || t.xmin, 0))`,
  );
  return {
    rows: { name, text: `${rows} order by 1, 2` },
    versions: { name: `versions of ${name}`, text: versions },
  };
}
