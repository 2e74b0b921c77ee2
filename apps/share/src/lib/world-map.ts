/** The map of countries, as it is drawn while the page is built. */
export type WorldMap = {
  width: number;
  height: number;
  /** Paths by the country's two letters. */
  shapes: Record<string, string>;
  /** Areas without a code of their country. */
  land: string;
  /** Countries that are too small for a shape, by their two letters. */
  places: Record<string, readonly [x: number, y: number]>;
};
