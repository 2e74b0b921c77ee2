import { theme as antdTheme } from 'antd';
import { describe, expect, it } from 'vitest';
import { type ThemeName, themes } from './tokens.ts';

type Rgb = [number, number, number];

/** Parses `#rgb`, `#rrggbb` or `rgba(…)`, composited over an opaque surface. */
function over(color: string, surface: Rgb): Rgb {
  const long = color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const parts = long.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
    : (long.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  const mixed = (part: number, below: number) => part * alpha + below * (1 - alpha);
  return [mixed(red, surface[0]), mixed(green, surface[1]), mixed(blue, surface[2])];
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns WCAG 2.2's "contrast ratio". */
function contrast(text: string, surface: string): number {
  const ground = over(surface, [255, 255, 255]);
  const [high = 0, low = 0] = [luminance(over(text, ground)), luminance(ground)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const onSurfaces = [
  'colorText',
  'colorTextSecondary',
  'colorTextTertiary',
  'colorTextDescription',
  'colorTextPlaceholder',
  'colorIcon',
  'colorLink',
  'colorLinkHover',
  'colorSuccess',
  'colorWarning',
  'colorError',
] as const;
const surfaces = ['colorBgContainer', 'colorBgLayout', 'colorBgElevated'] as const;
const onTheirOwn = [
  ['colorTextLightSolid', 'colorPrimary'],
  ['colorTextLightSolid', 'colorPrimaryHover'],
  ['colorTextLightSolid', 'colorPrimaryActive'],
  ['colorSuccess', 'colorSuccessBg'],
  ['colorWarning', 'colorWarningBg'],
  ['colorError', 'colorErrorBg'],
  ['colorPrimaryText', 'colorBgContainer'],
] as const;

/** The tokens of table cells in highlighted rows. */
const inRows = [
  'colorText',
  'colorTextDescription',
  'colorLink',
  'colorSuccess',
  'colorWarning',
  'colorError',
] as const;
const rows = ['rowHoverBg', 'rowSelectedBg', 'rowSelectedHoverBg'] as const;

describe.each<ThemeName>(['light', 'dark'])('the %s theme', (name) => {
  const tokens = antdTheme.getDesignToken(themes[name]);
  const pairs = [
    ...onSurfaces.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
    ...onTheirOwn,
  ];

  it.each(pairs)('%s reads on %s (4.5:1)', (text, surface) => {
    expect(contrast(tokens[text], tokens[surface])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(inRows.flatMap((text) => rows.map((row) => [text, row] as const)))(
    '%s reads on a table’s %s (4.5:1)',
    (text, row) => {
      // antd's defaults, used where the theme sets none, are too strong for colored text.
      const surface = themes[name].components?.Table?.[row] ?? tokens.controlItemBgActiveHover;
      expect(contrast(tokens[text], surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['controlItemBgActive', 'controlItemBgActiveHover'] as const)(
    'the chosen entry of a menu reads on its %s (4.5:1)',
    (surface) => {
      const { colorPrimary, ...own } = { ...tokens, ...themes[name].components?.Dropdown };
      expect(contrast(colorPrimary, own[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );
});
