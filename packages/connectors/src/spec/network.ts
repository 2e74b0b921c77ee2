/** The port's shapes of time and egress, which the server gives to every call. */
import type { Socket } from 'node:net';
import type { ConnectorLog } from '../kit/log.ts';

export type ConnectorClock = {
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** Egress. Every connection is opened through it, so that an account's proxy covers all of its traffic. */
export type ConnectorNetwork = {
  /**
   * The host limits answers to a minute (or `answerMs`), and to 8 MiB after decompression (or `answerLimit` bytes): reading
   * more of a body rejects with the code `EANSWERTOOLARGE`. Where another process may have the account by the time that a
   * connection stands, nothing is written, and it rejects with the code `ENOTSTARTED`; where that is so only during the body
   * or after a redirect, it ends there and rejects without that code.
   */
  fetch(url: string, init?: RequestInit & { answerLimit?: number; answerMs?: number }): Promise<Response>;
  /** A connected TCP socket. TLS is the connector's own business. */
  connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
};

/** The host's part in a call to the platform; `signal` is aborted when the result is no longer needed. */
export type CallContext = {
  network: ConnectorNetwork;
  clock: ConnectorClock;
  log: ConnectorLog;
  signal: AbortSignal;
};
