import { describe, expect, it } from 'vitest';
import { drawWorldMap } from './world-map.ts';

/** Returns the bounding box of a path. */
function boxOf(path: string) {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const ring of path.match(/m[^m]+/g) ?? []) {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number);
    const start = [x + (numbers[0] ?? 0), y + (numbers[1] ?? 0)] as const;
    for (let at = 0; at < numbers.length; at += 2) {
      x += numbers[at] ?? 0;
      y += numbers[at + 1] ?? 0;
      points.push([x, y]);
    }
    if (ring.includes('z')) [x, y] = start;
  }
  const of = (axis: 0 | 1) => points.map((point) => point[axis]);
  return {
    left: Math.min(...of(0)),
    right: Math.max(...of(0)),
    top: Math.min(...of(1)),
    bottom: Math.max(...of(1)),
  };
}

describe('the map of countries', () => {
  const map = drawWorldMap();

  it('draws each country where it is, and no ring outside of the map', () => {
    for (const [code, path] of Object.entries(map.shapes)) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      const { left, right, top, bottom } = boxOf(path);
      expect([left >= 0, right <= map.width, top >= 0, bottom <= map.height], code).not.toContain(false);
    }
    const [china, brazil, australia] = ['CN', 'BR', 'AU'].map((code) => boxOf(map.shapes[code] ?? ''));
    expect(brazil?.right).toBeLessThan(china?.left ?? 0);
    expect(australia?.top).toBeGreaterThan(china?.bottom ?? map.height);
    expect(map.shapes.AQ).toBeUndefined();
  });

  it('has places for the countries that are too small to be drawn', () => {
    for (const code of ['SG', 'HK', 'MO', 'MT', 'BH']) expect(map.places[code]).toBeDefined();
    expect(Object.keys(map.places).filter((code) => map.shapes[code] !== undefined)).toEqual([]);
    expect(Object.keys(map.shapes).length + Object.keys(map.places).length).toBeGreaterThan(230);
  });

  it('fits its size limit', () => {
    expect(JSON.stringify(map).length).toBeLessThan(50_000);
  });
});
