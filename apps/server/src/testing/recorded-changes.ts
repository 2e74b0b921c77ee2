import type pg from 'pg';

type Options = {
  /** LIKE patterns of tables to leave out. */
  except?: readonly string[];
  /** Columns that the server changes on its own. */
  without: readonly string[];
};

/** Tables that each server derives from other rows, with a short delay. */
const derivedLater = ['message_words', 'messages_to_index'];

/** A row that was inserted has no `before`, a deleted one no `after`. */
type Change = { table: string; before: object | null; after: object | null };

/**
 * Makes the database record each change of a row, for tests that compare all data after each request. Returns a function that
 * returns the changes since its last call, those of one workspace or all. Reading every row instead would take far longer, and
 * would miss what changes back.
 */
export async function recordChanges(
  pool: pg.Pool,
  { except = [], without }: Options,
): Promise<(workspaceId?: string) => Promise<Change[]>> {
  await pool.query(recorder);
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not relname like any($1)`,
    [[...except, ...derivedLater]],
  );
  const columns = without.map((column) => `'${column}'`).join(', ');
  // One at a time: locks on several tables could wait for those of the running server, and it for them.
  for (const { name } of tables) {
    await pool.query(
      `create trigger recorded after insert or update or delete on ${name}
       for each row execute function recorded.record(${columns})`,
    );
  }
  return async (workspaceId) => {
    const { rows } = await pool.query<Change>(
      'delete from recorded.changes returning "table", before, after',
    );
    if (workspaceId === undefined) return rows;
    return rows.filter((change) => [change.before, change.after].some((row) => isOf(workspaceId, row)));
  };
}

const isOf = (workspaceId: string, row: object | null) =>
  row !== null && 'workspace_id' in row && row.workspace_id === workspaceId;

const recorder = `
  create schema recorded;
  create unlogged table recorded.changes ("table" text, before jsonb, after jsonb);
  create function recorded.record() returns trigger language plpgsql as $$
  declare
    before jsonb := to_jsonb(old) - tg_argv;
    after jsonb := to_jsonb(new) - tg_argv;
  begin
    if before is distinct from after then
      insert into recorded.changes values (tg_table_name, before, after);
    end if;
    return null;
  end $$`;
