import { expect, it } from 'vitest';
import { closureOf } from './closure.ts';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', imports: ['_deep.js', 'index.html'] },
  '_deep.js': { file: 'deep.js' },
  'shell.tsx': { file: 'shell.js', imports: ['_deep.js'] },
  'page.tsx': { file: 'page.js' },
};

it('counts each file once, with what it imports, and leaves lazy pages out', () => {
  expect(closureOf(manifest, ['index.html', 'shell.tsx']).sort()).toEqual([
    'deep.js',
    'index.js',
    'shared.js',
    'shell.js',
  ]);
});

it('never passes over a start that is gone', () => {
  expect(() => closureOf(manifest, ['moved.tsx'])).toThrow('moved.tsx');
});
