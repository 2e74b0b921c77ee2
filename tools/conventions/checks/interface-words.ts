import { type BannedWord, bannedInEnglish } from '../banned-words.ts';
import type { ConventionCheck, Finding } from '../finding.ts';
import { cataloguesOf, type Texts } from '../locales.ts';

/** Dialect that the English texts avoid, with the trade's term for it. */
const english: readonly BannedWord[] = [
  ...bannedInEnglish,
  { pattern: /\b(?:whoever|nobody knows|somebody)\b/i, instead: 'anyone, unknown, someone' },
  { pattern: /\bmeanwhile\b/i, instead: 'a sentence without it' },
  { pattern: /\bthere yet\b/i, instead: 'Coming soon' },
  { pattern: /\bat once\b/i, instead: 'immediately, or at a time' },
];

/** Words that the Chinese texts avoid: each thing has one term. */
const chinese: readonly BannedWord[] = [
  { pattern: /坐席/, instead: '客服（人），工作台（界面）' },
  { pattern: /客服工作台/, instead: '工作台' },
  { pattern: /管理后台|主账号后台/, instead: '控制台（主账号），运营后台（管理员）' },
  { pattern: /历史会话|在线会话|登录会话|会话归档/, instead: '上线记录；会话只指聊天' },
  { pattern: /对话/, instead: '会话' },
  { pattern: /标志/, instead: 'Logo' },
  { pattern: /换种子/, instead: '重新生成' },
  { pattern: /运营方|运营者|运营人员/, instead: '管理员' },
  { pattern: /继承自/, instead: '沿用自' },
];

const findingsIn = (file: string, texts: Texts, banned: readonly BannedWord[]): Finding[] =>
  [...texts].flatMap(([key, text]) =>
    banned
      .filter(({ pattern }) => pattern.test(text))
      .map(({ pattern, instead }) => ({
        file,
        line: 1,
        problem: `"${key}" says "${pattern.exec(text)?.[0] ?? ''}"`,
        cure: `Write: ${instead}.`,
      })),
  );

/** Interface texts use the trade's terms, one for each thing, in both languages. */
export const interfaceWords: ConventionCheck = {
  name: 'interface-words',
  run: (tree) =>
    cataloguesOf(tree).catalogues.flatMap(({ en, enFile, zh, zhFile }) => [
      ...findingsIn(enFile, en, english),
      ...findingsIn(zhFile, zh, chinese),
    ]),
};
