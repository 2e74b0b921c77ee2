/** Shows the origin of visits on a map. The table below it has the same figures for those who can't see or point at it. */
import type { SplitReport } from '@parley/contract/split-reports';
import { filled } from '../lib/texts.ts';
import type { WorldMap } from '../lib/world-map.ts';
import { element, shape } from './dom.ts';
import type { ReportWords } from './report-charts.ts';

type Countries = SplitReport['countries'];

/** The number of color shades. */
const depths = 5;

/** Returns the shade, 1 to `depths`, on a logarithmic scale, since one country often has most of the visits. */
export const depthOf = (visits: number, most: number): number =>
  Math.min(depths, 1 + Math.floor((depths * Math.log(visits)) / Math.log(Math.max(2, most + 1))));

export type CountryMap = {
  /** Returns the map with these figures, reusing its elements. Null when there is nothing to show. */
  draw(countries: Countries, nameOf: (code: string) => string, words: ReportWords): HTMLElement | null;
};

/**
 * Creates a map that is loaded on demand, which keeps pages small. `loaded` is called when it can be shown. A map that
 * can't be loaded is left out.
 */
export function createCountryMap(load: () => Promise<WorldMap>, loaded: () => void): CountryMap {
  let drawing: Drawing | null = null;
  let state: 'unasked' | 'loading' | 'here' | 'failed' = 'unasked';

  async function ask(): Promise<void> {
    state = 'loading';
    try {
      drawing = createDrawing(await load());
      state = 'here';
    } catch {
      state = 'failed';
    }
    loaded();
  }

  return {
    draw(countries, nameOf, words) {
      const known = countries.filter(({ name }) => name !== null);
      if (known.length === 0 || state === 'failed') return null;
      if (state === 'unasked') void ask();
      const { texts, formats } = words;
      const most = Math.max(...known.map(({ visits }) => visits));
      drawing?.color(known, most, nameOf, words);
      return element('section', 'order', [
        element('h2', '', [texts.map]),
        drawing?.root ?? element('div', 'map', [], { 'aria-hidden': 'true' }),
        element('p', 'note scale', [
          formats.number(1),
          ...Array.from({ length: depthOf(most, most) }, (_, at) =>
            element('span', `depth depth-${at + 1}`, [], { 'aria-hidden': 'true' }),
          ),
          most === 1 ? '' : formats.number(most),
        ]),
      ]);
    },
  };
}

type Drawing = ReturnType<typeof createDrawing>;

function createDrawing({ width, height, shapes, land, places }: WorldMap) {
  const areas = Object.entries(shapes).map(([code, d]) => [code, shape('path', { d })] as const);
  const dots = Object.entries(places).map(
    ([code, [cx, cy]]) => [code, shape('circle', { cx: String(cx), cy: String(cy), r: '5' })] as const,
  );
  const root = shape('svg', { class: 'map', viewBox: `0 0 ${width} ${height}`, role: 'img' }, [
    shape('path', { d: land }),
    ...areas.map(([, area]) => area),
    ...dots.map(([, dot]) => dot),
  ]);
  return {
    root,
    color(countries: Countries, most: number, nameOf: (code: string) => string, words: ReportWords): void {
      const { texts, formats } = words;
      root.setAttribute('aria-label', texts.mapLabel);
      const rows = new Map(countries.map((row) => [row.name, row]));
      for (const [code, area] of [...areas, ...dots]) {
        const row = rows.get(code);
        area.setAttribute('class', row === undefined ? '' : `depth-${depthOf(row.visits, most)}`);
        if (row === undefined) {
          area.replaceChildren();
          continue;
        }
        const title = shape('title', {});
        title.textContent = filled(texts.mapCountry, {
          name: nameOf(code),
          visits: formats.number(row.visits),
          visitors: formats.number(row.visitors),
        });
        area.replaceChildren(title);
      }
    },
  };
}
