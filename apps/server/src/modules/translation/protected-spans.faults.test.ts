import { expect, test } from 'vitest';
import { joined, repeated, troublesomePieces } from './testing/troublesome-text.ts';

// With quadratic work, one of these would run for hours.
test.each(troublesomePieces)(
  'a megabyte of trouble is whole again when its parts are joined: %j',
  (piece) => {
    const text = repeated(piece, 1_000_000);
    expect(joined(text)).toBe(text);
  },
);
