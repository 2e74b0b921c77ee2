import { describe, expect, it } from 'vitest';
import { describeError } from './described-error.ts';

const apiError = (code: number, message: string) =>
  Object.assign(new Error(message), { code, requestId: 'r-1' });

describe('describeError', () => {
  it('shows what the server said, and the request id when the server failed', () => {
    expect(describeError(apiError(500, 'Server error'), 'x')).toEqual({
      message: 'Server error',
      requestId: 'r-1',
      isDemo: false,
    });
  });

  it('keeps the request id away from ordinary refusals', () => {
    expect(describeError(apiError(402, 'Not enough'), 'x')).toEqual({
      message: 'Not enough',
      requestId: null,
      isDemo: false,
    });
  });

  it('doesn’t treat a demonstration’s refusal as a failure', () => {
    expect(describeError(apiError(901, 'Demo mode'), 'x')).toEqual({
      message: 'Demo mode',
      requestId: null,
      isDemo: true,
    });
  });

  it('never shows the wording of a programming error', () => {
    const problem = new TypeError("Cannot read properties of undefined (reading 'list')");
    expect(describeError(problem, 'Something went wrong')).toEqual({
      message: 'Something went wrong',
      requestId: null,
      isDemo: false,
    });
  });

  it('returns no message for a call that was aborted', () => {
    expect(describeError(new DOMException('gone', 'AbortError'), 'x')).toBeNull();
  });
});
