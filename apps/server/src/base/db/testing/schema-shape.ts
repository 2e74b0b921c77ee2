/** Reads the parts of a schema on which code relies, and finds what a migration breaks of them. */
import type pg from 'pg';

export type Column = {
  table: string;
  name: string;
  /** As PostgreSQL writes it, e.g. `timestamp with time zone`. */
  type: string;
  nullable: boolean;
  /** Rows may be inserted without it. */
  optional: boolean;
  /** Computed by the database, so never written. */
  generated: boolean;
};

/** `definition` is the index's, without its name; `columns` are those that it includes, e.g. `mails.id`. */
type UniqueKey = { name: string; table: string; definition: string; columns: string[] };

export type Shape = { tables: string[]; columns: Column[]; uniqueKeys: UniqueKey[]; unproven: string[] };

const tablesSql = `
  select oid, relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> 'schema_migrations'`;

/** Returns the tables of `public`, without individual partitions, and everything in them on which code can rely. */
export async function readShape(client: pg.Client | pg.Pool): Promise<Shape> {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  const tables = await rows<{ name: string }>(`${tablesSql} order by name`);
  const columns = await rows<Column>(`
    select t.name as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, a.attgenerated <> '' as generated,
      not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
    from (${tablesSql}) t join pg_attribute a on a.attrelid = t.oid
    where a.attnum > 0 and not a.attisdropped order by t.name, a.attnum`);
  const uniqueKeys = await rows<UniqueKey>(`
    select c.relname as name, t.name as table,
      regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ON ', ' INDEX ON ') as definition,
      array(select t.name || '.' || a.attname from pg_attribute a
            where a.attrelid = t.oid and a.attnum = any(i.indkey)) as columns
    from (${tablesSql}) t join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = i.indexrelid
    where i.indisunique order by c.relname`);
  const unproven = await rows<{ name: string }>(`
    select conname as name from pg_constraint where not convalidated
    union all select indexrelid::regclass::text from pg_index where not indisvalid`);
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  return { tables: names(tables), columns, uniqueKeys, unproven: names(unproven) };
}

const nameOf = ({ table, name }: Column) => `${table}.${name}`;

/**
 * Returns what in `after` breaks code that was written for `before` and still runs during the migration (expand first,
 * contract later). `dropped` is what the migration declares unused and removes: tables, columns as `table.column`, names of
 * unique indexes.
 */
export function findIncompatibilities(before: Shape, after: Shape, dropped: readonly string[]): string[] {
  const gone = goneBetween(before, after);
  const faults = [
    ...gone
      .filter((name) => !dropped.includes(name))
      .map((name) => `takes ${name} away, which code that still runs uses`),
    ...dropped
      .filter((name) => !gone.includes(name))
      .map((name) => `says that it drops ${name}, and doesn't`),
    ...after.unproven.map((name) => `leaves ${name} unproven`),
  ];
  const known = new Map(before.columns.map((column) => [nameOf(column), column]));
  const added = after.columns.filter((column) => !known.has(nameOf(column)));
  if (dropped.length > 0 && added.length > 0) {
    faults.push(`takes away and adds ${added.map(nameOf).join(', ')} at once: these are two migrations`);
  }
  for (const column of after.columns) {
    const old = known.get(nameOf(column));
    if (old !== undefined && old.type !== column.type) {
      faults.push(`makes ${nameOf(column)} of ${old.type} into ${column.type}: a new type is a new column`);
    }
    if (before.tables.includes(column.table) && !column.optional && (old?.optional ?? true)) {
      faults.push(`asks for ${nameOf(column)}, which code that still runs doesn't write`);
    }
  }
  return faults;
}

/** Returns what was removed, omitting what is dropped together with its table or column. */
function goneBetween(before: Shape, after: Shape): string[] {
  const columns = new Set(after.columns.map(nameOf));
  const definitions = new Set(after.uniqueKeys.map((key) => key.definition));
  return [
    ...before.tables.filter((table) => !after.tables.includes(table)),
    ...before.columns
      .filter((column) => after.tables.includes(column.table) && !columns.has(nameOf(column)))
      .map(nameOf),
    ...before.uniqueKeys
      .filter((key) => after.tables.includes(key.table) && key.columns.every((column) => columns.has(column)))
      .filter((key) => !definitions.has(key.definition))
      .map((key) => key.name),
  ];
}
