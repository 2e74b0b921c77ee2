/** Tests Telegram-specific media; `telegram.test.ts` tests the common contract. */

import { until } from '@parley/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { telegram } from './connector.ts';
import { maria, messageTo as message, type StartedShop, startShop } from './fixtures/shop.ts';

let shop: StartedShop['shop'];
let credentials: StartedShop['credentials'];
let online: StartedShop['online'];
let close: StartedShop['close'];
beforeEach(async () => {
  ({ shop, credentials, online, close } = await startShop());
});
afterEach(() => close());

const file = { file_id: 'f', file_size: 9, mime_type: 'video/mp4', duration: 1.5, width: 4, height: 3 };
const asMedia = { key: 'f', size: 9, contentType: 'video/mp4', durationMs: 1_500, width: 4, height: 3 };
it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['a video', { video: file, caption: 'Mira' }, { kind: 'video', text: 'Mira', media: asMedia }],
  ['an animation', { animation: file, document: { file_id: 'd' } }, { kind: 'video', media: asMedia }],
  ['a round video', { video_note: file }, { kind: 'video', text: '' }],
  ['a voice message', { voice: { file_id: 'f' } }, { kind: 'voice', media: { contentType: 'audio/ogg' } }],
  ['music', { audio: { file_id: 'f', file_name: 'a.mp3' } }, { kind: 'audio', media: { name: 'a.mp3' } }],
  ['a document', { document: { file_id: 'f', file_name: 'a.pdf' } }, { kind: 'file', media: { key: 'f' } }],
  ['a sticker', { sticker: { file_id: 'x' } }, { kind: 'sticker', text: '', media: { key: 'x' } }],
  [
    'an animated sticker by its picture',
    {
      sticker: {
        file_id: 'tgs',
        is_animated: true,
        width: 512,
        height: 512,
        thumbnail: { file_id: 'x', width: 128, height: 128 },
      },
    },
    { kind: 'sticker', media: { key: 'x', width: 128 } },
  ],
  [
    'a sticker that is a video',
    { sticker: { file_id: 'x', is_animated: false, is_video: true, thumbnail: { file_id: 'small' } } },
    { kind: 'sticker', media: { key: 'x' } },
  ],
  [
    'an animated sticker without a picture',
    { sticker: { file_id: 'tgs', is_animated: true } },
    { kind: 'sticker', media: { key: 'tgs' } },
  ],
  [
    'a contact',
    { contact: { phone_number: '+34 600', first_name: 'Ana', last_name: 'Ruiz' } },
    { kind: 'contact', contact: { name: 'Ana Ruiz', phones: ['+34 600'] } },
  ],
  [
    'a place',
    { location: { latitude: 40.4, longitude: -3.7 } },
    { kind: 'location', location: { latitude: 40.4, longitude: -3.7 } },
  ],
  [
    'a venue',
    { venue: { location: { latitude: 1, longitude: 2 }, title: 'Shop', address: 'Calle 1' } },
    { kind: 'location', location: { latitude: 1, longitude: 2, name: 'Shop', address: 'Calle 1' } },
  ],
])('reads %s', async (_, content, expected) => {
  const host = createTestHost();
  await online(host);
  shop.post(maria, content);
  await until('it', () => host.messages.length === 1);
  expect(host.messages[0]).toMatchObject(expected);
});

const mariasNumber = { phone_number: '34600000000', first_name: 'María', user_id: maria.id };
it.each<[string, Record<string, unknown>, string | null]>([
  ['of their own account', { contact: mariasNumber }, '34600000000'],
  ['of another account', { contact: { ...mariasNumber, user_id: 502 } }, null],
  ['of no account', { contact: { phone_number: '34600000000', first_name: 'María' } }, null],
  ['that was forwarded', { contact: mariasNumber, forward_origin: { type: 'hidden_user' } }, null],
  ['inserted by a bot', { contact: mariasNumber, via_bot: { id: 7, is_bot: true, first_name: 'B' } }, null],
  ['in no message', { text: '34600000000' }, null],
])('decides whether a number %s is the customer’s', async (_, content, phone) => {
  const host = createTestHost();
  await online(host);
  shop.post(maria, content);
  await until('it', () => host.messages.length === 1);
  expect(host.messages[0]?.from.phone).toBe(phone);
});

it('reports a file above 20 MB as too large to fetch', async () => {
  shop.bot.files.set('huge', Buffer.alloc(20_000_001));
  const context = { ...createTestHost(), maxBytes: 50_000_000 };
  expect(await telegram.fetchMedia?.({ key: 'huge' }, credentials, context)).toMatchObject({
    outcome: 'too-large',
  });
});

it('sends an over-long caption after its picture', async () => {
  const host = createTestHost();
  const connection = await online(host);
  shop.write(maria, 'Hola');
  await until('the greeting', () => host.messages.length === 1);
  const bytes = Buffer.from('GIF89a');
  const media = {
    kind: 'image',
    name: 'a.gif',
    contentType: 'image/gif',
    size: bytes.length,
    blob: async () => new Blob([bytes], { type: 'image/gif' }),
  } as const;
  const text = 'á'.repeat(1_025);
  const sent = await connection.send({ ...message(text), media });
  expect(sent).toMatchObject({ ok: true });
  expect(shop.bot.sent.map((one) => [one.medium?.method, one.text])).toEqual([
    ['sendAnimation', ''],
    [undefined, text],
  ]);
});
