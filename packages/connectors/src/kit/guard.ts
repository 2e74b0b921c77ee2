/**
 * The boundary at which external input enters a library. A parser that throws in a socket's event handler would end the
 * process; inside `guarded` it ends only the connection that the input came through.
 */
import type { PlatformFault } from '@parley/contract/channels';

/**
 * A connection or request that Parley aborted because of what the peer sent or failed to send. The message is the contract's
 * code, optionally followed by a colon and a detail; the owner's screens translate it.
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
 * Passes external input to a library and reports anything it throws to `fail`, which must end the connection. An exception of
 * the library becomes `fault`, with the exception as its cause: its text is for logs, not for owners.
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

/** Returns whether an error carries the peer's own error condition, which is a stable identifier. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && 'condition' in error && typeof error.condition === 'string';
}
