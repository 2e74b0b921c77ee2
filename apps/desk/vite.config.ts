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
    // Scripts and styles are loaded from the server only: inlining would require an exception in the content security
    // policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // For speed, zod tries to compile code from strings, which the content security policy forbids and the browser
      // reports. It reads this setting while its own module loads, before `z.config` could be called.
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
