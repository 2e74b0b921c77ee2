/** What a failure can tell a person. The API client's errors have this shape; anything else is a programming error. */
export type DescribedError = {
  /** In the reader's language. */
  message: string;
  /** What support asks for. */
  requestId: string | null;
};

type WithFacts = Error & { code: number; requestId: string | null };

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
    return { message: problem.message, requestId: problem.code >= 500 ? problem.requestId : null };
  }
  return { message: fallback, requestId: null };
}
