/** The map of countries, as drawn at build time. */
export type WorldMap = {
  width: number;
  height: number;
  /** Paths by two-letter country code. */
  shapes: Record<string, string>;
  /** Areas without a country code. */
  land: string;
  /** Countries too small for a shape, by two-letter code. */
  places: Record<string, readonly [x: number, y: number]>;
};
