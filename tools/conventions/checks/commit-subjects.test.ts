import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { commitSubjects } from './commit-subjects.ts';

const run = (subject: string) => commitSubjects.run({ ...treeOf({}), commits: [{ id: 'abc', subject }] });

describe('commit-subjects', () => {
  test.each([
    ['Fix it.', 'no "area: Imperative sentence."'],
    ['proxies: return failure codes.', 'no "area: Imperative sentence."'],
    ['proxies: Return failure codes', 'no "area: Imperative sentence."'],
    ['Proxies: Return failure codes.', 'no "area: Imperative sentence."'],
    ['proxies: Returns failure codes.', '"Returns" is no imperative'],
    ['proxies: Added failure codes.', '"Added" is no imperative'],
    ['proxies: Adding failure codes.', '"Adding" is no imperative'],
    [`proxies: ${'Return'.padEnd(63, ' codes')}.`, '73 characters, at most 72'],
  ])('refuses "%s"', (subject, problem) => {
    expect(run(subject)).toMatchObject([{ file: 'commit abc', problem }]);
  });

  test.each([
    'proxies: Return failure codes and translate them in the UI.',
    'console, desk: Process each event once.',
    'chat-core: Bring the journal along.',
    'tools: Seed random values.',
    `proxies: ${'Return'.padEnd(62, ' codes')}.`,
  ])('accepts "%s"', (subject) => {
    expect(run(subject)).toEqual([]);
  });

  test('accepts a tree without a history', () => {
    expect(commitSubjects.run(treeOf({}))).toEqual([]);
  });
});
