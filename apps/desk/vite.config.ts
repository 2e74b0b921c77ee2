import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { startUp } from '../../tools/build/start-up.ts';
import {
  focusableDialog,
  layers,
  leanContract,
  leaveOutUnused,
  withoutCallEffects,
  withoutSideEffects,
} from '../../tools/build/web-app.ts';
import enUS from './src/features/identity/locales/en-US.json' with { type: 'json' };
import zhCN from './src/features/identity/locales/zh-CN.json' with { type: 'json' };

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/desk/',
  plugins: [
    react(),
    startUp({ 'zh-CN': zhCN.logIn.hint, 'en-US': enUS.logIn.hint }),
    focusableDialog,
    leaveOutUnused,
    leanContract,
  ],
  build: {
    target: 'es2023',
    // Scripts and styles come from the server only: an inlined one would need an exception in its policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // zod tries to make code from text, for speed, which the page's policy forbids and the browser reports. It
      // looks at this while its own module loads, before `z.config` could be called.
      output: {
        intro: 'globalThis.__zod_globalConfig ??= { jitless: true };',
        codeSplitting: layers,
      },
      treeshake: { moduleSideEffects: withoutSideEffects, manualPureFunctions: withoutCallEffects },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
