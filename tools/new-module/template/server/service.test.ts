import { beforeEach, describe, expect, test } from 'vitest';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { fake__Nouns__Store } from './fakes.ts';
import { create__Noun__ } from './service.ts';

const mine = trustWorkspaceId(newId());
const other = trustWorkspaceId(newId());

let store = fake__Nouns__Store();
const deps = () => ({ store, now: () => 1_000, newId });
beforeEach(() => {
  store = fake__Nouns__Store();
});

describe('creating a __plain noun__', () => {
  test('stores it with its workspace, a new id and the moment', async () => {
    const created = await create__Noun__(deps(), null, mine, { name: 'First' });
    expect(created).toMatchObject({ workspaceId: mine, name: 'First', createdAt: new Date(1_000) });
    expect(store.rows).toEqual([created]);
  });

  test('refuses a name that the workspace has, and stores nothing', async () => {
    await create__Noun__(deps(), null, mine, { name: 'First' });
    await expect(create__Noun__(deps(), null, mine, { name: 'First' })).rejects.toMatchObject({
      error: '__kebab-noun__.name-taken',
    });
    expect(store.rows).toHaveLength(1);
  });

  test('lets another workspace use the same name', async () => {
    await create__Noun__(deps(), null, mine, { name: 'First' });
    await create__Noun__(deps(), null, other, { name: 'First' });
    expect(store.rows.map((row) => row.workspaceId)).toEqual([mine, other]);
  });
});
