import path from 'node:path';
import { defineConfig } from 'vite';
import { latePage } from './scripts/late-page.ts';
import { worldMap } from './scripts/world-map.ts';

const page = (name: string) => path.join(import.meta.dirname, name);

/**
 * Pages for unknown visitors' phones: no framework, two scripts and a style sheet or two. The server serves
 * `index.html` at `/workOrder/share`, `chat.html` at `/chatHistory/share`, and `report.html` at
 * `/fansOperation/streamLinkReport`.
 */
export default defineConfig({
  base: '/share/',
  plugins: [worldMap, latePage],
  build: {
    target: 'es2022',
    cssTarget: 'chrome123',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { orders: page('index.html'), chat: page('chat.html'), report: page('report.html') },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
