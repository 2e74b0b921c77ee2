import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { tableColumns } from './table-columns.ts';

const server = 'apps/server/src';
const schema = {
  [`${server}/schema/fans.ts`]: `
    export const counter = { workspaceId: workspaceId(), newFans: count('new_fans').notNull() };
    export const fans = pgTable('fans', { workspaceId: workspaceId(), id: id(), displayName: text('shown_name') });
    export const fanDays = pgTable('fan_days', { ...counter, day: date('day').notNull() }, (table) => []);\n`,
  [`${server}/base/mail/tables.ts`]:
    "export const mails = pgTable('mails', { id: id(), to: text('recipient') });\n",
};
const imports = `import { fanDays, fans } from '../../schema/fans.ts';
import { mails as letters } from '../../base/mail/tables.ts';\n`;

const problems = (text: string, file = `${server}/modules/fans/store.ts`) =>
  tableColumns.run(treeOf({ ...schema, [file]: imports + text })).map(({ problem }) => problem);
const column = (name: string) => `the column ${name} is named by text`;

describe('the check of table columns', () => {
  test.each([
    ['select id from ${fans}', 'fans.id'],
    ['select shown_name as name from ${fans}', 'fans.displayName'],
    ['select 1 from ${fans} where workspace_id = ${x}', 'fans.workspaceId'],
    ['select 1 from ${fans} where ${fans}.id = ${x}', 'fans.id'],
    ['select 1 from ${letters} where recipient ilike ${x}', 'letters.to'],
    ['select count(*) filter (where new_fans > 0) from ${fanDays}', 'fanDays.newFans'],
    ['select 1 from ${fanDays} order by day desc limit 1', 'fanDays.day'],
    ["select 1 from ${fanDays} group by date_trunc('month', day)", 'fanDays.day'],
    ['select sum(1) over (partition by day) from ${fanDays}', 'fanDays.day'],
    ['select 1 from only ${fans} where (id) = (${x})', 'fans.id'],
    ['select 1 from ${fans} join ${fanDays} d on shown_name = ${x}', 'fans.displayName'],
    ['select 1 from ${fanDays}, ${letters} where day = ${x}', 'fanDays.day'],
    ['select (select recipient from ${letters} limit 1) from ${fans} f', 'letters.to'],
    ['select 1 from ${fans} f where exists (select from ${letters} where recipient = f.id)', 'letters.to'],
    ['with gone as (delete from ${fans} where id = ${x} returning 1) select 1 from gone', 'fans.id'],
    ['select 1 union all select id from ${fans} order by id', 'fans.id'],
    ['insert into ${letters} (id) select id from ${fans}', 'fans.id'],
    ['insert into ${fans} (id) values (${x}) returning id', 'fans.id'],
    [
      'insert into ${fanDays} (day) values (${x}) on conflict (day) do update set new_fans = new_fans + 1',
      'fanDays.newFans',
    ],
    ['update ${fanDays} set new_fans = new_fans + 1', 'fanDays.newFans'],
    ['update ${fanDays} set new_fans = 0 where day < now()', 'fanDays.day'],
    ['delete from ${letters} where not (recipient = ${x})', 'letters.to'],
  ])('refuses a column of a table without an alias: %s', (statement, name) => {
    expect(problems(`const rows = sql\`${statement}\`;`)).toEqual([column(name)]);
  });

  test.each([
    'const own = sql`id = ${x}`;\ndb.execute(sql`select 1 from ${fans} where ${own}`);',
    'const own = (x: string) => sql`id = ${x}`;\ndb.execute(sql`delete from ${fans} where ${own(1)}`);',
    'function own() {\n  return sql`id = ${x}`;\n}\ndb.execute(sql`delete from ${fans} where ${own()}`);',
    'db.execute(sql`delete from ${fans} where ${all ? sql`true` : sql`id = ${x}`}`);',
  ])('refuses a column in a part of a statement: %s', (text) => {
    expect(problems(text)).toEqual([column('fans.id')]);
  });

  test('reports the line of a column, and the expression to write', () => {
    const file = `${server}/modules/fans/store.ts`;
    const text = `${imports}const rows = sql\`\n  select 1 from \${fans}\n  where id = \${x}\`;`;
    expect(tableColumns.run(treeOf({ ...schema, [file]: text }))).toEqual([
      {
        file,
        line: 5,
        problem: column('fans.id'),
        cure: 'Write ${fans.id}, which the compiler and readers can follow.',
      },
    ]);
  });
});

test.each([
  'select ${fans.id} from ${fans}',
  'select f.id from ${fans} f',
  'select id from ${fans} f',
  'select id from ${fans} as f where shown_name = ${x}',
  'select ${fans.id} as day from ${fans} order by day',
  'select ${fans.id} as "day" from ${fanDays} group by day',
  'select \'id\', "id" from ${fans} -- the id',
  'select id(1) from ${fans}',
  'select 1 from ${fanDays} at time zone ${x}',
  'insert into ${fans} (workspace_id, id) values (1, 2)',
  'insert into ${fans} (id) values (1) on conflict (id) where shown_name <> ${x} do nothing',
  'insert into ${fans} (id) select id from given on conflict do nothing',
  'update ${fanDays} set new_fans = 0, day = ${x}',
  'update ${fanDays} set (new_fans, day) = (select 1, 2)',
  'with gone as (delete from ${fans} returning ${fans.id}) select id from gone',
  'with gone (id) as (select ${fans.id} from ${fans}) select 1 from gone',
  'select id from (select ${fans.id} from ${fans}) f',
  'select t.id from json_to_recordset(${x}) as t (id uuid, day date) join ${fans} on true',
  'select 1 from ${fans} join ${letters} using (id)',
  'select id from ${fans}, ${letters}',
  'select ${fans.id} from ${fans} union select ${letters.id} from ${letters} order by id',
  'select 1 from ${other} where id = ${x}',
])(
  'accepts columns of definitions, aliases and queries, and bare names where nothing else can stand: %s',
  (statement) => {
    expect(problems(`const rows = sql\`${statement}\`;`)).toEqual([]);
  },
);

test.each([
  'db.select({ n: sql`(select 1 from ${fanDays} d where d.day = ${fans}.id)` }).from(fans);',
  'const own = sql`id = ${x}`;\nsql`delete from ${fans} where ${own}`;\nsql`delete from ${letters} where ${own}`;',
  "const text = 'select id from fans';",
])('accepts what it can not decide: %s', (text) => {
  expect(problems(text)).toEqual([]);
});

test('accepts columns named by text in definitions and tests', () => {
  const text = 'sql`select id from ${fans}`;';
  expect(problems(text, `${server}/schema/tags.ts`)).toEqual([]);
  expect(problems(text, `${server}/modules/fans/store.db.test.ts`)).toEqual([]);
});
