import { type PlatformFault, platformFaults } from '@parley/contract/channels';
import { proxyFaults } from '@parley/contract/proxies';
import { ConnectorFailure } from './guard.ts';

/**
 * Returns the reason for a network failure as a code of the contract's `platformFaults`. An error whose message is such a code,
 * or a proxy fault, keeps it. The error's own text is not exposed: it is meant for programmers and not translated.
 */
export function networkReason(error: unknown): string {
  const inner = rootCause(error);
  if (!(inner instanceof Error)) return 'platform-unreachable';
  if (isCode(inner.message)) return inner.message;
  const code = errorCode(inner) ?? '';
  return byCode[code] ?? byForm(inner, code);
}

const codes: ReadonlySet<string> = new Set([...platformFaults, ...proxyFaults]);

function isCode(text: string): boolean {
  return codes.has(text.split(':', 1)[0] ?? '');
}

/** Codes of Node's sockets and resolver, of undici, and of the host's network. */
const byCode: Readonly<Record<string, PlatformFault>> = {
  ENOTFOUND: 'platform-name-unknown',
  EAI_AGAIN: 'platform-name-unknown',
  ECONNREFUSED: 'platform-port-closed',
  EHOSTUNREACH: 'platform-no-route',
  ENETUNREACH: 'platform-no-route',
  ETIMEDOUT: 'platform-silent',
  ECONNRESET: 'platform-hung-up',
  EPIPE: 'platform-hung-up',
  UND_ERR_SOCKET: 'platform-hung-up',
  EINWARD: 'platform-inward',
  EANSWERTOOLARGE: 'platform-answer-too-large',
  ENOTSTARTED: 'platform-not-connected',
  EPROTO: 'platform-insecure',
};

function byForm(error: Error, code: string): string {
  if (/TIMEOUT/.test(code) || ['TimeoutError', 'AbortError'].includes(error.name)) return 'platform-silent';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code))
    return `platform-insecure: ${code}`;
  // The response could not be parsed, here or in a library: `fetch failed` itself always has a cause.
  if (
    error instanceof SyntaxError ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error.name === 'XMLError'
  )
    return 'platform-unreadable';
  return 'platform-unreachable';
}

/** Codes of failures that occur before a request is written, so that nothing can have been sent. */
const beforeRequest: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTSTARTED',
]);

/** Returns true only if the request was certainly never sent, so that the message may be sent again. */
export function certainlyNotSent(error: unknown): boolean {
  return beforeRequest.has(errorCode(rootCause(error)) ?? '');
}

function rootCause(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 5; depth += 1) {
    // A code summarizes its cause, which is kept for logs.
    if (current instanceof ConnectorFailure || (current instanceof Error && isCode(current.message))) break;
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
