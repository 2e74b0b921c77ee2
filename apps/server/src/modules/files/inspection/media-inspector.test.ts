/** Reads media in the real process, and in processes that misbehave. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gif, mp3, ogg, png, wav } from '../../../testing/small-files.ts';
import { fitsMemory } from './inspect-file.ts';
import { unknownFacts } from './media-facts.ts';
import { createMediaInspector, type MediaInspector } from './media-inspector.ts';

const log = pino({ level: 'silent' });
let folder: string;
let inspector: MediaInspector;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-inspection-'));
  inspector = createMediaInspector(log);
});
afterAll(async () => {
  await inspector.close();
  await rm(folder, { recursive: true });
});

const previewPath = () => join(folder, 'preview');
/** Null if the queue refused it. */
async function inspect(contentType: string, bytes: Uint8Array, by = inspector) {
  const path = join(folder, 'medium');
  await writeFile(path, bytes);
  return by.inspect({ path, contentType, previewPath: previewPath() }, { sender: 'a' });
}

/** A photo as a camera stores it: rotated, with an orientation tag. */
const photo = () =>
  sharp({
    create: {
      width: 1_600,
      height: 1_200,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A recording of three sounds, the last one after this many seconds. */
async function recording(seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const description = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description };
  for (const at of [0, 1, seconds])
    await source.add(new EncodedPacket(Uint8Array.of(0xf8, 0xff, 0xfe), 'key', at, 1 / 50), {
      decoderConfig,
    });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

describe('media', () => {
  it('returns the size of a photo as displayed, and makes a preview without the camera’s metadata', async () => {
    const facts = await inspect('image/jpeg', await photo());
    expect(facts).toMatchObject({ width: 1_200, height: 1_600, durationMs: null });
    const { format, width, height, exif } = await sharp(previewPath()).metadata();
    expect([format, width, height, exif]).toEqual(['webp', 480, 640, undefined]);
    expect(facts?.previewSize).toBe((await stat(previewPath())).size);
  });

  it.each([
    ['image/png', png, { width: 1, height: 1 }],
    ['image/gif', gif, { width: 1, height: 1 }],
    ['audio/wav', wav, { durationMs: 250 }],
  ])('uses a small %s as its own preview', async (contentType, bytes, facts) => {
    expect(await inspect(contentType, bytes)).toEqual({ ...unknownFacts, ...facts });
  });

  it('makes no still preview of an animation', async () => {
    const frame = { width: 800, height: 600, channels: 3 as const };
    const drawn = ['black', 'white'].map((background) => sharp({ create: { ...frame, background } }));
    const frames = await Promise.all(drawn.map((one) => one.png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [90, 90] })
      .toBuffer();
    expect(await inspect('image/gif', moving)).toEqual({ ...unknownFacts, width: 800, height: 600 });
  });

  it.each([
    ['nonsense', 'image/png', Buffer.from('no picture')],
    ['a picture that breaks off', 'image/png', png.subarray(0, 40)],
    ['a recording without sound', 'audio/ogg', ogg],
    ['a document', 'application/pdf', Buffer.from('%PDF-1.4')],
    ['a drawing with scripts', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('returns no facts for %s', async (_, contentType, bytes) => {
    expect(await inspect(contentType, bytes)).toEqual(unknownFacts);
  });

  it('computes the waveform of a short recording, and not of a long one', async () => {
    expect(await inspect('audio/webm', await recording(60))).toMatchObject({ waveform: '0'.repeat(48) });
    expect(await inspect('audio/webm', await recording(121))).toMatchObject({ waveform: null });
  });

  it('returns the duration of an hour of MP3 without counting its frames', async () => {
    const frames = 125_000;
    const music = Buffer.alloc(frames * mp3.length);
    for (let at = 0; at < frames; at += 1) music.set(mp3, at * mp3.length);
    const facts = await inspect('audio/mpeg', music);
    // Estimated at 128 kbit/s; the frames add up to 3,265 seconds.
    expect(Math.floor((facts?.durationMs ?? 0) / 1000)).toBe(3_257);
  });

  it('drops a duration that exceeds the database’s column', async () => {
    expect(await inspect('audio/webm', await recording(600))).toMatchObject({ durationMs: 600_020 });
    expect(await inspect('audio/webm', await recording(3_000_000))).toEqual(unknownFacts);
  });

  it.each([
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a picture in TIFF', () => sharp(png).tiff().toBuffer()],
  ])('reads %s under no other type', async (_, bytes) => {
    expect(await inspect('image/png', Buffer.isBuffer(bytes) ? bytes : await bytes())).toEqual(unknownFacts);
  });

  it('refuses a picture with more pixels than fit into memory', async () => {
    const raw = { width: 8_000, height: 7_600, channels: 1 } as const;
    const bomb = await sharp(Buffer.alloc(8_000 * 7_600), { raw })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await inspect('image/png', bomb)).toEqual(unknownFacts);
  });
});

it.each([
  ['a photo by lines', { format: 'jpeg', isProgressive: false, channels: 3 }, true],
  [
    'a photo that appears step by step',
    { format: 'jpeg', isProgressive: true, channels: 3, chromaSubsampling: '4:2:0' },
    true,
  ],
  [
    'one with the colors of every pixel',
    { format: 'jpeg', isProgressive: true, channels: 3, chromaSubsampling: '4:4:4' },
    false,
  ],
  ['a picture in AVIF', { format: 'heif', isProgressive: false, channels: 3, bitsPerSample: 8 }, false],
  ['a picture in WebP', { format: 'webp', isProgressive: false, channels: 4 }, true],
  ['a drawing by lines', { format: 'png', isProgressive: false, channels: 4, bitsPerSample: 16 }, true],
  ['an interlaced drawing', { format: 'png', isProgressive: true, channels: 4, bitsPerSample: 8 }, false],
  [
    'an interlaced one of few shades',
    { format: 'png', isProgressive: true, channels: 1, bitsPerSample: 1 },
    true,
  ],
  ['a picture in GIF', { format: 'gif', isProgressive: false, channels: 4 }, false],
] as const)('makes a preview of 49 million pixels only where memory allows it: %s', (_, seen, fits) => {
  expect(fitsMemory({ ...seen, width: 7_000, height: 7_000 })).toBe(fits);
});

describe('the process', () => {
  const patient = { timeout: 60_000, patience: 60_000, idle: 60_000, queue: { each: 30, all: 30 } };

  it('ends when it takes too long, and the next medium gets a new process', async () => {
    const hasty = createMediaInspector(log, { ...patient, timeout: 1 });
    expect(await inspect('image/png', png, hasty)).toEqual(unknownFacts);
    await hasty.close();
    expect(await inspect('image/png', png)).toMatchObject({ width: 1 });
  });

  it('reads media one after another, and leaves those beyond the queue’s limit for later', async () => {
    const busy = createMediaInspector(log, { ...patient, queue: { each: 2, all: 2 } });
    const seen = await Promise.all([1, 2, 3].map(() => inspect('image/png', png, busy)));
    await busy.close();
    expect(seen.map((facts) => facts?.width).toSorted()).toEqual([1, 1, undefined]);
  });

  it('leaves media that have waited for too long for later, unless no client waits for them', async () => {
    const impatient = createMediaInspector(log, { ...patient, patience: 0 });
    const path = join(folder, 'waiting');
    await writeFile(path, png);
    const medium = { path, contentType: 'image/png', previewPath: previewPath() };
    const seen = await Promise.all([
      impatient.inspect(medium, { sender: 'a' }),
      impatient.inspect(medium, { sender: 'a' }),
      impatient.inspect(medium, { sender: 'a', patience: 60_000 }),
    ]);
    await impatient.close();
    expect(seen).toMatchObject([{ width: 1 }, null, { width: 1 }]);
  });

  it('starts again with the next medium after a failed start', async () => {
    const fresh = createMediaInspector(log, patient);
    const { execPath } = process;
    process.execPath = join(folder, 'missing');
    try {
      expect(await inspect('image/png', png, fresh)).toEqual(unknownFacts);
    } finally {
      process.execPath = execPath;
    }
    expect(await inspect('image/png', png, fresh)).toMatchObject({ width: 1 });
    await fresh.close();
  });

  it('inspects a file once when it is completed several times concurrently', async () => {
    const work = vi.fn(async () => ({ ...unknownFacts, width: 1 }));
    const both = await Promise.all([inspector.once('file', work), inspector.once('file', work)]);
    expect(both).toMatchObject([{ width: 1 }, { width: 1 }]);
    await inspector.once('file', work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('ends after some idle time, and starts again', async () => {
    const idle = createMediaInspector(log, { ...patient, idle: 1 });
    for (let round = 0; round < 2; round += 1) {
      expect(await inspect('image/png', png, idle)).toMatchObject({ width: 1 });
      await vi.waitFor(() => expect(idle.running).toBe(false));
    }
    await idle.close();
  });

  it('reads nothing after it was closed', async () => {
    const closed = createMediaInspector(log);
    await closed.close();
    expect(await inspect('image/png', png, closed)).toBeNull();
  });
});
