import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, tintsOf } from './theme-color.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

it('agrees with the examples of the contrast definition', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe('any chosen color', () => {
  it('keeps any chosen color readable in the light theme', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        const { fill, fillHover, fillActive, text, textHover, chosen, onChosen } = tintsOf(hex, 'light');
        const pairs = [
          [fill, '#ffffff'],
          [fillHover, '#ffffff'],
          [fillActive, '#ffffff'],
          [text, '#f2f3f5'],
          [textHover, '#f2f3f5'],
          [onChosen, chosen],
        ] as const;
        for (const [one = '', other = ''] of pairs)
          expect(contrastOf(one, other)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('keeps any chosen color readable in the dark theme', () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        const { fill, text, textHover, chosen, onChosen } = tintsOf(hex, 'dark');
        const pairs = [
          [fill, '#ffffff'],
          [text, '#333335'],
          [textHover, '#333335'],
          [onChosen, chosen],
        ] as const;
        for (const [one = '', other = ''] of pairs)
          expect(contrastOf(one, other)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});

it('leaves a readable color unchanged', () => {
  expect(tintsOf('#722ed1', 'light')).toMatchObject({ fill: '#722ed1', text: '#722ed1' });
});
