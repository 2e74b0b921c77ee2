import path from 'node:path';
import { build } from 'vite';

/** Builds the widget as `npm run build` does, into memory, and returns the script. */
export async function buildWidget(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '..');
  const result = await build({ root, logLevel: 'warn', build: { write: false } });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script, ...others] = outputs;
  if (script?.type !== 'chunk' || others.length > 0) throw new Error('the widget must be one script');
  return script.code;
}
