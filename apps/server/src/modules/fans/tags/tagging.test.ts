import { describe, expect, it } from 'vitest';
import { changeTags, tagWherePossible } from './tagging.ts';

describe('tagging', () => {
  const rows = [
    { id: '1', tagIds: ['a'] },
    { id: '2', tagIds: ['a', 'b'] },
    { id: '3', tagIds: [] },
  ];

  it('adds missing tags and removes present ones', () => {
    const outcome = changeTags(rows, { add: ['b'], remove: ['a'] }, 20);
    expect(outcome).toEqual({
      ok: true,
      changed: [
        { id: '1', tagIds: ['b'], added: ['b'], removed: ['a'] },
        { id: '2', tagIds: ['b'], added: [], removed: ['a'] },
        { id: '3', tagIds: ['b'], added: ['b'], removed: [] },
      ],
      uses: new Map([
        ['a', -2],
        ['b', 2],
      ]),
    });
  });

  it('skips fans that have the tag already, and keeps a tag that is both added and removed', () => {
    const outcome = changeTags(rows, { add: ['a', 'a'], remove: ['a'] }, 20);
    expect(outcome).toMatchObject({
      ok: true,
      changed: [{ id: '3', tagIds: ['a'], added: ['a'], removed: [] }],
    });
  });

  it('skips fans who would have too many tags, and tags the others', () => {
    expect(tagWherePossible(rows, { add: ['c'], remove: [] }, 2)).toEqual({
      changed: [
        { id: '1', tagIds: ['a', 'c'], added: ['c'], removed: [] },
        { id: '3', tagIds: ['c'], added: ['c'], removed: [] },
      ],
      uses: new Map([['c', 2]]),
      skipped: 1,
    });
  });

  it('refuses more tags than a fan can have, but removes tags from those with too many', () => {
    expect(changeTags(rows, { add: ['c'], remove: [] }, 2)).toEqual({ ok: false });
    expect(changeTags(rows, { add: [], remove: ['b'] }, 0)).toMatchObject({ ok: true });
  });
});
