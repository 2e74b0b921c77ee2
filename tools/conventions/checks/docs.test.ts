import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { docs } from './docs.ts';

const base = {
  'package.json': JSON.stringify({ scripts: { ready: 'x', test: 'x' } }),
  'apps/server/src/modules/fans/service.ts': '',
  'packages/ui/src/theme.ts': '',
  'docs/architecture.md': '',
};
const run = (text: string, file = 'README.md') => docs.run(treeOf({ ...base, [file]: text }));

describe('docs', () => {
  test('paths, placeholders, links and scripts that exist pass', () => {
    const text = [
      '`apps/server/src/modules/` and `apps/server/src/modules/<noun>/service.ts`',
      '`packages/{ui,contract}/src/…` and `GET /api/user` and `text/html`',
      '[how](docs/architecture.md#top), [out](https://a.test/b), [here](#part)',
      'npm ci && npm test, then npm run ready',
    ];
    expect(run(text.join('\n'))).toEqual([]);
  });

  test.each([
    ['a path', 'one\n`apps/server/src/modules/orders/`', '`apps/server/src/modules/orders/` does not exist'],
    ['a pattern', 'one\n`packages/<name>/src/index.ts`', '`packages/<name>/src/index.ts` does not exist'],
    ['a link', 'one\n[how](docs/gone.md)', 'the link to docs/gone.md is dead'],
    ['a script', 'one\nnpm run deploy', '`npm run deploy` is no script of package.json'],
    ['a short script', 'one\nnpm start', '`npm run start` is no script of package.json'],
  ])('%s that does not exist is refused, with its line', (_, text, problem) => {
    expect(run(text)).toMatchObject([{ line: 2, problem }]);
  });

  test('links are read from where the page lies', () => {
    expect(run('[up](../README.md)', 'docs/operations.md')).toHaveLength(1);
    expect(run('[beside](architecture.md)', 'docs/operations.md')).toEqual([]);
  });
});
