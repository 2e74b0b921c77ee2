/**
 * The last resort against code that throws where nobody can catch it: in a socket's event, a timer, a forgotten
 * promise. What runs inside `attributed` carries the name of who is to blame through all of that; the process then
 * blames them and lives on. Anything else ends the process, as an exception of unknown effect must.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Blame = (error: unknown) => void;

const current = new AsyncLocalStorage<Blame>();

/** Runs `work`. `blame` is called with what it, or anything that it set off, throws out of band. It must not throw itself. */
export function attributed<T>(blame: Blame, work: () => T): T {
  return current.run(blame, work);
}

/**
 * As `work`, or rejects as soon as it, or anything that it set off, throws out of band: for what has somebody waiting
 * for its end. `report` receives each such exception, those after the end too. It must not throw itself.
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

/** What a call was ended by that threw where nobody could catch it. */
export class OutOfBandError extends Error {
  override name = 'OutOfBandError';
}

/** Runs `work` with nobody to blame: for what others share, a pool's connections for example. */
export function unattributed<T>(work: () => T): T {
  return current.exit(work);
}

/** Blames whoever set off what runs now. False: nobody is known. */
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
