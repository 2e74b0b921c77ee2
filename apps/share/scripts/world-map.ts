/**
 * Draws the map of a report's countries at build time, from the shapes of Natural Earth (public domain, as packaged by
 * world-atlas): one path per country, in relative and whole units, because a page for phones has to be small. Countries
 * too small for the coarse shapes are drawn as points. Antarctica is omitted.
 */
import { createRequire } from 'node:module';
import { type GeoContext, geoNaturalEarth1, geoPath } from 'd3-geo';
import type { Feature, FeatureCollection } from 'geojson';
import countries from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { WorldMap } from '../src/lib/world-map.ts';

const size = { width: 1000, height: 480 };
const antarctica = '010';

const require = createRequire(import.meta.url);
const shapes = {
  coarse: () => require('world-atlas/countries-110m.json'),
  fine: () => require('world-atlas/countries-50m.json'),
};

function featuresOf(kind: keyof typeof shapes): FeatureCollection {
  const topology = shapes[kind]() as Topology<{ countries: GeometryCollection }>; // as the package documents it
  const all = feature(topology, topology.objects.countries);
  return { ...all, features: all.features.filter(({ id }) => id !== antarctica) };
}

/** Returns the two-letter code of ISO 3166-1; undefined for a disputed area without one, which is drawn as land. */
const codeOf = ({ id, properties }: Feature): string | undefined =>
  properties?.name === 'Kosovo' ? 'XK' : countries.numericToAlpha2(String(id));

/** Writes a path of relative steps in whole units; coinciding points are merged. */
function createPen() {
  let path = '';
  let ring: string[] = [];
  let [x, y] = [0, 0];
  let start: [number, number] = [0, 0];
  const step = (toX: number, toY: number): void => {
    const [nextX, nextY] = [Math.round(toX), Math.round(toY)];
    if (ring.length > 0 && nextX === x && nextY === y) return;
    ring.push(`${nextX - x} ${nextY - y}`);
    [x, y] = [nextX, nextY];
  };
  const context: GeoContext = {
    beginPath: () => undefined,
    arc: () => undefined,
    moveTo(toX, toY) {
      step(toX, toY);
      start = [x, y];
    },
    lineTo: step,
    closePath() {
      const [first = '', ...more] = ring;
      // An island that is a single point here still moves the start of the next one.
      if (more.length > 1) path += `m${first} ${more.join(' ')}z`;
      else path += `m${first}`;
      if (more.length === 1) path += `m${start[0] - x} ${start[1] - y}`;
      ring = [];
      [x, y] = start;
    },
  };
  return { context, path: () => path.replace(/ -/g, '-') };
}

export function drawWorldMap(): WorldMap {
  const coarse = featuresOf('coarse');
  const projection = geoNaturalEarth1().fitSize([size.width, size.height], coarse);
  const draw = (drawn: Feature): string => {
    const pen = createPen();
    geoPath(projection, pen.context)(drawn);
    return pen.path();
  };
  const map: WorldMap = { ...size, shapes: {}, land: '', places: {} };
  for (const drawn of coarse.features) {
    const code = codeOf(drawn);
    if (code === undefined) map.land += draw(drawn);
    else map.shapes[code] = draw(drawn);
  }
  for (const drawn of featuresOf('fine').features) {
    const code = codeOf(drawn);
    if (code === undefined || map.shapes[code] !== undefined) continue;
    const [x, y] = geoPath(projection).centroid(drawn);
    map.places[code] = [Math.round(x), Math.round(y)];
  }
  return map;
}

const id = 'virtual:world-map';

/** Makes the map available as a module of its page. */
export const worldMap = {
  name: 'world-map',
  resolveId: (source: string) => (source === id ? `\0${id}` : null),
  load: (loaded: string) =>
    loaded === `\0${id}` ? `export const map = ${JSON.stringify(drawWorldMap())};` : null,
};
