import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { migrations } from './migrations.ts';

const run = (...names: string[]) =>
  migrations
    .run(treeOf(Object.fromEntries(names.map((name) => [`apps/server/migrations/${name}`, 'select 1;']))))
    .map((finding) => finding.problem);

describe('migrations', () => {
  test('tens, each once, pass', () => {
    expect(run('0010-base.sql', '0020-fans-and-identities.sql', '0130-orders.sql')).toEqual([]);
    expect(run('0010-base.sql', 'testing/0010-base.rows.sql')).toEqual([]);
  });

  test.each(['10-base.sql', '0010_base.sql', '0010-Base.sql', '0010.sql', '0010-base.ts', 'notes.md'])(
    '%s is no name',
    (name) => {
      expect(run(name)).toEqual([`"${name}" is no migration's name`]);
    },
  );

  test('other numbers than tens, and one number twice, are refused', () => {
    expect(run('0015-orders.sql')).toEqual(['0015 is not a ten']);
    expect(run('0000-none.sql')).toEqual(['0000 is not a ten']);
    expect(run('0010-base.sql', '0010-fans.sql')).toEqual(['0010 is taken by 0010-base.sql']);
  });
});
