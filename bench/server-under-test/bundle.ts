import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import serverConfig from '../../apps/server/vite.config.ts';

const serverFolder = fileURLToPath(new URL('../../apps/server', import.meta.url));
const entry = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/**
 * Bundles the process of the server under test as the server itself is bundled, and returns the file to run: what is
 * measured is the code that `npm start` runs, not its sources, which need twice the memory.
 */
export async function bundleServerProcess(): Promise<URL> {
  // In the server's folder: there the bundle finds the libraries that stay outside of it.
  const outDir = path.join(serverFolder, 'node_modules/.cache/bench');
  await build({
    ...serverConfig,
    configFile: false,
    root: serverFolder,
    logLevel: 'warn',
    build: {
      ...serverConfig.build,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { ...serverConfig.build?.rolldownOptions, input: { 'server-process': entry } },
    },
  });
  return pathToFileURL(path.join(outDir, 'server-process.js'));
}
