import { expect, it } from 'vitest';
import { attachmentWords } from './attachment-words.ts';
import { uploadedMedia } from './media/stored-media.ts';

const unknown = { width: null, height: null, durationMs: null, waveform: null, hasPreview: false };
const file = (name: string) => uploadedMedia({ name, contentType: 'application/zip', size: 1, ...unknown });

it.each([
  [{ kind: 'text' as const, attachment: null }, ''],
  [{ kind: 'file' as const, attachment: file('write to shop.com.zip') }, 'write to shop.com'],
  [{ kind: 'audio' as const, attachment: file('Call me') }, 'Call me'],
  [{ kind: 'image' as const, attachment: file('shop.com.png') }, ''],
  [
    {
      kind: 'contact' as const,
      attachment: { type: 'contact' as const, name: 'Ana', phones: ['8613812345678', '+4420', '020'] },
    },
    'Ana\n+8613812345678\n+4420\n020',
  ],
  [
    {
      kind: 'location' as const,
      attachment: { type: 'location' as const, latitude: 0, longitude: 0, name: 'Shop', address: null },
    },
    'Shop\n',
  ],
])('reads %j', (message, words) => {
  expect(attachmentWords(message)).toBe(words);
});
