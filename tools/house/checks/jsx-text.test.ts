import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { jsxText } from './jsx-text.ts';

const run = (jsx: string, file = 'apps/desk/src/pages/Chat.tsx') =>
  jsxText.run(treeOf({ [file]: `export const Chat = () => (\n  ${jsx}\n);\n` }));

describe('text in screens', () => {
  test.each([
    '<b>Send now</b>',
    '<b>发送</b>',
    "<b>{'Send'}</b>",
    '<b>{`Send`}</b>',
    '<input placeholder="Write here" />',
    '<button aria-label="Close" />',
    "<Empty description={'Nothing yet'} />",
  ])('%s is refused, with its line', (jsx) => {
    expect(run(jsx)).toMatchObject([{ line: 2 }]);
  });

  test.each([
    "<b>{t('send')}</b>",
    '<b>{fan.name}</b>',
    '<b>·</b>',
    '<b>Parley</b>',
    '<b>12 %</b>',
    '<div className="chat pane" data-testid="chat" />',
    "<input placeholder={t('write')} />",
    "<Tag color={'blue'} />",
  ])('%s passes', (jsx) => {
    expect(run(jsx)).toEqual([]);
  });

  test('tests may write what they like', () => {
    expect(run('<b>Send</b>', 'apps/desk/src/pages/Chat.test.tsx')).toEqual([]);
  });
});
