/**
 * Adds fallback content to a page for when its script doesn't load: because the server can't be reached, or because the
 * browser cached a page whose script an upgrade has replaced. It needs no script, and is in both languages, because the
 * visitor's isn't known yet.
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
  // An empty URL is that of the page, including its token.
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
