import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../base/ids.ts';
import { stillClock } from '../../../testing/test-clock.ts';
import { masked } from './view.ts';
import { createShareViews, type KnownShare } from './views.ts';

const share: KnownShare = {
  share: {
    workspaceId: 'w' as WorkspaceId, // no database takes it
    id: 's',
    title: 'Spring',
    access: 'public',
    fanNames: 'none',
    status: 'enabled',
    expiresAt: null,
    firstOrderId: 'o',
    passwordVersion: null,
  },
  answer: null,
};

function harness(answer: () => Promise<KnownShare | null> = async () => share) {
  const clock = stillClock();
  const built: string[] = [];
  const views = createShareViews((hash) => {
    built.push(hash);
    return answer();
  }, clock);
  return { clock, built, views };
}

describe('the answers of links', () => {
  it('builds an answer once for all who ask within a second', async () => {
    const { built, views, clock } = harness();
    await Promise.all(Array.from({ length: 100 }, () => views.get('a')));
    clock.advance(700);
    await views.get('a');
    expect(built).toEqual(['a']);
    clock.advance(100);
    await Promise.all([views.get('a'), views.get('a')]);
    expect(built).toEqual(['a', 'a']);
  });

  it('keeps each link apart', async () => {
    const { built, views } = harness();
    await Promise.all([views.get('a'), views.get('b')]);
    expect(built).toEqual(['a', 'b']);
  });

  it('drops answers that are too old to be given', async () => {
    const { views, clock } = harness();
    for (const link of ['a', 'b', 'c']) await views.get(link);
    clock.advance(1_000);
    await views.get('b');
    expect(views.count()).toBe(1);
  });

  it('builds again at once after a change', async () => {
    const { built, views } = harness();
    await views.get('a');
    views.forget('a');
    await views.get('a');
    views.forget();
    await views.get('a');
    expect(built).toHaveLength(3);
  });

  it('keeps neither failures nor tokens that open nothing', async () => {
    let fails = true;
    const { built, views } = harness(async () => {
      if (fails) throw new Error('no database');
      return null;
    });
    await expect(views.get('a')).rejects.toThrow('no database');
    fails = false;
    expect(await views.get('a')).toBeNull();
    expect(await views.get('a')).toBeNull();
    expect(built).toHaveLength(3);
  });
});

it.each([
  ['Marta', 'M•••'],
  ['李雷', '李•••'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧•••'],
  ['', '•••'],
])('masks the name %j as %s', (name, shown) => {
  expect(masked(name)).toBe(shown);
});
