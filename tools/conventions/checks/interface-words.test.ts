import { expect, it } from 'vitest';
import { treeOf } from '../tree.ts';
import { interfaceWords } from './interface-words.ts';

const problemsOf = (en: string, zh: string): string[] =>
  interfaceWords
    .run(
      treeOf({
        'apps/console/src/locales/en-US.json': JSON.stringify({ some: { key: en } }),
        'apps/console/src/locales/zh-CN.json': JSON.stringify({ some: { key: zh } }),
      }),
    )
    .map(({ problem }) => problem);

it.each([
  'Log-in details',
  'Hand in',
  'Handed in',
  'Save and connect anew',
  'It connects by itself',
  'Whoever has the link',
  'Nobody is online',
  'It was told',
  'Not there yet',
  'Force off',
  'At most 500 lines at once',
  'Characters to begin with',
  'Theme colour',
])('refuses the English text %s', (text) => {
  expect(problemsOf(text, '文字')).toHaveLength(1);
});

it.each([
  '某位坐席',
  '前往管理后台',
  '历史会话',
  '会话归档',
  '对话与客户',
  '标志',
  '换种子',
  '联系运营人员',
  '中文（继承自工作区）',
  '新建工单',
  '新增快捷回复',
  '批量新增',
])('refuses the Chinese text %s', (text) => {
  expect(problemsOf('Text', text)).toHaveLength(1);
});

it('accepts a Chinese text that counts what has come', () => {
  expect(problemsOf('Text', '新增 {{count}} 个底粉')).toEqual([]);
});

it.each([
  ['Add rule', '创建规则'],
  ['New tag', '创建标签'],
  ['Add many', '批量创建'],
  ['Create proxy', '添加代理'],
  ['Create a new link', '重新生成链接'],
  ['Added', '创建时间'],
])('refuses the verb of “%s” for “%s”', (en, zh) => {
  expect(problemsOf(en, zh)).not.toEqual([]);
});

it.each([
  ['Create rule', '创建规则'],
  ['Created', '创建时间'],
  ['Add proxy', '添加代理'],
  ['Attach files', '添加文件'],
  ['Tags to add', '添加标签'],
  ['Up to 3 lines, Add included', '最多三行'],
])('accepts the verb of “%s” for “%s”', (en, zh) => {
  expect(problemsOf(en, zh)).toEqual([]);
});

it.each([
  ['apps/server/src/modules/sub-accounts/spreadsheets.ts', "text('会话归档', 'Archive');"],
  ['packages/contract/src/channels/errors.ts', 'const text = `请联系${name}运营方`;'],
  ['docs/user-guide/zh/security.md', '登录客服工作台。'],
  ['README.zh-CN.md', '前往管理后台。'],
])('refuses a Chinese text outside of a catalogue, in %s', (file, text) => {
  expect(interfaceWords.run(treeOf({ [file]: `\n${text}` }))).toMatchObject([{ file, line: 2 }]);
});

it.each([
  ['apps/share/src/lib/chat-texts.ts', "const text = 'Ask whoever shared it';"],
  ['packages/contract/src/fans/errors.ts', "errorEntry(409, '已更改', 'It was changed meanwhile')"],
  ['packages/contract/src/fans/errors.ts', 'errorEntry(409, "已满", `At most ${limit} at once`)'],
])('refuses an English text outside of a catalogue, in %s', (file, text) => {
  expect(interfaceWords.run(treeOf({ [file]: `\n${text}` }))).toMatchObject([{ file, line: 2 }]);
});

it.each([
  ['apps/server/src/modules/fans/service.test.ts', "const text = '会话归档';"],
  ['apps/console/src/features/agreements/terms-zh.ts', "const text = '平台的运营方';"],
  ['docs/user-guide/zh/start.md', '关闭对话框。'],
  ['packages/contract/src/fans/errors.ts', "const key = 'fan.changed-meanwhile';"],
])('accepts tests, the parties of agreements, dialog boxes and keys, in %s', (file, text) => {
  expect(interfaceWords.run(treeOf({ [file]: text }))).toEqual([]);
});

it('accepts the standard terms', () => {
  expect(problemsOf('Login details. Reconnects automatically.', '上线记录，会话，控制台，工作台')).toEqual(
    [],
  );
});

it('names the key, the word and the replacement', () => {
  const tree = treeOf({
    'apps/desk/src/locales/en-US.json': JSON.stringify({ ports: { off: 'Force off' } }),
    'apps/desk/src/locales/zh-CN.json': JSON.stringify({ ports: { off: '强制下线' } }),
  });
  expect(interfaceWords.run(tree)).toEqual([
    {
      file: 'apps/desk/src/locales/en-US.json',
      line: 1,
      problem: '"ports.off" says "Force off"',
      cure: 'Write: disconnect.',
    },
  ]);
});
