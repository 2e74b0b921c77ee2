import { fileRules } from '@parley/contract/files';
import { expect, it } from 'vitest';
import { gif, jpeg, m4a, mp3, mp4, ogg, png, wav, webm, webp } from '../../testing/small-files.ts';
import { isOfType } from './media-type.ts';

const media: readonly [string, Uint8Array][] = [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
  ['image/gif', gif],
  ['audio/mpeg', mp3],
  ['audio/ogg', ogg],
  ['audio/mp4', m4a],
  ['audio/wav', wav],
  ['video/mp4', mp4],
  ['video/webm', webm],
];

it('has a sample of each type of a material', () => {
  expect(media.map(([type]) => type)).toEqual([...fileRules.material.maxBytes.keys()]);
});

it.each(media)('accepts %s for its own type alone', async (type, bytes) => {
  const taken = [];
  for (const [other] of media) if (await isOfType(bytes, other)) taken.push(other);
  // A recording may be marked as any MP4.
  expect(taken).toEqual(type === 'video/mp4' ? ['audio/mp4', 'video/mp4'] : [type]);
});

it('recognizes a recording that begins with its cover picture', async () => {
  const tag = Buffer.concat([Buffer.from('ID3\x03\x00\x00'), Buffer.of(0, 127, 127, 118)]);
  const covered = Buffer.concat([tag, Buffer.alloc(2_097_142), mp3]);
  expect(await isOfType(covered.subarray(0, 1024 * 1024), 'audio/mpeg')).toBe(true);
});

it.each(media.map(([type]) => type))('accepts neither a page nor an empty file as %s', async (type) => {
  expect(await isOfType(Buffer.from('<!doctype html><script>alert(1)</script>'), type)).toBe(false);
  expect(await isOfType(Buffer.alloc(0), type)).toBe(false);
});
