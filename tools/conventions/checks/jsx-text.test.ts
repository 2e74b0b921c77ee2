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
    "<b title={open ? 'Close' : t('open')} />",
    '<b aria-label={`Close ${name}`} />',
    "<b>{busy && 'Please wait'}</b>",
    "<b>{name ?? 'Nobody'}</b>",
    '<Modal okText="OK" />',
    '<Modal cancelText="取消" />',
    "<Picker placeholder={['From', t('until')]} />",
    "<Table columns={[{ title: 'Name' }]} />",
    "<Select options={[{ value: 'a', label: 'Any' }]} />",
    "<Table locale={{ emptyText: 'Nothing here' }} />",
    '<b onClick={() => toasts.success("Saved")} />',
    "<b onClick={() => void message.error('Failed')} />",
    "<b onClick={() => modal.confirm({ title: 'Delete it?', okText: t('yes') })} />",
    "<b onClick={() => window.confirm('Sure?')} />",
    '<Switch checkedChildren="On" />',
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
    "<b title={open ? t('close') : t('open')} />",
    '<b aria-label={`${count} / ${total}`} />',
    "<Table columns={[{ title: t('name'), dataIndex: 'name' }]} />",
    "<b onClick={() => toasts.success(t('saved'))} />",
    "<Page title={'page.home'} />",
    '<input placeholder="https://shop.example" />',
    "<b onClick={() => log.info('A line for the log')} />",
    "<b data-x={{ code: 'custom', message: 'required' }} />",
  ])('%s passes', (jsx) => {
    expect(run(jsx)).toEqual([]);
  });

  test.each([
    ["button.textContent = 'Send';", 'apps/widget/src/view/composer.ts'],
    ["input.placeholder = '写消息';", 'apps/widget/src/view/composer.ts'],
    ["button.setAttribute('aria-label', 'Close');", 'apps/widget/src/view/panel.ts'],
    ["export const columns = [{ title: 'Name' }];", 'apps/console/src/features/fans/columns.ts'],
    ["export const retry = { label: 'Again' };", 'packages/ui/src/feedback/retry.ts'],
  ])('%s in %s is refused', (code, file) => {
    expect(jsxText.run(treeOf({ [file]: code }))).toMatchObject([{ file, line: 1 }]);
  });

  test.each([
    ['button.textContent = words.send;', 'apps/widget/src/view/composer.ts'],
    ["button.setAttribute('part', 'send button');", 'apps/widget/src/view/composer.ts'],
    ["throw new Error('an unknown state');", 'apps/desk/src/lib/state.ts'],
    ["export const field = { title: 'Name' };", 'apps/server/src/modules/fans/service.ts'],
  ])('%s in %s passes', (code, file) => {
    expect(jsxText.run(treeOf({ [file]: code }))).toEqual([]);
  });

  test('a long document is in two files, one for each language, and not in one', () => {
    const [en, zh] = ["export const en = { title: 'Terms' };", "export const zh = { title: '条款' };"];
    const folder = 'apps/console/src/features/agreements';
    expect(jsxText.run(treeOf({ [`${folder}/terms-en.ts`]: en, [`${folder}/terms-zh.ts`]: zh }))).toEqual([]);
    expect(jsxText.run(treeOf({ [`${folder}/terms-en.ts`]: en }))).toHaveLength(1);
  });

  test('tests may write what they like', () => {
    expect(run('<b>Send</b>', 'apps/desk/src/pages/Chat.test.tsx')).toEqual([]);
  });
});
