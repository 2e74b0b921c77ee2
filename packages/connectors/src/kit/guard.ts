/**
 * The boundary where input from outside enters a library. A parser that throws inside a socket's event ends the
 * process; inside `guarded` it ends the connection that the input came through, and nothing else.
 */
import type { PlatformFault } from '@parley/contract/channels';

/**
 * A connection or request that Parley aborted because of what the peer sent, or didn't send. The message is the
 * contract's code, with a detail behind a colon: the reason that the owner's screens translate.
 */
export class ConnectorFailure extends Error {
  override name = 'ConnectorFailure';
  readonly fault: PlatformFault;
  constructor(fault: PlatformFault, detail = '', options?: ErrorOptions) {
    super(detail === '' ? fault : `${fault}: ${detail}`, options);
    this.fault = fault;
  }
}

/**
 * Hands outside input to a library and reports whatever it throws to `fail`, which must end the connection. A
 * library's own exception becomes `fault`, with the exception as its cause: its text is for logs, not for owners.
 */
export function guarded(fault: PlatformFault, fail: (error: Error) => void, enter: () => void): void {
  try {
    enter();
  } catch (error) {
    fail(
      error instanceof ConnectorFailure || isAnswer(error)
        ? error
        : new ConnectorFailure(fault, '', { cause: error }),
    );
  }
}

/** Returns whether an error carries the peer's own words, in the form of a stable condition. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && 'condition' in error && typeof error.condition === 'string';
}
