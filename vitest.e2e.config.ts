import { defineConfig } from 'vitest/config';

/** Browser journeys: one after the other, because each drives a server, a database and a browser of its own. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.journey.ts'],
    exclude: ['**/node_modules/**'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/e2e.json' },
  },
});
