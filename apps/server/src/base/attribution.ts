/**
 * Last resort against exceptions that no caller can catch: thrown in a socket's event, a timer, a forgotten promise.
 * Code inside `attributed` carries the name of its owner through all of these; the process then reports the exception
 * to that owner and continues. Any other uncaught exception ends the process, since its effect is unknown.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Blame = (error: unknown) => void;

const current = new AsyncLocalStorage<Blame>();

/** Runs `work`. `blame` is called with what it, or anything that it set off, throws out of band. It must not throw itself. */
export function attributed<T>(blame: Blame, work: () => T): T {
  return current.run(blame, work);
}

/**
 * Runs `work` and rejects as soon as it, or anything that it started, throws out of band: for work whose caller waits
 * for its end. `report` receives each such exception, also those after the end. It must not throw itself.
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

/** Ends a call that threw where no caller could catch it. */
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

/** Makes the process outlive what can be attributed. An unhandled rejection comes here, too, as Node raises it. */
export function surviveAttributed(program: NodeJS.Process): void {
  const onUncaught = (error: unknown) => {
    if (blame(error)) return;
    // As without any listener: the stack on standard error, and exit code 1.
    program.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`, () => program.exit(1));
  };
  program.on('uncaughtException', onUncaught);
}
