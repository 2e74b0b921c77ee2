import { expect, it } from 'vitest';
import { createTextDecoder, encodingOf } from './text-encoding.ts';

/** "姓名,13800138000" in GB18030, which Node does not encode. */
const gb18030 = Buffer.concat([Buffer.from([0xd0, 0xd5, 0xc3, 0xfb]), Buffer.from(',13800138000\n')]);
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

it.each([
  ['utf-8', Buffer.from('name,phone\n')],
  ['utf-8', Buffer.from('姓名,手机')],
  ['utf-8', Buffer.from('\uFEFFname')],
  ['utf-16le', Buffer.from('\uFEFF姓名', 'utf16le')],
  ['utf-16be', utf16be('\uFEFF姓名')],
  ['utf-16le', Buffer.from('name,13800138000\n', 'utf16le')],
  ['utf-16be', utf16be('name,13800138000\n')],
  ['gb18030', gb18030],
  ['utf-8', Buffer.alloc(0)],
] as const)('recognizes %s (%#)', (encoding, head) => {
  expect(encodingOf(head)).toBe(encoding);
});

it('detects UTF-8 when a character is cut off at the end', () => {
  const bytes = Buffer.from('姓名😀');
  for (let end = 1; end <= bytes.length; end += 1) expect(encodingOf(bytes.subarray(0, end))).toBe('utf-8');
});

it('decodes GB18030, and removes a byte order mark', () => {
  expect(createTextDecoder('gb18030').decode(gb18030)).toBe('姓名,13800138000\n');
  expect(createTextDecoder('utf-16le').decode(Buffer.from('\uFEFFa', 'utf16le'))).toBe('a');
});
