import path from 'node:path';
import { build } from 'vite';

export type WidgetScripts = { widget: string; files: string };

/** Builds the widget as `npm run build` does, into memory, and returns its two scripts. */
export async function buildWidget(): Promise<WidgetScripts> {
  const root = path.resolve(import.meta.dirname, '..');
  const result = await build({ root, logLevel: 'warn', build: { write: false } });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script, files, ...others] = outputs;
  if (script?.type !== 'chunk' || files?.fileName !== 'widget-files.js' || others.length > 0)
    throw new Error('the widget must be two scripts');
  // A second script is emitted as the text that it is.
  return { widget: script.code, files: 'source' in files ? String(files.source) : '' };
}
