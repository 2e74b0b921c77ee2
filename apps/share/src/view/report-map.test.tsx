import { describe, expect, it, vi } from 'vitest';
import { reportTexts } from '../lib/report-texts.ts';
import type { WorldMap } from '../lib/world-map.ts';
import { formatsOf } from './formats.ts';
import { createCountryMap, depthOf } from './report-map.ts';

const world: WorldMap = {
  width: 100,
  height: 50,
  shapes: { ES: 'm0 0 1 1 2 0z', FR: 'm5 5 1 1 2 0z' },
  land: '',
  places: { SG: [7, 7] },
};
const words = { texts: reportTexts('en-US'), formats: formatsOf('en-US') };
const names = new Intl.DisplayNames('en', { type: 'region' });
const nameOf = (code: string) => names.of(code) ?? code;
const spain = { name: 'ES', visits: 900, visitors: 700 };
const singapore = { name: 'SG', visits: 9, visitors: 5 };

async function setUp(load: () => Promise<WorldMap> = async () => world) {
  const loaded = vi.fn();
  const map = createCountryMap(load, loaded);
  const draw = (countries: Parameters<typeof map.draw>[0]) => map.draw(countries, nameOf, words);
  return { map, draw, loaded };
}

describe('the map of a report', () => {
  it('loads once a country is known, and shows its figures', async () => {
    const load = vi.fn(async () => world);
    const { draw, loaded } = await setUp(load);
    expect(draw([])).toBeNull();
    expect(draw([{ name: null, visits: 3, visitors: 2 }])).toBeNull();
    expect(load).not.toHaveBeenCalled();
    expect(draw([spain])?.querySelector('svg')).toBeNull();
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
    const titles = [...(draw([spain, singapore])?.querySelectorAll('title') ?? [])];
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Spain: visits 900, visitors 700',
      'Singapore: visits 9, visitors 5',
    ]);
    expect(load).toHaveBeenCalledOnce();
  });

  it('stays the same element, and forgets countries that have no visits any more', async () => {
    const { draw, loaded } = await setUp();
    draw([spain]);
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
    const first = draw([spain, singapore])?.querySelector('svg');
    const second = draw([singapore])?.querySelector('svg');
    expect(second).toBe(first);
    expect(second?.textContent).toBe('Singapore: visits 9, visitors 5');
    expect(second?.querySelectorAll('[class^="depth-"]')).toHaveLength(1);
  });

  it.each([
    [1, '1', 1],
    [900, '1900', 5],
  ])('explains the depths that a map with at most %i visits has', async (visits, text, depths) => {
    const { draw } = await setUp();
    const scale = draw([{ name: 'ES', visits, visitors: 1 }])?.querySelector('.scale');
    expect(scale?.textContent).toBe(text);
    expect(scale?.querySelectorAll('.depth')).toHaveLength(depths);
  });

  it('omits a map that can’t be loaded', async () => {
    const { draw, loaded } = await setUp(() => Promise.reject(new Error('offline')));
    expect(draw([spain])).not.toBeNull();
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
    expect(draw([spain])).toBeNull();
  });
});

it('darkens by orders of magnitude, from the fewest visits to the most', () => {
  expect([1, 3, 30, 500, 1_000].map((visits) => depthOf(visits, 1_000))).toEqual([1, 1, 3, 5, 5]);
  expect(depthOf(1, 1)).toBe(1);
  for (const most of [1, 2, 7, 10_000_000]) expect(depthOf(most, most)).toBeLessThanOrEqual(5);
});
