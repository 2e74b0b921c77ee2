/** A library of materials, with generated pictures and a generated tone. */
import { crc32, deflateSync } from 'node:zlib';
import { completeUpload, presignUpload } from '@parley/contract/files';
import {
  createMaterial,
  createMaterialGroup,
  type MaterialForm,
  materialTypeOf,
} from '@parley/contract/materials';
import type { Locator } from 'playwright-core';
import type { Owner } from './people.ts';

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of 320 by 200 whose color changes from left to right. */
export function gradient([red, green, blue]: readonly [number, number, number]): Buffer {
  const [width, height] = [320, 200];
  const line = Buffer.alloc(1 + width * 3);
  for (let at = 0; at < width; at += 1) {
    const share = 0.4 + (0.6 * at) / width;
    line.set([red * share, green * share, blue * share], 1 + at * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const pixels = Buffer.concat(Array.from({ length: height }, () => line));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the intrinsic width of a picture; 0 until it is loaded. */
export async function widthOf(picture: Locator): Promise<number> {
  if ((await picture.count()) === 0) return 0;
  // A page element, whose DOM types aren't available here.
  return picture.first().evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
}

/** A second of a tone as WAV: 8 kHz, one channel of 8 bits. */
function tone(): Buffer {
  const samples = Buffer.from(Array.from({ length: 8_000 }, (_, at) => 128 + 60 * Math.sin(at / 3)));
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  );
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

type Upload = { fileName: string; contentType: string; bytes: Buffer };

async function upload(
  url: string,
  { client }: Owner,
  { fileName, contentType, bytes }: Upload,
): Promise<string> {
  const query = { fileName, contentType, size: bytes.length, purpose: 'material' } as const;
  const { fileId, uploadUrl, headers } = await client.call(presignUpload, { query });
  const body = Uint8Array.from(bytes);
  const answer = await fetch(new URL(uploadUrl, url), { method: 'PUT', headers, body });
  if (answer.status !== 200) throw new Error(`an upload was answered with ${answer.status}`);
  await client.call(completeUpload, { body: { fileId } });
  return fileId;
}

/** Adds materials of each type that can be generated here, most of them in groups. */
export async function fillLibrary(url: string, owner: Owner): Promise<void> {
  const { client } = owner;
  const group = async (name: string) => (await client.call(createMaterialGroup, { body: { name } })).id;
  const [shipping, sizes] = [await group('Shipping'), await group('Size charts')];
  const add = (title: string, groupId: string | null, content: MaterialForm['content']) =>
    client.call(createMaterial, { body: { title, groupId, content } });
  const medium = async (title: string, groupId: string | null, given: Upload) => {
    const type = materialTypeOf(given.contentType);
    if (type === null) throw new Error(`${given.contentType} is no medium`);
    await add(title, groupId, { type, fileId: await upload(url, owner, given) });
  };
  const png = (fileName: string, color: readonly [number, number, number]) => ({
    fileName,
    contentType: 'image/png',
    bytes: gradient(color),
  });
  await add('Opening hours', null, {
    type: 'text',
    text: 'Hello {{fan|there}}, we are open from nine to five.',
  });
  await add('Delivery times', shipping, {
    type: 'text',
    text: 'Three to five days. {{agent}} of {{account}}',
  });
  await medium('Shirts', sizes, png('shirts.png', [80, 140, 255]));
  await medium('Shoes', sizes, png('shoes.png', [255, 150, 90]));
  await medium('Greeting', null, { fileName: 'greeting.wav', contentType: 'audio/wav', bytes: tone() });
  await add('Web shop', null, {
    type: 'card',
    text: 'All colors and sizes, delivered within the week.',
    link: 'https://shop.example/',
    pictureFileId: await upload(url, owner, png('shop.png', [110, 190, 130])),
  });
}
