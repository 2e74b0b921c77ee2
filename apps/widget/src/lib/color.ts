/** Keeps colors readable whatever the business has chosen (WCAG 2.2, 1.4.3: contrast of at least 4.5). */

export type Rgb = readonly [number, number, number];

/** Parley's blue, the default color. */
const brandColor = 0x165dff;

/** Parses `#aabbcc`; returns the default blue for any other text, as it is external. */
export function parseColor(text: string | null): Rgb {
  const value = /^#[\da-f]{6}$/i.test(text ?? '') ? Number.parseInt((text ?? '').slice(1), 16) : brandColor;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function luminance(color: Rgb): number {
  // `map` preserves the length, but its type doesn't.
  const [r, g, b] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns WCAG's contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

/** Returns black or white, whichever is readable on this color; one of them always reaches 4.5. */
export function textOn(color: Rgb): Rgb {
  return contrast(color, [255, 255, 255]) >= 4.5 ? [255, 255, 255] : [0, 0, 0];
}

/** Returns the color, moved towards black or white just far enough to be readable on `background`. */
export function readableOn(color: Rgb, background: Rgb): Rgb {
  const end = textOn(background);
  let now = color;
  for (let step = 1; contrast(now, background) < 4.5; step += 1) {
    const mix = (at: 0 | 1 | 2): number => Math.round(color[at] + ((end[at] - color[at]) * step) / 20);
    now = [mix(0), mix(1), mix(2)];
  }
  return now;
}
