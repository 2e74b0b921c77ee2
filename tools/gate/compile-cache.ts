import path from 'node:path';

/**
 * Has Node keep compiled code on the disk for the workers of a run and the processes that tests start: each would compile
 * the same modules again, up to a third of a short process's time.
 */
export function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/node');
}
