/** What an error of the network layer says: Node hides the real one in `cause`. */
export function networkReason(error: unknown): string {
  const inner = rootCause(error);
  if (!(inner instanceof Error)) return String(inner);
  return inner.message === '' ? (errorCode(inner) ?? inner.name) : inner.message;
}

/** The codes of failures that come before a connection stands, so that nothing can have been sent over it. */
const beforeConnection: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True only if it is certain that the request never left: the message may then be sent again. */
export function certainlyNotSent(error: unknown): boolean {
  return beforeConnection.has(errorCode(rootCause(error)) ?? '');
}

function rootCause(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 5; depth += 1) {
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else if (current instanceof Error && current.cause !== undefined) current = current.cause;
    else if (current instanceof Error && 'error' in current && current.error instanceof Error)
      current = current.error;
    else break;
  }
  return current;
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
