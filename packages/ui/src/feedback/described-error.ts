/**
 * The part of a failure that is shown to people. The API client's errors have this shape; anything else is a
 * programming error.
 */
export type DescribedError = {
  /** In the reader's language. */
  message: string;
  /** The id that support asks for. */
  requestId: string | null;
  /** A demonstration that refuses to be changed: nothing is wrong. */
  isDemo: boolean;
};

/** The specification's code of a write in demo mode. */
const demoCode = 901;

type WithFacts = Error & { code: number; requestId: string | null };

/** 901 and the specification's five digits are no faults of the server. */
const isFault = (code: number) => code >= 500 && code < 600;

function hasFacts(problem: unknown): problem is WithFacts {
  return problem instanceof Error && 'code' in problem && typeof problem.code === 'number';
}

/**
 * Only a failed call was worded for people: other errors would show a stack's wording, so that they get the
 * fallback sentence. Null for a call that its own caller gave up, which is no failure at all.
 */
export function describeError(problem: unknown, fallback: string): DescribedError | null {
  if (problem instanceof DOMException && problem.name === 'AbortError') return null;
  if (hasFacts(problem) && problem.message !== '') {
    // The id helps only where the server itself failed; below a form's refusal it would be noise.
    return {
      message: problem.message,
      requestId: isFault(problem.code) ? problem.requestId : null,
      isDemo: problem.code === demoCode,
    };
  }
  return { message: fallback, requestId: null, isDemo: false };
}

/** Returns true for a failure that is marked as reported elsewhere or as nothing to show. */
export function isSilent(problem: unknown): boolean {
  return problem instanceof Error && 'silent' in problem && problem.silent === true;
}
