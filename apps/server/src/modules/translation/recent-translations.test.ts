import { describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../base/ids.ts';
import { createRecentTranslations, recentForMs } from './recent-translations.ts';

const ours = trustWorkspaceId(newId());
const theirs = trustWorkspaceId(newId());
const key = (text: string) => Buffer.from(text);
const hello = { text: 'hello', engine: 'openai' };

const setUp = (maxUnits = 10_000) => {
  // The cache treats a time of 0 as unset.
  let now = 1;
  return { recent: createRecentTranslations(() => now, maxUnits), advance: (ms: number) => (now += ms) };
};

describe('recent translations', () => {
  it('keeps recent translations apart by workspace', () => {
    const { recent } = setUp();
    recent.keep(ours, key('a'), hello);
    expect(recent.find(ours, key('a'))).toEqual(hello);
    expect(recent.find(theirs, key('a'))).toBeNull();
  });

  it('evicts the least recently used translations when it is full', () => {
    const { recent } = setUp(3 * 205);
    for (const name of ['a', 'b', 'c']) recent.keep(ours, key(name), hello);
    recent.find(ours, key('a'));
    recent.keep(ours, key('d'), hello);
    expect(['a', 'b', 'c', 'd'].map((name) => recent.find(ours, key(name)) !== null)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('evicts by size, counts replaced entries once, and rejects entries larger than the cache', () => {
    const { recent } = setUp(1_000);
    for (let round = 0; round < 50; round += 1) recent.keep(ours, key('a'), hello);
    expect(recent.find(ours, key('a'))).toEqual(hello);
    recent.keep(ours, key('long'), { text: 'x'.repeat(5_000), engine: 'openai' });
    expect(recent.find(ours, key('long'))).toBeNull();
    expect(recent.find(ours, key('a'))).toEqual(hello);
  });

  it('reads the table again after a day', () => {
    const { recent, advance } = setUp();
    recent.keep(ours, key('a'), hello);
    advance(recentForMs + 1);
    expect(recent.find(ours, key('a'))).toBeNull();
  });
});
