/** Tests each limit on a server's input at its last accepted and first refused value. */
import { type Element, xml } from '@xmpp/client';
import { expect, it } from 'vitest';
import { createAdmission } from './admission.ts';
import { streamParser } from './stream-parser.ts';

const challenge = (iterations: number) =>
  xml(
    'challenge',
    { xmlns: 'urn:ietf:params:xml:ns:xmpp-sasl' },
    Buffer.from(`r=nonce,s=c2FsdA==,i=${iterations}`).toString('base64'),
  );

it('accepts a login of 100,000 SCRAM iterations and refuses one of 100,001', () => {
  expect(() => createAdmission()(challenge(100_000))).not.toThrow();
  expect(() => createAdmission()(challenge(100_001))).toThrow('platform-login-too-costly: 100001');
});

/** Returns a message of exactly this many bytes, with two-byte characters in its text. */
function stanzaOf(bytes: number): string {
  const empty = Buffer.byteLength('<message><body></body></message>');
  const text = 'é'.repeat(Math.floor((bytes - empty) / 2)) + 'x'.repeat((bytes - empty) % 2);
  return `<message><body>${text}</body></message>`;
}

function read(pieces: readonly string[]): number[] {
  const lengths: number[] = [];
  const parser = new (streamParser(() => undefined))();
  parser.on('element', (element: Element) => lengths.push(element.toString().length));
  parser.write('<stream:stream>');
  for (const piece of pieces) parser.write(piece);
  return lengths;
}

const piecesOf = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];

it.each([
  ['one piece', (text: string) => [text]],
  ['pieces of 4 KiB', (text: string) => piecesOf(text, 4_096)],
  ['pieces of 1,000 characters', (text: string) => piecesOf(text, 1_000)],
])('accepts a stanza of 512 KiB in %s and refuses one byte more', (_, cut) => {
  const largest = stanzaOf(512 * 1024);
  expect(Buffer.byteLength(largest)).toBe(512 * 1024);
  expect(read(cut(largest))).toHaveLength(1);
  // Each stanza is counted separately, wherever the chunk boundaries are.
  expect(read(cut(`${largest}${largest}<message/>`))).toHaveLength(3);
  expect(() => read(cut(stanzaOf(512 * 1024 + 1)))).toThrow('platform-stanza-too-large: 512 KiB');
  expect(() => read(cut(`<message/>${stanzaOf(512 * 1024 + 1)}`))).toThrow('platform-stanza-too-large');
});

it('logs the XML error, and reports only a code to the owner', () => {
  const failure = (text: string): unknown => {
    try {
      return read([text]);
    } catch (error) {
      return error;
    }
  };
  for (const text of ['<a>&unknown;</a>', '<a></b>', '<!-- x -->', '<?x y?>', 'text<a/>', '<a b=c/>'])
    expect(failure(text)).toMatchObject({ message: 'platform-malformed', cause: expect.any(Error) });
});
