/** The emoji that visitors can choose: common ones that old systems can draw, too. Screen readers speak their names. */

/** Emoji per row of the panel; each group fills whole rows, so that arrow keys move straight up and down. */
export const columns = 8;

export const groups = [
  '😀 😄 😂 🤣 😊 😍 😘 😉 😎 🤔 😅 🙄 😢 😭 😱 😡',
  '👍 👎 👌 ✌️ 🤞 👋 🙏 👏 🙌 💪 🤝 👀 👉 🙋 🤷 🤦',
  '❤️ 🧡 💛 💚 💙 💜 💔 💕 ✨ ⭐ 🔥 🎉 ☀️ 🌹 ✅ ❌',
  '🛒 🎁 📦 🚚 ✈️ 🏠 💳 💰 👕 👗 👟 👜 📷 📱 ☕ 🎂',
].map((line) => line.split(' '));

/** The names of the groups, in the languages of `lib/words.ts`. */
export const lines: Readonly<Record<string, string>> = {
  en: 'Smileys|Gestures|Symbols|Objects',
  zh: '表情|手势|符号|物品',
  es: 'Emoticonos|Gestos|Símbolos|Objetos',
  pt: 'Carinhas|Gestos|Símbolos|Objetos',
  fr: 'Smileys|Gestes|Symboles|Objets',
  de: 'Smileys|Gesten|Symbole|Objekte',
  ru: 'Смайлы|Жесты|Символы|Предметы',
  ar: 'وجوه|إيماءات|رموز|أشياء',
  ja: '顔|ジェスチャー|記号|もの',
  ko: '얼굴|제스처|기호|사물',
  vi: 'Mặt cười|Cử chỉ|Ký hiệu|Đồ vật',
  id: 'Wajah|Gestur|Simbol|Benda',
  th: 'หน้ายิ้ม|ท่าทาง|สัญลักษณ์|สิ่งของ',
  tr: 'Yüzler|Jestler|Semboller|Nesneler',
};

/** Returns the place to which a key moves from place `at`; null if the key has no meaning there. */
export function placeAfter(key: string, at: number, count: number, rtl: boolean): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: rtl ? 1 : -1,
    ArrowRight: rtl ? -1 : 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const to = at + step;
  // Up and down stop at the edge, within their column.
  if (Math.abs(step) === columns && (to < 0 || to >= count)) return at;
  return Math.min(Math.max(to, 0), count - 1);
}
