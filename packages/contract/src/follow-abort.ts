/**
 * Aborts `controller` as soon as `signal` is aborted, until the returned function is called. For the signals of frequent calls,
 * in the server and in engines: those of `AbortSignal.any` hold all that listens to them until a full garbage collection.
 */
export function followAbort(controller: AbortController, signal: AbortSignal): () => void {
  const pass = () => controller.abort(signal.reason);
  if (signal.aborted) pass();
  else signal.addEventListener('abort', pass, { once: true });
  return () => signal.removeEventListener('abort', pass);
}
