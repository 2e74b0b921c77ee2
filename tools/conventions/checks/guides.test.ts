import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { guides } from './guides.ts';

const run = (english: string, chinese: string) =>
  guides
    .run(treeOf({ 'docs/user-guide/en/desk.md': english, 'docs/user-guide/zh/desk.md': chinese }))
    .map(({ file, problem }) => `${file.slice(16)}: ${problem}`);

describe('guides', () => {
  test('accepts the same code, commands and pictures in both languages', () => {
    const english = 'Open `/desk/`.\n\n```\nnpm start\n```\n![Desk](../../images/en/desk.png)';
    const chinese = '打开 `/desk/`。\n\n![工作台](../../images/zh/desk.png)\n\n```\nnpm start\n```\n';
    expect(run(english, chinese)).toEqual([]);
  });

  test.each([
    [
      'a setting',
      'Set `PORT`.',
      '设置。',
      'zh/desk.md: `PORT` stands in docs/user-guide/en/desk.md and not here',
    ],
    [
      'a setting in Chinese alone',
      '',
      '`PORT`',
      'en/desk.md: `PORT` stands in docs/user-guide/zh/desk.md and not here',
    ],
    [
      'a picture',
      '![Desk](../../images/en/desk.png)',
      '',
      'zh/desk.md: `desk.png` stands in docs/user-guide/en/desk.md and not here',
    ],
    [
      'another command',
      '```\nnpm start\n```\n',
      '```\nnpm run demo\n```\n',
      'zh/desk.md: `npm start` stands in docs/user-guide/en/desk.md and not here',
    ],
  ])('%s that only one has is refused', (_, english, chinese, problem) => {
    expect(run(english, chinese)[0]).toBe(problem);
  });

  test('a page in one language is refused', () => {
    expect(guides.run(treeOf({ 'docs/user-guide/zh/desk.md': '' }))).toMatchObject([
      { file: 'docs/user-guide/zh/desk.md', problem: 'docs/user-guide/en/desk.md is missing' },
    ]);
  });

  test('README is held against its counterpart', () => {
    const found = guides.run(treeOf({ 'README.md': 'Set `PORT`.', 'README.zh-CN.md': '' }));
    expect(found).toMatchObject([{ file: 'README.zh-CN.md' }]);
  });
});
