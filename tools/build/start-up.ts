/**
 * Builds the screen that console and desk show until their code has loaded, so that users of a slow network see something at
 * once, and failures are reported in both languages.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import enUS from './start-up/locales/en-US.json' with { type: 'json' };
import zhCN from './start-up/locales/zh-CN.json' with { type: 'json' };

const part = (name: string) => readFileSync(new URL(`./start-up/${name}`, import.meta.url), 'utf8');
const escaped = (text: string) => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

/** Fills the empty `#root` of index.html. `sentences`: the text below the login page's heading, by language. */
export function startUp(sentences: Readonly<Record<string, string>>): Plugin {
  const texts = JSON.stringify({ 'zh-CN': zhCN.startUp, 'en-US': enUS.startUp });
  const script = part('start-up.js').replace('const texts = {}', `const texts = ${texts}`);
  const style = part('start-up.css');
  const lines = Object.entries(sentences).map(([lang, text]) => `<p lang="${lang}">${escaped(text)}</p>`);
  const root = `<div class="start-up" aria-hidden="true">${lines.join('')}<i></i><i></i><i></i></div>`;
  let base = '/';
  return {
    name: 'start-up',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use(`${base}start-up.js`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(script);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'start-up.js', source: script });
    },
    transformIndexHtml: (html) => ({
      html: html
        .replace('<div id="root"></div>', `<div id="root">${root}</div>`)
        // The stylesheet first, because the sentence can't be shown without it.
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
      tags: [
        // Before the app's own script, whose failure it reports.
        { tag: 'script', attrs: { src: `${base}start-up.js` }, injectTo: 'head-prepend' },
        { tag: 'style', children: style.replace(/\/\*.*?\*\/|\n\s*/gs, ''), injectTo: 'head' },
      ],
    }),
  };
}
