import { createHash } from 'node:crypto';
import { minify } from 'terser';
import { build, defineConfig, type LibraryOptions, type Plugin } from 'vite';

const scripts = (lib: LibraryOptions) => ({
  target: 'es2022',
  // The sheets use nothing that needs rewriting; an older target only adds weight.
  cssTarget: 'chrome123',
  lib,
});

/** Vite's own minifier leaves functions with a single caller as they are: a second one saves another 2 %. */
function minifyTwice(): Plugin {
  return {
    name: 'minify-twice',
    async generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const compress = { ecma: 2022, passes: 3, unsafe_arrows: true, unsafe_methods: true } as const;
        const { code } = await minify(output.code, {
          ecma: 2022,
          module: output.exports.length > 0,
          compress,
        });
        output.code = code ?? output.code;
      }
    },
  };
}

/** Builds the second script, which the first one fetches once the chat is opened, and gives the first one its version. */
function secondScript(): Plugin {
  // Pages that are open know it by this name, from when it had files alone.
  const fileName = 'widget-files.js';
  const lib: LibraryOptions = { entry: 'src/extras/main.ts', formats: ['es'], fileName: () => fileName };
  let source = '';
  return {
    name: 'second-script',
    async config({ logLevel = 'info' }) {
      const result = await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel,
        plugins: [minifyTwice()],
        build: { ...scripts(lib), write: false },
      });
      const [script] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
      if (script?.type !== 'chunk') throw new Error('the second script is missing');
      source = script.code;
      const version = createHash('sha256').update(source).digest('hex').slice(0, 8);
      return { define: { EXTRAS_VERSION: JSON.stringify(version) } };
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** One classic script with all that a visit begins with: a host page adds one tag. */
export default defineConfig({
  plugins: [secondScript(), minifyTwice()],
  build: scripts({
    entry: 'src/main.ts',
    formats: ['iife'],
    name: 'ParleyWidget',
    fileName: () => 'widget.js',
  }),
});
