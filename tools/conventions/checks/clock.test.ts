import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { clock } from './clock.ts';

const run = (text: string, file = 'apps/server/src/modules/fans/service.ts') =>
  clock.run(treeOf({ [file]: text }));

describe('clock', () => {
  test.each(['Date.now()', 'new Date()', 'Math.random()', 'performance.now()'])(
    '%s inside a rule is refused',
    (text) => {
      expect(run(`export const at = ${text};`)).toMatchObject([
        { line: 1, problem: `${text} inside a rule` },
      ]);
      expect(run(`export const at = ${text};`, 'packages/engines/src/apertium/engine.ts')).toHaveLength(1);
      expect(run(`export const at = ${text};`, 'packages/chat-core/src/live.ts')).toHaveLength(1);
    },
  );

  test.each(['export const make = (now = Date.now) => now();', 'export const day = new Date(at);'])(
    '%s passes',
    (text) => {
      expect(run(text)).toEqual([]);
    },
  );

  test('tests, fakes and the wiring may ask the machine', () => {
    for (const file of [
      'apps/server/src/modules/fans/service.test.ts',
      'apps/server/src/modules/fans/fakes.ts',
      'apps/server/src/app.ts',
      'packages/chat-core/src/clock.ts',
    ]) {
      expect(run('export const at = Date.now();', file)).toEqual([]);
    }
  });
});
