/** The numbers of tests that passed and failed. */
export type Count = { passed: number; failed: number };

export const nothing: Count = { passed: 0, failed: 0 };

export const add = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
});

export const sentenceOf = ({ passed, failed }: Count): string => `${passed} passed, ${failed} failed`;

/**
 * Reads Vitest's JSON report (`numPassedTests`, `numFailedTests`, `testResults[].status`, see its documentation, "Reporters").
 * A file that could not be loaded has no tests and counts as a failure; so does a run that ended with an error but without a
 * recorded failure (an error outside every test, a crash, no report at all).
 *
 * @param report the report's text, or undefined if the runner left none
 * @param ok whether the runner exited with code 0
 */
export function countReport(report: string | undefined, ok: boolean): Count {
  const parsed = parse(report);
  if (!isReport(parsed)) return { passed: 0, failed: 1 };
  const unloaded = parsed.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = parsed.numFailedTests + unloaded;
  return { passed: parsed.numPassedTests, failed: failed === 0 && !ok ? 1 : failed };
}

/**
 * Returns a line for each failed test, and for each file that could not be loaded: the file, the test's name, the first line
 * of the error and where in the project's code it was thrown. They are printed at the end of a long run.
 */
export function failuresOf(report: string | undefined): string[] {
  const parsed = parse(report);
  if (!isReport(parsed)) return [];
  return parsed.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name = '', message = '', assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [lineOf(name, '', message)];
      return failed.map((test) => lineOf(name, test.fullName ?? '', test.failureMessages?.[0] ?? ''));
    });
}

function lineOf(file: string, test: string, message: string): string {
  const told = [message.split('\n', 1)[0], placeOf(message)].filter((part) => part !== '').join(' at ');
  return [file, test, told].filter((part) => part !== '').join(': ');
}

/** Returns the innermost stack frame outside of libraries, as `name:line`; empty if there is none. */
function placeOf(stack: string): string {
  const frames = stack.matchAll(/^\s+at .*?([^/\s(]+:\d+):\d+\)?$/gm);
  for (const [frame, place] of frames) if (!/node_modules|node:/.test(frame)) return place ?? '';
  return '';
}

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name?: string;
    status: string;
    message?: string;
    assertionResults: { status?: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The counts of a run, and a line for each failure. */
export type Summary = Count & { failures: string[] };

/** Reads the summary written by a run of the gate; a missing or invalid one counts as one failure. */
export function readSummary(text: string | undefined): Summary {
  const value = parse(text);
  return isSummary(value) ? value : { passed: 0, failed: 1, failures: [] };
}

function isSummary(value: unknown): value is Summary {
  return (
    typeof value === 'object' &&
    value !== null &&
    'passed' in value &&
    Number.isInteger(value.passed) &&
    'failed' in value &&
    Number.isInteger(value.failed) &&
    'failures' in value &&
    Array.isArray(value.failures)
  );
}

function isReport(value: unknown): value is Report {
  return (
    typeof value === 'object' &&
    value !== null &&
    'numPassedTests' in value &&
    typeof value.numPassedTests === 'number' &&
    'numFailedTests' in value &&
    typeof value.numFailedTests === 'number' &&
    'testResults' in value &&
    Array.isArray(value.testResults)
  );
}
