import { type BannedWord, bannedInCode, bannedInEnglish, bannedInInterface } from '../banned-words.ts';
import type { ConventionCheck, Finding } from '../finding.ts';
import { type Catalogue, cataloguesOf, type Texts } from '../locales.ts';
import { isForTests, isStringPart, isTypeScript, lineAt, nodesOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

const english: readonly BannedWord[] = [...bannedInEnglish, ...bannedInCode, ...bannedInInterface];

/** Words to avoid in Chinese texts: each concept has one term. */
const chinese: readonly BannedWord[] = [
  { pattern: /坐席/, instead: '客服（人），工作台（界面）' },
  { pattern: /客服工作台/, instead: '工作台' },
  { pattern: /管理后台|主账号后台/, instead: '控制台（主账号），运营后台（管理员）' },
  { pattern: /历史会话|在线会话|总会话|登录会话|会话归档/, instead: '上线记录；会话只指聊天' },
  { pattern: /对话(?!框)/, instead: '会话' },
  { pattern: /标志/, instead: 'Logo' },
  { pattern: /换种子/, instead: '重新生成' },
  { pattern: /运营方|运营者|运营人员/, instead: '管理员' },
  { pattern: /继承自/, instead: '沿用自' },
  { pattern: /工作空间/, instead: '工作区' },
  {
    pattern: /新建|批量新增|新增(?=\p{Script=Han})/u,
    instead: '创建（只在 Parley 中的记录），添加（已有的账号、代理、域名、文件等）',
  },
];

/** Texts outside of catalogues: refusals, headings of spreadsheets, mails, pages without a framework. */
const mayHoldTexts = /^(apps|packages)\/[^/]+\/src\//;
/** They name the contracting party, which is no administrator. */
const legalTexts = /^apps\/console\/src\/features\/agreements\//;
/** English texts of pages without a framework. */
const pageTexts = /^apps\/[^/]+\/src\/(?:.*\/)?(?:[a-z-]+-)?texts\.ts$/;
/** English texts of errors and of the API page. Its other dialect is refused with that of comments. */
const contractTexts = /^packages\/contract\/src\//;
const chineseGuide = /^docs\/user-guide\/zh\/|^README\.zh-CN\.md$/;

function wordsOf(file: string): readonly BannedWord[] {
  if (pageTexts.test(file)) return [...english, ...chinese];
  return contractTexts.test(file) ? [...bannedInInterface, ...chinese] : chinese;
}

function findingsInCode(tree: Tree, file: string, words: readonly BannedWord[]): Finding[] {
  const whole = tree.read(file);
  const banned = words.filter(({ pattern }) => pattern.test(whole));
  if (banned.length === 0) return [];
  const source = sourceOf(tree, file);
  return [...nodesOf(source)].flatMap((node) =>
    isStringPart(node) && /[\s\p{Script=Han}]/u.test(node.text)
      ? findingsAt(file, node.text, banned, lineAt(source, node.getStart(source)))
      : [],
  );
}

const findingsInGuide = (tree: Tree, file: string): Finding[] =>
  tree
    .read(file)
    .split('\n')
    .flatMap((text, index) => findingsAt(file, text, chinese, index + 1));

const findingsAt = (file: string, text: string, banned: readonly BannedWord[], line: number): Finding[] =>
  banned.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    return [{ file, line, problem: `a text says "${found[0]}"`, cure: `Write: ${instead}.` }];
  });

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

/** Verbs that tell records of Parley from what exists elsewhere, and so must agree in both languages. */
const verbs = [
  {
    en: /\bcreat(?:e|ed|ing)\b/i,
    zh: '创建',
    cure: 'Write: create and 创建, for a record that only Parley has.',
  },
  {
    en: /\b(?:add(?:ed|ing)?|attach)\b/i,
    zh: '添加',
    cure: 'Write: add and 添加, for what exists already, or a line of a form.',
  },
] as const;

const beginsWith = (text: string, verb: RegExp): boolean => verb.test(text.split(' ', 1)[0] ?? '');

/** Returns texts that begin with such a verb in one language and don't have it in the other. */
const findingsInVerbs = ({ en, enFile, zh }: Catalogue): Finding[] =>
  [...en].flatMap(([key, text]) => {
    const translated = zh.get(key) ?? zh.get(key.replace(/_one$/, '_other'));
    if (translated === undefined) return [];
    return verbs
      .filter((verb) =>
        translated.replace(/^批量/, '').startsWith(verb.zh)
          ? !verb.en.test(text)
          : beginsWith(text, verb.en) && !translated.includes(verb.zh),
      )
      .map(({ cure }) => ({
        file: enFile,
        line: 1,
        problem: `"${key}" says "${text}" and "${translated}"`,
        cure,
      }));
  });

/** Requires standard terms in interface texts, one per concept, in both languages, and in Chinese texts of code and guides. */
export const interfaceWords: ConventionCheck = {
  name: 'interface-words',
  run: (tree) => [
    ...cataloguesOf(tree).catalogues.flatMap((catalogue) => [
      ...findingsIn(catalogue.enFile, catalogue.en, english),
      ...findingsIn(catalogue.zhFile, catalogue.zh, chinese),
      ...findingsInVerbs(catalogue),
    ]),
    ...tree.files
      .filter((file) => mayHoldTexts.test(file) && isTypeScript(file))
      .filter((file) => !isForTests(file) && !legalTexts.test(file))
      .flatMap((file) => findingsInCode(tree, file, wordsOf(file))),
    ...tree.files.filter((file) => chineseGuide.test(file)).flatMap((file) => findingsInGuide(tree, file)),
  ],
};
