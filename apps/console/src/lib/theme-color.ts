/** Derives tints from the user's theme color that stay readable on every surface (WCAG AA, 4.5:1). */

type Rgb = readonly [red: number, green: number, blue: number];

const readable = 4.5;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The surfaces of `packages/ui`'s themes with the least contrast to colored text. */
const minContrast = { light: rgbOf('#f2f3f5'), dark: rgbOf('#333335') } as const;

/** @param hex `#rrggbb` */
function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @param share of `to`, from 0 to 1 */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const at = (a: number, b: number) => Math.round(a + (b - a) * share);
  return [at(from[0], to[0]), at(from[1], to[1]), at(from[2], to[2])];
};

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns the WCAG 2.2 contrast ratio of two `#rrggbb` colors. */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the color, shifted towards `end` only as far as needed to be readable on `ground`. */
function readableOn(color: Rgb, ground: Rgb, end: Rgb): Rgb {
  for (let step = 0; step <= 50; step += 1) {
    const moved = mix(color, end, step / 50);
    if (contrast(moved, ground) >= readable) return moved;
  }
  return end;
}

export type Tints = {
  /** Background of filled controls, which have white text. */
  fill: string;
  /** The same on hover and while pressed. */
  fillHover: string;
  fillActive: string;
  /** Links and other colored text. */
  text: string;
  textHover: string;
  /** Background of a selected entry, and its text. */
  chosen: string;
  onChosen: string;
};

/** @param hex `#rrggbb` */
export function tintsOf(hex: string, theme: 'light' | 'dark'): Tints {
  const fill = readableOn(rgbOf(hex), minContrast.light, black);
  const fills = { fill, fillHover: mix(fill, black, 0.2), fillActive: mix(fill, black, 0.35) };
  if (theme === 'light') {
    const chosen = mix(fill, white, 0.9);
    const onChosen = readableOn(fill, chosen, black);
    const textHover = mix(fill, black, 0.2);
    return inHex({ ...fills, text: fill, textHover, chosen, onChosen });
  }
  const text = readableOn(fill, minContrast.dark, white);
  const chosen = mix(fill, minContrast.dark, 0.6);
  return inHex({
    ...fills,
    text,
    textHover: mix(text, white, 0.3),
    chosen,
    onChosen: readableOn(text, chosen, white),
  });
}

const inHex = (tints: Record<keyof Tints, Rgb>): Tints => ({
  fill: hexOf(tints.fill),
  fillHover: hexOf(tints.fillHover),
  fillActive: hexOf(tints.fillActive),
  text: hexOf(tints.text),
  textHover: hexOf(tints.textHover),
  chosen: hexOf(tints.chosen),
  onChosen: hexOf(tints.onChosen),
});
