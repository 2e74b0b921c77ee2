import { materialWith, sampleId } from '@parley/chat-core/fixtures';
import { expect, it } from 'vitest';
import { hasFileFor, obstacleOf } from './material-file.ts';

const picture = { id: sampleId(0xf2), name: 'shop.png', contentType: 'image/png', size: 9, url: '/shop.png' };
const card = (of: typeof picture | null) =>
  materialWith({ content: { type: 'card', text: 'Sizes', link: 'https://shop.example/', picture: of } });

it('sends a card with its picture if the platform accepts pictures, otherwise without it', () => {
  expect(hasFileFor(card(picture), { image: { maxBytes: 9 } })).toBe(true);
  expect(hasFileFor(card(picture), { file: { maxBytes: 9 } })).toBe(true);
  expect(hasFileFor(card(picture), { image: { maxBytes: 8 } })).toBe(false);
  expect(hasFileFor(card(picture), {})).toBe(false);
  expect(obstacleOf(card(picture), {})).toBeUndefined();
  expect(hasFileFor(card(null), { image: { maxBytes: 9 } })).toBe(false);
  expect(hasFileFor(materialWith(), { image: { maxBytes: 9 } })).toBe(false);
});
