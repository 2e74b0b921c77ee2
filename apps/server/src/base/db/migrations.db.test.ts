/** Finds migrations that lose something on a full database or break code that still runs; Parley's own: `full-database.db`. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '@parley/embedded-postgres/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrateFull } from './testing/full-database.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('migrations of a full database', () => {
  const notes = `create table notes (
      workspace_id uuid not null, id int primary key, text text not null, remark text, done boolean not null default false,
      state text not null check (state in ('open', 'shut')));
    create unique index notes_text on notes (workspace_id, text);
    create table lines (id int primary key, note_id int not null references notes (id))`;
  const rows = `insert into notes values (gen_random_uuid(), 1, 'one', null, true, 'open'),
      (gen_random_uuid(), 2, 'two', '', false, 'shut');
    insert into lines values (1, 1), (2, 2), (3, 2)`;

  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-bad-migrations-'));
    await mkdir(join(folder, 'testing'));
    await writeFile(join(folder, '0010-notes.sql'), notes);
    await writeFile(join(folder, 'testing/0010-notes.rows.sql'), rows);
    return () => rm(folder, { recursive: true });
  });

  /** Returns the faults of a second migration with this SQL; `filled` are its rows. */
  async function faultsOf(migration: string, filled = ''): Promise<string[]> {
    await writeFile(join(folder, '0020-next.sql'), migration);
    await writeFile(join(folder, 'testing/0020-next.rows.sql'), filled);
    return migrateFull(database.url, folder);
  }

  it.each([
    [
      'a column that must not be null and has no value',
      'alter table notes add author text not null',
      ['0020-next.sql fails: column "author" of relation "notes" contains null values'],
    ],
    [
      'a column that has to be written from now on',
      `alter table notes add author text not null default ''; alter table notes alter author drop default`,
      [
        "0020-next.sql asks for notes.author, which code that still runs doesn't write",
        expect.stringMatching(/^0020-next\.sql refuses .*null value in column "author"/),
      ],
    ],
    [
      'a default that goes',
      'alter table notes alter done drop default',
      ["0020-next.sql asks for notes.done, which code that still runs doesn't write"],
    ],
    [
      'a column with another name',
      'alter table notes rename remark to comment',
      ['0020-next.sql takes notes.remark away, which code that still runs uses'],
    ],
    [
      'a table with another name',
      'alter table lines rename to note_lines',
      ['0020-next.sql takes lines away, which code that still runs uses'],
    ],
    [
      'another name in one step, announced',
      '-- drops: notes.remark\nalter table notes rename remark to comment',
      ['0020-next.sql takes away and adds notes.comment at once: these are two migrations'],
    ],
    [
      'a column of another type',
      'alter table notes alter id type bigint',
      ['0020-next.sql makes notes.id of integer into bigint: a new type is a new column'],
    ],
    [
      'a unique key that upserts rely on',
      'drop index notes_text; create unique index notes_text on notes (text)',
      ['0020-next.sql takes notes_text away, which code that still runs uses'],
    ],
    [
      'rows that go',
      'delete from lines where id = 2',
      ['0020-next.sql loses or changes 1 rows of lines, adds 0'],
    ],
    [
      'rows that go from where it says that it adds some',
      '-- adds: lines\ndelete from lines where id = 2',
      ['0020-next.sql loses or changes 1 rows of lines, adds 0'],
    ],
    [
      'rows that say something else',
      `update notes set text = 'ONE' where id = 1`,
      ['0020-next.sql loses or changes 1 rows of notes, adds 1'],
    ],
    [
      'a check that refuses what code writes',
      `alter table notes add check (length(text) > 3) not valid`,
      [
        '0020-next.sql leaves notes_text_check unproven',
        expect.stringMatching(/^0020-next\.sql refuses .*violates check constraint/),
      ],
    ],
    [
      'a dropping that is announced and not done',
      '-- drops: notes.remark, notes_text\ndrop index notes_text',
      ["0020-next.sql says that it drops notes.remark, and doesn't"],
    ],
  ])('migrates rows of %s', async (_, migration, faults) => {
    expect(await faultsOf(migration)).toEqual(faults);
  });

  it('refuses a table or a column that nothing fills, and rows that belong to no migration', async () => {
    const migration = `alter table notes add author text, add hidden boolean not null default false;
      create table tags (name text primary key, kind text check (kind in ('a', 'b')))`;
    expect(await faultsOf(migration)).toEqual([
      '0020-next.sql needs in testing/0020-next.rows.sql, for notes: author not null, hidden true and false',
      "0020-next.sql needs in testing/0020-next.rows.sql, for tags: two rows, kind null, kind not null, kind 'a', kind 'b'",
    ]);
    const filled = `update notes set author = 'Ana', hidden = true where id = 1;
      insert into tags values ('one', 'a'), ('two', 'b'), ('three', null)`;
    await writeFile(join(folder, 'testing/0030-none.rows.sql'), '');
    expect(await faultsOf(migration, filled)).toEqual(['testing/0030-none.rows.sql belongs to no migration']);
  });

  it('refuses rows of an earlier migration that no longer cover a table after the next', async () => {
    expect(await faultsOf(`alter table notes add check (state in ('open', 'shut', 'lost'))`)).toEqual([
      "0020-next.sql needs in testing/0020-next.rows.sql, for notes: state 'lost'",
    ]);
    expect(await faultsOf('alter table lines alter note_id drop not null')).toEqual([
      '0020-next.sql needs in testing/0020-next.rows.sql, for lines: note_id null',
    ]);
    await writeFile(join(folder, '0015-none.sql'), 'select 1');
    expect(await faultsOf('select 1', 'update notes set done = true')).toEqual([
      '0020-next.sql needs in testing/0020-next.rows.sql, for notes: done true and false',
    ]);
  });

  it('accepts a migration that expands the schema, and one that drops what it announces', async () => {
    const expands = `alter table notes add comment text; update notes set comment = remark; drop index if exists none;
      alter table notes add priority int not null default 0; create index on notes (priority)`;
    expect(await faultsOf(expands)).toEqual([]);
    const queues = '-- adds: lines\ninsert into lines values (4, 1)';
    await writeFile(join(folder, '0025-more.sql'), queues);
    const contracts = '-- drops: notes.remark, lines\nalter table notes drop remark; drop table lines';
    await writeFile(join(folder, '0030-gone.sql'), contracts);
    expect(await faultsOf(expands)).toEqual([]);
    expect(await query(database.url, 'select id, comment, priority from notes order by id')).toEqual([
      { id: 1, comment: null, priority: 0 },
      { id: 2, comment: '', priority: 0 },
    ]);
  });
});
