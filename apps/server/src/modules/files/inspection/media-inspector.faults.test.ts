/** Corrupted media: the process answers in every case, and the next medium is read. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { gif, largePicture, png, wav, webp } from '../../../testing/small-files.ts';
import { createMediaInspector, type MediaInspector } from './media-inspector.ts';

const { cases, seed } = inject('fuzz');

/** Two seconds of sound in a container; its content makes no difference here. */
async function sound(format: OutputFormat): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  // The head of RFC 7845: version 1, one channel, 48 kHz.
  const description = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description };
  for (let at = 0; at < 100; at += 1)
    await source.add(new EncodedPacket(Uint8Array.of(0xf8, 0xff, 0xfe), 'key', at / 50, 1 / 50), {
      decoderConfig,
    });
  await output.finalize();
  if (target.buffer === null) throw new Error('no file was made');
  return Buffer.from(target.buffer);
}

let folder: string;
let inspector: MediaInspector;
let media: { contentType: string; bytes: Buffer }[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-tampered-'));
  inspector = createMediaInspector(pino({ level: 'silent' }));
  const photo = await largePicture();
  media = [
    { contentType: 'image/jpeg', bytes: photo },
    { contentType: 'image/webp', bytes: await sharp(photo).webp().toBuffer() },
    { contentType: 'image/png', bytes: await sharp(photo).resize(300).png().toBuffer() },
    { contentType: 'image/gif', bytes: await sharp(photo).resize(200).gif().toBuffer() },
    ...[png, gif, webp].map((bytes, at) => ({ contentType: `image/${['png', 'gif', 'webp'][at]}`, bytes })),
    { contentType: 'audio/wav', bytes: wav },
    { contentType: 'audio/ogg', bytes: await sound(new OggOutputFormat()) },
    { contentType: 'audio/webm', bytes: await sound(new WebMOutputFormat()) },
    { contentType: 'audio/mp4', bytes: await sound(new Mp4OutputFormat()) },
  ];
});
afterAll(async () => {
  await inspector.close();
  await rm(folder, { recursive: true });
});

const paths = () => ({ path: join(folder, 'medium'), previewPath: join(folder, 'preview') });
async function inspect(contentType: string, bytes: Uint8Array) {
  await writeFile(paths().path, bytes);
  const facts = await inspector.inspect({ contentType, ...paths() }, { sender: 'a' });
  if (facts === null) throw new Error('the queue is empty');
  return facts;
}

it('reads intact media', async () => {
  for (const { contentType, bytes } of media) {
    const { width, durationMs } = await inspect(contentType, bytes);
    if (contentType.startsWith('audio')) expect(durationMs, contentType).toBeGreaterThan(200);
    else expect(width, contentType).toBeGreaterThan(0);
  }
});

/** A cut, changed bytes in a few places, or a repeated piece. */
const tampering = fc.record({
  medium: fc.nat(),
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
  changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 9 })), {
    maxLength: 6,
  }),
  again: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

it('answers for any corrupted medium, and reads the next one', { timeout: 240_000 }, async () => {
  const property = fc.asyncProperty(tampering, async ({ medium, cut, changes, again }) => {
    const chosen = media[medium % media.length];
    if (chosen === undefined) throw new Error('there are media');
    let bytes = Buffer.from(chosen.bytes);
    for (const [place, replaced] of changes)
      bytes.set(replaced.subarray(0, bytes.length), Math.floor(place * Math.max(0, bytes.length - 9)));
    if (again !== null) bytes = Buffer.concat([bytes, bytes.subarray(Math.floor(again * bytes.length))]);
    if (cut !== null) bytes = bytes.subarray(0, Math.ceil(cut * bytes.length));
    const { waveform, ...facts } = await inspect(chosen.contentType, bytes);
    expect(waveform ?? '').toMatch(/^([0-9a-f]{48})?$/);
    for (const fact of Object.values(facts)) expect(fact ?? 0).toBeGreaterThanOrEqual(0);
    if (facts.previewSize !== null) expect((await stat(paths().previewPath)).size).toBe(facts.previewSize);
  });
  await fc.assert(property, { numRuns: cases, seed });
  expect(await inspect('image/png', png)).toMatchObject({ width: 1, height: 1 });
});
