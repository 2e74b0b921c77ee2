import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { locales } from './locales.ts';

const folder = 'apps/desk/src/app/locales';
const run = (zh: object, en: object) =>
  locales
    .run(
      treeOf({ [`${folder}/zh-CN.json`]: JSON.stringify(zh), [`${folder}/en-US.json`]: JSON.stringify(en) }),
    )
    .map((finding) => `${finding.file.slice(folder.length + 1)} ${finding.problem}`);

describe('locales', () => {
  test('two complete languages pass: nested or flat, with plurals, names, codes and placeholders', () => {
    const zh = {
      'chat.send': '发送',
      fans: { count_other: '{{count}} 位粉丝', id: 'ID' },
      brand: 'Parley',
      rate: '{{n}} %',
    };
    const en = {
      chat: { send: 'Send' },
      fans: { count_one: '{{count}} fan', count_other: '{{count}} fans', id: 'ID' },
      brand: 'Parley',
      rate: '{{n}} %',
    };
    expect(run(zh, en)).toEqual([]);
  });

  test('languages as TypeScript are read as well', () => {
    const found = locales.run(
      treeOf({
        [`${folder}/zh-CN.ts`]: "export const zhCN = { chat: { send: '发送', stop: '停止' } } as const;",
        [`${folder}/en-US.ts`]: "export const enUS = { chat: { send: 'Send' } };",
      }),
    );
    expect(found).toMatchObject([{ file: `${folder}/en-US.ts`, problem: '"chat.stop" is missing' }]);
  });

  test.each([
    ['a key missing in English', { a: '甲', b: '乙' }, { a: 'A' }, 'en-US.json "b" is missing'],
    ['a key missing in Chinese', { a: '甲' }, { a: 'A', b: 'B' }, 'zh-CN.json "b" is missing'],
    ['an empty text', { a: ' ' }, { a: 'Ah' }, 'zh-CN.json "a" is empty'],
    ['the same text in both', { a: 'OK' }, { a: 'OK' }, 'zh-CN.json "a" is not Chinese'],
    ['a short word in capitals', { a: 'SAVE' }, { a: 'Save' }, 'zh-CN.json "a" is not Chinese'],
    ['English among the Chinese', { a: 'Send it' }, { a: 'Send it' }, 'zh-CN.json "a" is not Chinese'],
    ['Chinese among the English', { a: '发送' }, { a: '发送' }, 'en-US.json "a" is not English'],
    [
      'other placeholders',
      { a: '你好 {{name}}' },
      { a: 'Hi {{user}}' },
      'zh-CN.json "a" has other {{placeholders}} than in English',
    ],
  ])('%s is refused', (_, zh, en, problem) => {
    expect(run(zh, en)).toEqual([problem]);
  });

  test('two catalogues of one app with the same first key are refused', () => {
    const files = Object.fromEntries(
      ['console/src/ui', 'console/src/app', 'desk/src/app'].flatMap((place) => [
        [`apps/${place}/locales/zh-CN.json`, JSON.stringify({ chat: { send: '发送' } })],
        [`apps/${place}/locales/en-US.json`, JSON.stringify({ chat: { send: 'Send' } })],
      ]),
    );
    expect(locales.run(treeOf(files))).toMatchObject([
      {
        file: expect.stringContaining('apps/console/'),
        problem: expect.stringContaining('"chat" stands in apps/console/'),
      },
    ]);
  });

  test('a catalogue in one language is refused', () => {
    expect(locales.run(treeOf({ [`${folder}/zh-CN.json`]: '{}' }))).toMatchObject([
      { problem: 'a catalogue in one language' },
    ]);
  });
});
