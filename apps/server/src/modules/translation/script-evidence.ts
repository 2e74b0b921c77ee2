/** Identifies languages by script alone, before any statistics: some scripts belong to one language. */

/** Scripts that identify a language in a chat. Kana before Han, as Japanese uses both. */
const scripts: readonly (readonly [pattern: RegExp, language: string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/\p{sc=Georgian}/gu, 'ka'],
  [/\p{sc=Bengali}/gu, 'bn'],
  [/\p{sc=Gurmukhi}/gu, 'pa'],
  [/\p{sc=Gujarati}/gu, 'gu'],
  [/\p{sc=Oriya}/gu, 'or'],
  [/\p{sc=Tamil}/gu, 'ta'],
  [/\p{sc=Telugu}/gu, 'te'],
  [/\p{sc=Kannada}/gu, 'kn'],
  [/\p{sc=Malayalam}/gu, 'ml'],
  [/\p{sc=Sinhala}/gu, 'si'],
  [/\p{sc=Lao}/gu, 'lo'],
  [/\p{sc=Khmer}/gu, 'km'],
  [/\p{sc=Myanmar}/gu, 'my'],
  [/\p{sc=Ethiopic}/gu, 'am'],
  [/\p{sc=Tibetan}/gu, 'bo'],
  [/\p{sc=Thaana}/gu, 'dv'],
  [/\p{sc=Han}/gu, 'zh'],
];

/** Everyday characters that exist in only one of the two Chinese scripts. */
const traditional = new Set(
  '來個們傳價剛務員問單嗎國圖壞學實寫對帳帶幾張後從愛應戶換擇時書會東業極樂標樣歡歲沒準濟為無現發確碼種節約紅結給經綠網線總' +
    '繫聯聲聽舊藍號裡見視觀訂試話該認語說誰課請論謝讀變讓貨貴買賣質購車軟較輕辦這進運過遠適選還邊郵錢鏈鐘長門開間關際險雙雞難' +
    '電頭頻題顏類顧飯館馬驗體髮鬆魚麼黃點',
);
const simplified = new Set(
  '业东个为么乐书买从们价会传体关写准几刚办务单卖双发变号后吗听员国图坏声头学实对岁帐带应开张总户择换无旧时来松极标样欢没济' +
    '点爱现电码确种类系红约线经结给绿网联节蓝见观视订认让论试话该语说请读课谁谢货质购贵车软轻较边过运还这进远适选邮里钟钱链长' +
    '门问间际险难顾频题颜饭馆马验鱼鸡黄',
);

/** Letters that distinguish a language from others with the same script. */
const revealing: readonly (readonly [letters: RegExp, languages: readonly string[]])[] = [
  [/[їєґ]/u, ['uk']],
  [/ў/u, ['be']],
  [/[ыэё]/u, ['ru', 'be', 'kk', 'ky', 'mn']],
  [/[әқұһ]/u, ['kk']],
  [/[ђћ]/u, ['sr']],
  [/[ѓќѕ]/u, ['mk']],
  [/[ةىيك]/u, ['ar']],
  [/[پچژگیک]/u, ['fa', 'ur', 'ku']],
  [/[ٹڈڑںے]/u, ['ur']],
  [/[ąęłśźż]/u, ['pl', 'lt']],
  [/[ğış]/u, ['tr', 'az', 'ku']],
  [/ə/u, ['az']],
  [/[ăằẵẳđơưạảấầẩậắặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u, ['vi', 'ro']],
  [/[ñ¿¡]/u, ['es', 'gl', 'eu', 'tl']],
  [/ß/u, ['de']],
  [/[ãõ]/u, ['pt', 'vi', 'et', 'gl']],
];

/** The likeliest language first; `letters`: the number of letters that support them. */
export type ScriptEvidence = { languages: readonly string[]; letters: number };

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Returns the languages of the script that most letters belong to; null for a mixed text, or a script shared by many. */
export function scriptEvidence(text: string): ScriptEvidence | null {
  const letters = count(text, /\p{L}/gu);
  const counts = scripts.map(([pattern, language]) => ({ language, letters: count(text, pattern) }));
  const kana = counts[0];
  const han = counts.at(-1);
  // A line with some kana is Japanese, regardless of how many Chinese characters it has.
  if (kana && han && kana.letters > 0 && (kana.letters + han.letters) * 2 > letters) {
    return { languages: ['ja'], letters: kana.letters + han.letters };
  }
  const own = counts.find((script) => script.letters * 2 > letters);
  if (own === undefined) return null;
  if (own.language !== 'zh') return { languages: [own.language], letters: own.letters };
  // A short line of Chinese characters may also be Japanese.
  return { languages: [...chineseOf(text), ...(own.letters < 5 ? ['ja'] : [])], letters: own.letters };
}

/** Returns both scripts if no character decides, the simplified one first, as more people write it. */
function chineseOf(text: string): string[] {
  let lead = 0;
  for (const character of text) {
    if (simplified.has(character)) lead += 1;
    if (traditional.has(character)) lead -= 1;
  }
  if (lead === 0) return ['zh-CN', 'zh-TW'];
  return lead > 0 ? ['zh-CN'] : ['zh-TW'];
}

/** Returns the languages that a text's distinctive letters allow, or null if it has none. */
export function revealingLanguages(text: string): ReadonlySet<string> | null {
  const lower = text.toLowerCase();
  const groups = revealing.filter(([letters]) => letters.test(lower)).map(([, languages]) => languages);
  return groups.length === 0 ? null : new Set(groups.flat());
}
