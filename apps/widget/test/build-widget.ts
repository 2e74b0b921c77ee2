import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

export type WidgetScripts = { widget: string; files: string; emoji: string; rating: string };

/** The size limit of each compressed script. */
export const maxBytes = [
  ['widget', 15_000],
  ['files', 13_800],
  ['emoji', 2_200],
  ['rating', 5_200],
] as const;

/** Returns the size as `tools/build/compress.ts` compresses it. */
export const compressedSize = (script: string): number => gzipSync(script, { level: 9, memLevel: 5 }).length;

/** Builds the widget as `npm run build` does, into memory, and returns its four scripts. */
export async function buildWidget(): Promise<WidgetScripts> {
  const root = path.resolve(import.meta.dirname, '..');
  const result = await build({ root, logLevel: 'warn', build: { write: false } });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script, ...later] = outputs;
  if (script?.type !== 'chunk' || later.length !== 3) throw new Error('the widget must be four scripts');
  const sourceOf = (fileName: string): string => {
    const found = later.find((one) => one.fileName === fileName);
    // Later scripts are emitted verbatim.
    if (found === undefined || !('source' in found)) throw new Error(`${fileName} is missing`);
    return String(found.source);
  };
  return {
    widget: script.code,
    files: sourceOf('widget-files.js'),
    emoji: sourceOf('widget-emoji.js'),
    rating: sourceOf('widget-rating.js'),
  };
}
