import { defineConfig } from 'vite';

/** One classic script, everything in it: a host page adds one tag and nothing else is fetched. */
export default defineConfig({
  build: {
    target: 'es2022',
    // The sheets use nothing that needs rewriting; an older target only adds weight.
    cssTarget: 'chrome123',
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'ParleyWidget', fileName: () => 'widget.js' },
  },
});
