import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { tableOwners } from './table-owners.ts';

const server = 'apps/server/src';
const schema = {
  [`${server}/schema/fans.ts`]: "export const fans = pgTable('fans', {});\n",
  [`${server}/schema/sub-accounts.ts`]: "export const subAccounts = pgTable('sub_accounts', {});\n",
  [`${server}/base/mail/tables.ts`]: "export const mails = pgTable('mails', {});\n",
};
const run = (text: string, file = `${server}/modules/fans/store.ts`) =>
  tableOwners.run(treeOf({ ...schema, [file]: text }));

describe('a table', () => {
  test.each([
    'select 1 from sub_accounts a',
    'select 1 from only sub_accounts',
    'select 1 from ${fans} f join sub_accounts a on true',
    'insert into mails (id) values (1)',
    'update mails set id = 1',
    'delete from ${fans} f using sub_accounts a',
    'select sub_accounts.id from ${x}',
    'select 1 from public.sub_accounts',
    'truncate mails',
    'truncate table mails',
    'merge into mails m using ${x} on true',
    'lock table mails',
    'select 1 FROM sub_accounts',
    'select 1 from "sub_accounts" a',
    'select 1 from ${fans} f, sub_accounts a where true',
    'select 1 from pg_class c, sub_accounts a',
    "select 1 from ${sql.identifier('sub_accounts')} a",
    "select 1 from ${sql.raw('mails')} a",
  ])('refuses a table that is named by text: %s', (statement) => {
    expect(run(`\nconst rows = sql\`${statement}\`;\n`)).toMatchObject([
      { line: 2, problem: expect.stringMatching(/^the table (sub_accounts|mails) is named by text$/) },
    ]);
  });

  test.each([
    "client.query('select 1 from sub_accounts');",
    'pool.query(`select ${columns} from public.sub_accounts`);',
    "many('insert into mails (id) values ($1)', [id]);",
    "const text = 'delete from mails';",
    "client.query('with gone as (delete from sub_accounts returning id) select 1');",
    'client.query(`copy sub_accounts to stdout`);',
  ])('refuses a table that is named in the text of a statement for the driver: %s', (statement) => {
    expect(run(`\n${statement}\n`)).toMatchObject([
      { line: 2, problem: expect.stringMatching(/^the table (sub_accounts|mails) is named by text$/) },
    ]);
  });

  test.each([
    "log.info('letters were taken from mails');",
    "client.query('select 1 from pg_class');",
    'client.query(`select 1 from ${table}`);',
    "client.query('create table mails (id uuid)');",
  ])('accepts other texts: %s', (statement) => {
    expect(run(statement)).toEqual([]);
  });

  test.each([
    'select 1 from ${subAccounts} a',
    'select a.mails from ${subAccounts} a',
    'select fans_total from ${x}',
    'select from fans(1)',
    'select 1 from ${subAccounts} a order by a.name, mails',
    'select a.name, mails from ${subAccounts} a, ${fans} f',
  ])(
    'accepts a table that is named by its definition, and takes columns and functions for none: %s',
    (statement) => {
      expect(run(`const rows = sql\`${statement}\`;`)).toEqual([]);
    },
  );

  test('accepts a table named by text where it is defined, and in tests', () => {
    const text = 'const rows = sql`select 1 from fans`;';
    expect(run(text, `${server}/schema/other.ts`)).toEqual([]);
    expect(run(text, `${server}/modules/fans/store.db.test.ts`)).toEqual([]);
  });
});

describe('a row', () => {
  const imports = "import { subAccounts as desks } from '../../schema/sub-accounts.ts';\n";
  test.each([
    'db.insert(desks).values({});',
    'db.update(desks).set({});',
    'db.delete(desks).where(own);',
    'sql`insert into ${desks} (id) values (1)`;',
    'sql`update only ${desks} set id = 1`;',
    'sql`with gone as (delete from ${desks} returning id) select 1`;',
  ])('lets the owner alone write a row: %s', (statement) => {
    expect(run(imports + statement)).toMatchObject([
      { line: 2, problem: 'desks is written outside of its owner' },
    ]);
    expect(run(imports + statement, `${server}/modules/sub-accounts/store.ts`)).toEqual([]);
  });

  test('belongs to the module whose folder in schema/ defines its table', () => {
    const tags = { [`${server}/schema/fans/tags.ts`]: "export const fanTags = pgTable('fan_tags', {});\n" };
    const text =
      "import { fanTags } from '../../schema/fans/tags.ts';\ndb.delete(fanTags);\nsql`select 1 from fan_tags`;";
    const found = (module: string) =>
      tableOwners.run(treeOf({ ...schema, ...tags, [`${server}/modules/${module}/store.ts`]: text }));
    expect(found('fans')).toMatchObject([{ problem: 'the table fan_tags is named by text' }]);
    expect(found('sub-accounts')).toHaveLength(2);
  });

  test.each([
    'sql`truncate ${desks}`;',
    'const gone = desks;\ndb.delete(gone);',
    'const either = all ? desks : own;\ndb.delete(either);',
    'for (const table of [desks, own]) await db.delete(table);',
    'db.delete(all ? own : desks);',
    'sql`truncate table ${desks}`;',
    'sql`merge into ${desks} d using ${x} on true`;',
    'db.delete(own ?? desks);',
    'db.delete(desks as never);',
    'db.delete(desks satisfies object);',
    "const gone = alias(desks, 'gone');\ndb.delete(gone);",
  ])('finds a row that is written under a local name: %s', (statement) => {
    expect(run(imports + statement)).toMatchObject([
      { problem: expect.stringMatching(/ is written outside of its owner$/) },
    ]);
    expect(run(imports + statement, `${server}/modules/sub-accounts/store.ts`)).toEqual([]);
  });

  test.each([
    'db.delete(schema.subAccounts);',
    'sql`update ${schema.subAccounts} set id = 1`;',
    'const { subAccounts: desks } = schema;\ndb.insert(desks);',
    'const desks = schema.subAccounts;\ndb.insert(desks);',
  ])('finds a row that is written through a namespace: %s', (statement) => {
    const namespace = "import * as schema from '../../schema/sub-accounts.ts';\n";
    expect(run(namespace + statement)).toMatchObject([
      { problem: expect.stringMatching(/ is written outside of its owner$/) },
    ]);
    expect(run(namespace + statement, `${server}/modules/sub-accounts/store.ts`)).toEqual([]);
  });

  test('belongs to no module that exports its table again', () => {
    const text = "export { subAccounts } from '../../schema/sub-accounts.ts';";
    expect(run(text)).toMatchObject([{ line: 1, problem: 'a table is exported again' }]);
    expect(run("export type { Row } from '../../schema/sub-accounts.ts';")).toEqual([]);
  });

  test.each(['db.insert(mails);', 'sql`delete from ${mails}`;'])(
    'lets the folder of base alone write what it defines: %s',
    (statement) => {
      const from = (folder: string) => `import { mails } from '${folder}/tables.ts';\n${statement}`;
      expect(run(from('../../base/mail'))).toMatchObject([
        { problem: 'mails is written outside of its owner' },
      ]);
      expect(run(from('../mail'), `${server}/base/db/store.ts`)).toHaveLength(1);
      expect(run(from('.'), `${server}/base/mail/store.ts`)).toEqual([]);
    },
  );

  test.each(['sql`select 1 from ${desks}`;', 'db.select().from(desks);', 'seen.delete(other);'])(
    'lets any module read a row: %s',
    (statement) => {
      expect(run(imports + statement)).toEqual([]);
    },
  );
});
