import { describe, expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

const share = { title: 'Spring' };

function harness(answer: () => Promise<typeof share | null> = async () => share) {
  let now = 0;
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
  const built: string[] = [];
  const views = createAnswerCache((hash) => {
    built.push(hash);
    return answer();
  }, clock);
  return { clock, built, views };
}

describe('the answers of links', () => {
  it('builds an answer once for all requests within a second', async () => {
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

  it('evicts expired answers', async () => {
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

  it('caches neither failures nor unknown tokens', async () => {
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
