import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { sql } from './sql.ts';

const home = 'apps/server/src/modules/fans';
const violations = {
  'a value from the query builder': "import { eq } from 'drizzle-orm';\n",
  'a builder that reads': 'export const all = (db: Db) => db.select().from(fans);\n',
  'a builder that writes': 'export const add = (db: Db) => db.insert(fans).values({ id });\n',
  'a builder that changes': 'export const name = (db: Db) => db.update(fans).set({ name });\n',
  'a builder that deletes': 'export const drop = (db: Db) => db.delete(fans).where(own);\n',
  'a text of SQL': 'export const one = sql`select 1`;\n',
  'a statement run by hand': "export const run = (db: Db) => db.execute('select 1');\n",
};

describe('sql', () => {
  test.each(Object.entries(violations))('%s is refused outside of store.ts and queries.ts', (_, text) => {
    const found = sql.run(treeOf({ [`${home}/service.ts`]: text }));
    expect(found).toMatchObject([{ file: `${home}/service.ts`, line: 1 }]);
    expect(found[0]?.cure).toContain('store.ts');
    expect(sql.run(treeOf({ 'apps/server/src/app.ts': text }))).toHaveLength(1);
  });

  test.each(['store.ts', 'queries.ts', 'imports/store.ts', 'store.db.test.ts'])(
    '%s of a module may',
    (file) => {
      for (const text of Object.values(violations))
        expect(sql.run(treeOf({ [`${home}/${file}`]: text }))).toEqual([]);
    },
  );

  test("base's database and queue may, the rest of base in a store.ts", () => {
    const text = violations['a text of SQL'];
    expect(sql.run(treeOf({ 'apps/server/src/base/db/migrate.ts': text }))).toEqual([]);
    expect(sql.run(treeOf({ 'apps/server/src/base/mail/store.ts': text }))).toEqual([]);
    expect(sql.run(treeOf({ 'apps/server/src/base/http/ready.ts': text }))).toHaveLength(1);
  });

  test('types of the query builder, sets and maps are none of it', () => {
    const text =
      "import type { SQL } from 'drizzle-orm';\nseen.delete(id);\nform.update(x);\nlist.select(one);\n";
    expect(sql.run(treeOf({ [`${home}/service.ts`]: text }))).toEqual([]);
  });
});
