import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import serverConfig from '../../apps/server/vite.config.ts';

const serverFolder = fileURLToPath(new URL('../../apps/server', import.meta.url));
const entry = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/**
 * Bundles the process of the server under test like the server itself, and returns the file to run: this measures the code
 * that `npm start` runs, not its sources, which need twice the memory.
 */
export async function bundleServerProcess(): Promise<URL> {
  // In the server's folder, where the bundle can resolve its external libraries.
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
