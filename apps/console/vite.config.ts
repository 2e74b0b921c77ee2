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
import enUS from './src/app/locales/en-US.json' with { type: 'json' };
import zhCN from './src/app/locales/zh-CN.json' with { type: 'json' };

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    startUp({ 'zh-CN': zhCN.identity.tagline, 'en-US': enUS.identity.tagline }),
    focusableDialog,
    leaveOutUnused,
    leanContract,
  ],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The content security policy forbids code generated from strings. zod tests for that when a schema is created,
        // which logs a violation in every console; it reads this setting first.
        intro: 'globalThis.__zod_globalConfig ??= { jitless: true };',
        codeSplitting: layers,
      },
      treeshake: { moduleSideEffects: withoutSideEffects, manualPureFunctions: withoutCallEffects },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/share': server,
      '/workOrder/share': server,
      '/chatHistory/share': server,
      '/fansOperation/streamLinkReport': server,
      '/admin/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
