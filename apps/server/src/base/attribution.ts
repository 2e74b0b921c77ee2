/**
 * Last resort for exceptions that no caller can catch: those thrown in a socket's event, a timer or a dropped
 * promise. Code inside `attributed` carries its owner through all of these, and the process reports the exception to
 * that owner and continues. Any other uncaught exception ends the process, since its effect is unknown.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Blame = (error: unknown) => void;

const current = new AsyncLocalStorage<Blame>();

/**
 * Runs `work`. Calls `blame` with everything that `work`, or code that it started, throws out of band. `blame` must
 * not throw.
 */
export function attributed<T>(blame: Blame, work: () => T): T {
  return current.run(blame, work);
}

/**
 * Runs `work` and rejects as soon as it, or code that it started, throws out of band: for work whose caller waits for
 * it to end. `report` receives each such exception, including those after the end. It must not throw.
 */
export function attributedCall<T>(report: Blame, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const failed = (error: unknown) => {
    report(error);
    reject(new OutOfBandError('an exception was thrown out of band', { cause: error }));
  };
  attributed(failed, work).then(resolve, reject);
  return promise;
}

/** Rejects a call whose code threw where no caller could catch it. */
export class OutOfBandError extends Error {
  override name = 'OutOfBandError';
}

/** Runs `work` without an owner: for shared resources, such as a pool's connections. */
export function unattributed<T>(work: () => T): T {
  return current.exit(work);
}

/** Reports an exception to the owner of the running code. Returns false when it has none. */
export function blame(error: unknown): boolean {
  const found = current.getStore();
  if (!found) return false;
  unattributed(() => found(error));
  return true;
}

/**
 * Keeps the process alive after exceptions that have an owner. Node raises unhandled rejections as uncaught
 * exceptions too.
 */
export function surviveAttributed(program: NodeJS.Process): void {
  const onUncaught = (error: unknown) => {
    if (blame(error)) return;
    // Same outcome as without a listener: the stack on standard error, and exit code 1.
    program.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`, () => program.exit(1));
  };
  program.on('uncaughtException', onUncaught);
}
