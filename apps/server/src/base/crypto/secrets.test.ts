import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretBox, deriveKey } from './secrets.ts';

const old = 'the secret that was used before this one';
const now = 'the secret that is used from now on';

describe('a sealed secret', () => {
  it('decrypts any text, and never encrypts it to the same bytes twice', () => {
    const box = createSecretBox([now]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, context) => {
        const sealed = box.seal(plain, context);
        expect(box.open(sealed, context)).toBe(plain);
        expect(box.seal(plain, context)).not.toBe(sealed);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses to decrypt in another place', () => {
    const box = createSecretBox([now]);
    expect(() => box.open(box.seal('token', 'account 1'), 'account 2')).toThrow();
  });

  it('refuses to decrypt once a single byte has changed', () => {
    const box = createSecretBox([now]);
    const [id = '', data = ''] = box.seal('token', 'here').split('.');
    const bytes = Buffer.from(data, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`${id}.${changed.toString('base64url')}`, 'here')).toThrow();
    }
    expect(() => box.open(`${id}.${bytes.subarray(0, -1).toString('base64url')}`, 'here')).toThrow();
  });

  it('refuses to decrypt with a shortened tag', () => {
    const box = createSecretBox([now]);
    const [id = ''] = box.seal('', 'here').split('.');
    for (const length of [0, 12, 16, 20, 27]) {
      expect(() => box.open(`${id}.${Buffer.alloc(length).toString('base64url')}`, 'here')).toThrow();
    }
  });
});

describe('a new APP_SECRET before the old one', () => {
  it('decrypts what the old one encrypted, and encrypts under its own id', () => {
    const sealed = createSecretBox([old]).seal('token', 'here');
    const rotated = createSecretBox([now, old]);
    expect(rotated.open(sealed, 'here')).toBe('token');
    const fresh = rotated.seal('token', 'here');
    expect(fresh.split('.')[0]).not.toBe(sealed.split('.')[0]);
    expect(createSecretBox([now]).open(fresh, 'here')).toBe('token');
  });

  it('names the missing key once the old one is removed', () => {
    const sealed = createSecretBox([old]).seal('token', 'here');
    const id = sealed.split('.')[0];
    expect(() => createSecretBox([now]).open(sealed, 'here')).toThrow(`under the key ${id}`);
  });
});

it('gives each purpose its own key', () => {
  expect(deriveKey(now, 'one').equals(deriveKey(now, 'two'))).toBe(false);
  expect(deriveKey(now, 'one').equals(deriveKey(now, 'one'))).toBe(true);
  expect(deriveKey(now, 'one')).toHaveLength(32);
});
