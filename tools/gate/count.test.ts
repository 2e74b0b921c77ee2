import { describe, expect, test } from 'vitest';
import { add, countReport, failuresOf, readSummary, sentenceOf } from './count.ts';

const report = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files });

describe('counting', () => {
  test('counts the tests of a good run', () => {
    expect(countReport(report(7, 0), true)).toEqual({ passed: 7, failed: 0 });
  });

  test('counts failures as they are reported', () => {
    expect(countReport(report(5, 2), false)).toEqual({ passed: 5, failed: 2 });
  });

  test('counts a file that could not be loaded', () => {
    const files = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ];
    expect(countReport(report(1, 0, files), false)).toEqual({ passed: 1, failed: 1 });
  });

  test('counts a run that ended badly without a failed test', () => {
    expect(countReport(report(3, 0), false)).toEqual({ passed: 3, failed: 1 });
  });

  test.each([undefined, '', '{"half":', '[]', 'null', '{"numPassedTests":"3"}'])(
    'counts a runner that left %j as one failure',
    (text) => {
      expect(countReport(text, true)).toEqual({ passed: 0, failed: 1 });
    },
  );

  test.each([undefined, '', '{}', '{"passed":1}', '{"passed":1,"failed":0.5,"failures":[]}'])(
    'a run that left %j has failed',
    (text) => {
      expect(readSummary(text)).toEqual({ passed: 0, failed: 1, failures: [] });
    },
  );

  test('the summary of a run is read as it was written', () => {
    const summary = { passed: 4, failed: 1, failures: ['a.test.ts: two'] };
    expect(readSummary(JSON.stringify(summary))).toEqual(summary);
  });

  test('sums and says', () => {
    expect(sentenceOf(add({ passed: 2, failed: 0 }, { passed: 3, failed: 1 }))).toBe('5 passed, 1 failed');
  });
});

describe('failuresOf', () => {
  test('names file, test, the first line of the message and its innermost place outside of libraries', () => {
    const stack = [
      'expected 1 to be 2',
      '    at poll (file:///srv/node_modules/vitest/index.js:12:3)',
      '    at processTicks (node:internal/process/task_queues:95:5)',
      '    at /srv/e2e/a.journey.ts:40:57',
      '    at run (/srv/e2e/b.ts:7:1)',
    ].join('\n');
    const report = JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'one' },
            { status: 'failed', fullName: 'two', failureMessages: [stack] },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'Cannot find it\n  at there', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', assertionResults: [] },
      ],
    });
    expect(failuresOf(report)).toEqual([
      'a.test.ts: two: expected 1 to be 2 at a.journey.ts:40',
      'b.test.ts: Cannot find it',
    ]);
  });

  test.each([undefined, '', '{}'])('failuresOf returns nothing for the report %j', (report) => {
    expect(failuresOf(report)).toEqual([]);
  });
});
