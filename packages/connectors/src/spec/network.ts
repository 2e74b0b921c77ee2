/** The port's shapes of time and egress, which the server passes to every call. */
import type { Socket } from 'node:net';
import type { ConnectorLog } from '../kit/log.ts';

export type ConnectorClock = {
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** Egress. All connections are opened through it, so that an account's proxy covers all of its traffic. */
export type ConnectorNetwork = {
  /**
   * The host limits responses to one minute (or `answerMs`) and 8 MiB after decompression (or `answerLimit` bytes); reading
   * beyond that rejects with the code `EANSWERTOOLARGE`. If another process may have taken over the account by the time the
   * connection is established, nothing is written and the call rejects with the code `ENOTSTARTED`. If that
   * happens only while the body is sent or after a redirect, the request is cut off and the call rejects without that code.
   */
  fetch(url: string, init?: RequestInit & { answerLimit?: number; answerMs?: number }): Promise<Response>;
  /** Opens a TCP socket. TLS is up to the connector. */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
};

/** The host's services for one call to the platform; `signal` is aborted when the result is no longer needed. */
export type CallContext = {
  network: ConnectorNetwork;
  clock: ConnectorClock;
  log: ConnectorLog;
  signal: AbortSignal;
};
