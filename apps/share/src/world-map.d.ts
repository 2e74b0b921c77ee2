/** The map of countries, drawn at build time (`scripts/world-map.ts`). */
declare module 'virtual:world-map' {
  export const map: import('./lib/world-map.ts').WorldMap;
}
