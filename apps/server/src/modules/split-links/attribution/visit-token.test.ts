import { describe, expect, it } from 'vitest';
import { createTokenLink, type TokenCandidate, tokensInMessage } from './visit-token.ts';

const [one, other] = ['abcdefghjkmn', 'bcdefghjkmnp'];
const message = (text: string, changes: Partial<TokenCandidate> = {}): TokenCandidate => ({
  account: { platform: 'telegram' },
  kind: 'text',
  chatKind: 'private',
  author: 'customer',
  text,
  ...changes,
});
/** Returns the tokens of a message, and its text without these. */
function read(text: string, changes: Partial<TokenCandidate> = {}) {
  const found = tokensInMessage(message(text, changes));
  return found === null ? null : [found.tokens, found.textWithout(new Set(found.tokens))];
}

describe('the tokens of a message', () => {
  it('finds tokens in a customer’s private text only', () => {
    const text = `Hola (ref: ${one})`;
    expect(read(text)).toEqual([[one], 'Hola']);
    expect(read(text, { chatKind: 'group' })).toBeNull();
    expect(read(text, { author: 'business' })).toBeNull();
    expect(read('Hola')).toBeNull();
  });

  it('removes only the known tokens', () => {
    const found = tokensInMessage(message(`(ref: ${one}) Hola (ref: ${other})`));
    expect(found?.tokens).toEqual([one, other]);
    expect(found?.textWithout(new Set([other]))).toBe(`(ref: ${one}) Hola`);
  });

  it('leaves tokens in a text that consists of them, but not under a picture', () => {
    const reference = `(ref: ${one})`;
    expect(read(reference)).toEqual([[one], reference]);
    expect(read(reference, { kind: 'image' })).toEqual([[one], '']);
  });

  it('reads a token from the parameter of a bot’s link, after the owner’s own', () => {
    const referral = `promo-${one}`;
    expect(read(`/start ${referral}`, { referral })).toEqual([[one], '/start promo']);
    expect(read('Hola', { referral })).toEqual([[one], 'Hola']);
    expect(read(`/start ${one}`, { referral: one })).toEqual([[one], '/start']);
    expect(read('/start promo', { referral: 'promo' })).toBeNull();
  });

  it('reads the website chat’s token beside its text, which stays as typed', () => {
    const ofSite = { account: { platform: 'webchat' } } as const;
    const typed = `Hola (ref: ${other})`;
    expect(read(typed, ofSite)).toBeNull();
    expect(read(typed, { ...ofSite, referral: one })).toEqual([[one], typed]);
  });
});

describe('the link of one visit', () => {
  it.each([
    ['es', '¡Hola!'],
    ['zh', '你好！'],
    ['xx', 'Hello!'],
  ])('greets in the visitor’s language, else in English: %s', (language, greeting) => {
    const carried = createTokenLink('telegram', 'https://t.me/shop_ana', language);
    expect(carried?.token).toMatch(/^[a-z2-9]{12}$/);
    expect(new URL(carried?.url ?? '').searchParams.get('text')).toBe(`${greeting} (ref: ${carried?.token})`);
  });

  it('creates no link with a token where links carry no text', () => {
    expect(createTokenLink('line', 'https://line.me/R/ti/p/@shop', 'es')).toBeNull();
  });
});
