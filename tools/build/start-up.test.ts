import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { startUp } from './start-up.ts';

const script = readFileSync(new URL('./start-up/start-up.js', import.meta.url), 'utf8');

/** Runs start-up.js on a page with this address and these stored values; null: a browser that refuses to store. */
function openPage(pathname: string, stored: Readonly<Record<string, string>> | null) {
  const page = { lang: 'zh-CN', style: { colorScheme: '' }, dataset: { startUp: '' } };
  const localStorage = {
    getItem(key: string) {
      if (stored === null) throw new Error('refused');
      return stored[key] ?? null;
    },
  };
  const document = { documentElement: page };
  runInNewContext(script, {
    document,
    localStorage,
    location: { pathname },
    addEventListener: () => undefined,
  });
  return { theme: page.style.colorScheme, lang: page.lang, startUp: page.dataset.startUp };
}

it.each([
  ['/login', {}, { theme: 'light', lang: 'zh-CN', startUp: 'entry' }],
  ['/login', { theme: 'dark', 'arco-locale': 'en-US' }, { theme: 'dark', lang: 'en-US', startUp: 'entry' }],
  ['/login', { isDark: 'true', 'arco-locale': 'xx' }, { theme: 'dark', lang: 'zh-CN', startUp: 'entry' }],
  ['/workplace/home', { ACCESS_TOKEN: 'a' }, { theme: 'light', lang: 'zh-CN', startUp: '' }],
  ['/desk/', { ACCESS_TOKEN: 'a' }, { theme: 'light', lang: 'zh-CN', startUp: 'entry' }],
  ['/desk/', { 'desk:ACCESS_TOKEN': 'a' }, { theme: 'light', lang: 'zh-CN', startUp: '' }],
  ['/operator/owners', { 'operator:ACCESS_TOKEN': 'a' }, { theme: 'light', lang: 'zh-CN', startUp: '' }],
  ['/deskrets', { 'desk:ACCESS_TOKEN': 'a' }, { theme: 'light', lang: 'zh-CN', startUp: 'entry' }],
  ['/workOrder/share', {}, { theme: 'light', lang: 'zh-CN', startUp: '' }],
  ['/login', null, { theme: '', lang: 'zh-CN', startUp: '' }],
])('%s with %j stored starts as %j', (pathname, stored, expected) => {
  expect(openPage(pathname, stored)).toEqual(expected);
});

it('fills the root with the sentence in each language, and loads the stylesheet before the code', () => {
  const { transformIndexHtml } = startUp({ 'zh-CN': '您好', 'en-US': 'A < B & C' });
  if (typeof transformIndexHtml !== 'function') throw new Error('the plugin changes no page');
  const changed = Reflect.apply(transformIndexHtml, undefined, [
    '<link rel="modulepreload" href="/a.js"><div id="root"></div>',
  ]);
  expect(changed.html).toContain('<p lang="zh-CN">您好</p><p lang="en-US">A &lt; B &amp; C</p>');
  expect(changed.html).toContain('<link rel="modulepreload" fetchpriority="low" href="/a.js">');
  // A listener for failing scripts must be registered before them.
  expect(changed.tags[0]).toMatchObject({ tag: 'script', injectTo: 'head-prepend' });
});

it('puts the sentences about a failure into its script, in each language', () => {
  const { generateBundle } = startUp({ 'zh-CN': '您好', 'en-US': 'Hello' });
  if (typeof generateBundle !== 'function') throw new Error('the plugin writes no file');
  const emitFile = vi.fn();
  Reflect.apply(generateBundle, { emitFile }, []);
  const source: string = emitFile.mock.calls[0]?.[0].source;
  for (const words of ['This page couldn’t be loaded', '页面加载失败']) expect(source).toContain(words);
});
