import { describe, expect, it } from 'vitest';
import { phrasesOf, placesOf, tokenise } from './message-words.ts';

/** The parts of the text that a search matches; null if it doesn't match. */
function found(text: string, search: string): string[] | null {
  const words = tokenise(text);
  const places = phrasesOf(search).map((phrase) => placesOf(words, phrase));
  if (places.length === 0 || places.some((list) => list.length === 0)) return null;
  return places.flat().map(([start, end]) => text.slice(start, end));
}

describe('a search', () => {
  it.each([
    ['Where is my order?', 'ord', ['order']],
    ['Where is my order?', 'rder', null],
    ['Where is my order?', 'ORDER where', ['order', 'Where']],
    ['¿Cuándo llegará el envío?', 'envio cuando', ['envío', 'Cuándo']],
    ['Straße 12', 'strasse', ['Straße']],
    ['Đặt hàng hôm nay', 'dat hang', ['Đặt', 'hàng']],
    ['İSTANBUL’a kargo', 'istanbul', ['İSTANBUL']],
    ['Посылка ещё не пришла', 'еще', ['ещё']],
    ['ΟΔΟΣ', 'οδός', ['ΟΔΟΣ']],
    ['order A-10023 is late', 'A-10023', ['A-10023']],
    ['order A-10023 is late', '10023-a', null],
    ['ＡＢＣ１２３', 'abc123', ['ＡＢＣ１２３']],
  ])('finds in “%s” by “%s”: %j', (text, search, parts) => {
    expect(found(text, search)).toEqual(parts);
  });

  it.each([
    ['请问这个三个字可以吗', '三个字', ['三个字']],
    ['请问这个三个字可以吗', '字', ['字']],
    ['请问这个三个字可以吗', '吗', ['吗']],
    ['三个人，个字', '三个字', null],
    ['我的iPhone手机壳到了', 'iphone手机', ['iPhone手机']],
    ['手机abc', '机abc', ['机abc']],
    ['注文はいつ届きますか', '届き', ['届き']],
    ['ｶﾀﾛｸﾞをください', 'カタログ', ['ｶﾀﾛｸﾞ']],
    ['국제배송이 되나요', '배송', ['배송']],
    ['สินค้าจะถึงเมื่อไหร่', 'ถึง', ['ถึง']],
    ['ขอทำรายการ', 'ทำ', ['ทำ']],
    ['أين طلبي؟', 'اين طلبي', ['أين', 'طلبي']],
    ['मेरा ऑर्डर कहाँ है', 'ऑर्डर', ['ऑर्डर']],
  ])('finds in “%s” by “%s” without spaces between words: %j', (text, search, parts) => {
    expect(found(text, search)).toEqual(parts);
  });

  it('yields no phrases without letters or digits', () => {
    expect(phrasesOf(' ?! 😀 ')).toEqual([]);
  });

  it('yields no word with a character that a query would have to quote', () => {
    const hostile = `ŉ ½ ﷺ ǅ ' \\ : & | ! ( ) * ℻ ㍿ ${String.fromCodePoint(0xfb1d, 0x1f600, 0x0f0b)}`;
    for (const { text } of tokenise(hostile)) expect(text).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
  });

  it('cuts a text of a hundred thousand letters within its limit', () => {
    expect(tokenise('字'.repeat(100_000))).toHaveLength(6_000);
    expect(tokenise('a '.repeat(50_000))).toHaveLength(6_000);
  });
});
