import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { localeKeys } from './locale-keys.ts';

const catalogue = (folder: string, keys: string[]) => {
  const texts = JSON.stringify(Object.fromEntries(keys.map((key) => [key, 'x'])));
  return { [`${folder}/locales/zh-CN.json`]: texts, [`${folder}/locales/en-US.json`]: texts };
};
const run = (keys: string[], code: string, more: Record<string, string> = {}) =>
  localeKeys
    .run(treeOf({ ...catalogue('apps/desk/src/app', keys), 'apps/desk/src/pages/Chat.tsx': code, ...more }))
    .map((finding) => finding.problem);

describe('locale keys', () => {
  test.each([
    ['a call', ['send'], "t('send');"],
    ['a method', ['send'], "i18n.t('send', { count: 2 });"],
    ['a plural', ['fans_one', 'fans_other'], "t('fans', { count });"],
    ['two choices', ['on', 'off'], "t(open ? 'on' : 'off');"],
    ['a component', ['rich'], '<Trans i18nKey="rich" />;'],
    ['a namespace', ['send'], "t('desk:send');"],
    ['a declared prefix', ['state.sent', 'state.read'], '// i18n-keys: state.*\nt(`state.${state}`);'],
    ['a declared key', ['menu.home'], '// i18n-keys: menu.home\nt(item.label);'],
  ])('%s uses its keys', (_, keys, code) => {
    expect(run(keys, code)).toEqual([]);
  });

  test('a key that is in no catalogue is refused', () => {
    expect(run(['send'], "t('send');\nt('sned');")).toEqual(['"sned" is in no catalogue']);
    expect(run(['send'], "t('send');\n// i18n-keys: gone.*")).toEqual(['"gone.*" is in no catalogue']);
  });

  test('a key that nothing uses is refused', () => {
    expect(run(['send', 'old'], "t('send');")).toEqual(['"old" is used nowhere']);
  });

  test('a key that is only known while running must be declared', () => {
    expect(run([], 't(`state.${state}`);')).toEqual(['a key that is only known while running']);
    expect(run([], 't(label);')).toEqual(['a key that is only known while running']);
  });

  test("an app may use the shared pieces' texts, and that keeps them in use", () => {
    const shared = catalogue('packages/ui/src', ['close', 'idle']);
    expect(run(['send'], "t('send');\nt('close');", shared)).toEqual(['"idle" is used nowhere']);
  });

  test('a prefix keeps in use what begins with it, and nothing else', () => {
    const code = '// i18n-keys: state.*\nt(`state.${state}`);';
    expect(run(['state.sent', 'stateless'], code)).toEqual(['"stateless" is used nowhere']);
  });

  test('each app has its own keys: another app’s use doesn’t count', () => {
    const other = catalogue('apps/console/src/app', ['home']);
    const code = { 'apps/console/src/pages/Home.tsx': "t('home');" };
    expect(run(['home'], 't(`x`);', { ...other, ...code })).toEqual([
      '"x" is in no catalogue',
      '"home" is used nowhere',
    ]);
  });

  test('keys in tests do not count', () => {
    expect(run(['send'], "t('send');", { 'apps/desk/src/a.test.tsx': "t('nonsense');" })).toEqual([]);
  });
});
