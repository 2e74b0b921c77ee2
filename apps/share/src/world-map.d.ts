/** The map of countries, drawn while the page is built (`scripts/world-map.ts`). */
declare module 'virtual:world-map' {
  export const map: import('./lib/world-map.ts').WorldMap;
}
