/**
 * Puts into a page what stands there where its script doesn't come: cut off from the server, or kept by the browser from
 * before an upgrade has replaced the script. Without a script itself, in both languages, as the visitor's isn't known yet.
 */
import type { Plugin } from 'vite';

const texts = {
  'zh-CN': ['页面加载时间过长，请检查网络连接后刷新页面。', '刷新页面'],
  'en-US': ['This page is taking too long. Check your connection, then reload it.', 'Reload the page'],
} as const;

/** The page's script replaces the content of #root. */
const style =
  '.late{margin:24px 16px;font:15px/1.5 system-ui,sans-serif;animation:late 0s 6s both}.late a{white-space:nowrap}@keyframes late{from{visibility:hidden}}';

const late = Object.entries(texts)
  // An empty address is that of the page, with its token.
  .map(
    ([language, [text, reload]]) => `<p class="late" lang="${language}">${text} <a href="">${reload}</a></p>`,
  )
  .join('');

export const latePage: Plugin = {
  name: 'late-page',
  transformIndexHtml: (html) => ({
    html: html.replace('<div id="root"></div>', `<div id="root">${late}</div>`),
    tags: [{ tag: 'style', children: style, injectTo: 'head' }],
  }),
};
