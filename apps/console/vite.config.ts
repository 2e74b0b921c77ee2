import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  focusableDialog,
  layers,
  leanContract,
  leaveOutUnused,
  withoutCallEffects,
  withoutSideEffects,
} from '../../tools/build/web-app.ts';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), focusableDialog, leaveOutUnused, leanContract],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The page's security policy forbids code made from text. zod would try it as soon as a schema is made and
        // leave a report in every console; this is where it looks before.
        intro: 'globalThis.__zod_globalConfig ??= { jitless: true };',
        codeSplitting: layers,
      },
      treeshake: { moduleSideEffects: withoutSideEffects, manualPureFunctions: withoutCallEffects },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/admin/api': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
