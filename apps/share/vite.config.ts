import { defineConfig } from 'vite';

/** A page for strangers' phones: no framework, one script and one style sheet. The server shows it at `/workOrder/share`. */
export default defineConfig({
  base: '/share/',
  build: { target: 'es2022', cssTarget: 'chrome123', modulePreload: { polyfill: false } },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
