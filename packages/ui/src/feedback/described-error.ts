/** The displayable part of a failure. The API client's errors have this shape; anything else is a programming error. */
export type DescribedError = {
  /** Localized for the reader. */
  message: string;
  /** The id that support asks for. */
  requestId: string | null;
  /** True for a write refused by a demonstration, which is not a failure. */
  isDemo: boolean;
};

/** The specification's code for a write in demo mode. */
const demoCode = 901;

type WithFacts = Error & { code: number; requestId: string | null };

/** 901 and the specification's five-digit codes are not server errors. */
const isFault = (code: number) => code >= 500 && code < 600;

function hasFacts(problem: unknown): problem is WithFacts {
  return problem instanceof Error && 'code' in problem && typeof problem.code === 'number';
}

/**
 * Returns a failed call's own message, which is written for people, or the fallback for other errors, whose messages
 * are for developers. Null for a call aborted by its caller, which is no failure at all.
 */
export function describeError(problem: unknown, fallback: string): DescribedError | null {
  if (problem instanceof DOMException && problem.name === 'AbortError') return null;
  if (hasFacts(problem) && problem.message !== '') {
    // The id helps only when the server itself failed; below a form's refusal it would be noise.
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
