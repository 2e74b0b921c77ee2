import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    // Read by `scripts/first-load.ts`.
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // The page's security policy forbids code made from text. zod would try it as soon as a schema is made and
        // leave a report in every console; this is where it looks before.
        intro: 'globalThis.__zod_globalConfig ??= { jitless: true };',
        // What every page needs in one file, which stays in the browser's cache over releases: in thirty small
        // ones it would be larger by a tenth.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'libraries',
              // Of the form library one small context is needed early; its controls come with the first form.
              test: /\/node_modules\/(?!@rc-component\/(form\/es\/(?!FormContext)|async-validator\/))/,
              tags: ['$initial'],
            },
          ],
        },
      },
      treeshake: {
        // Loading these does nothing by itself, which they don't say; without it, one name taken from a package
        // brings the whole of it into the first load.
        moduleSideEffects: [
          { test: /\/node_modules\/@rc-component\//, sideEffects: false },
          { test: /\/packages\/(api-client|contract|ui)\/src\/.*\.tsx?$/, sideEffects: false },
        ],
      },
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
