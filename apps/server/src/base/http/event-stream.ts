/** Server-sent events to a client that may stop reading at any moment. */
import type { ServerResponse } from 'node:http';

const heartbeatMs = 20_000;
/** Unread bytes above which a client counts as disconnected. */
const maxUnread = 64 * 1024;
/** Time limit for the end of a stream to reach its client, in ms. */
const farewellMs = 5_000;

export type EventStream = {
  /** Writes one event; does nothing after the end. */
  send(event: object): void;
  /**
   * Ends the stream. A client that doesn't read is cut off after `farewellMs`, so that `close` is emitted in any
   * case.
   */
  end(): void;
};

/**
 * Starts a stream on a response whose own headers are set already. Without its error handler, a write after the end
 * or to a broken connection would emit an unhandled error event, which ends the process.
 */
export function beginEventStream(raw: ServerResponse): EventStream {
  raw.on('error', () => raw.destroy());
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Reverse proxies would otherwise buffer events.
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > maxUnread) raw.destroy();
    else raw.write(text);
  };
  write(': parley\n\n');
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  raw.on('close', () => clearInterval(heartbeat));
  return {
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    end() {
      if (raw.writableEnded || raw.destroyed) return;
      clearInterval(heartbeat);
      raw.end();
      const cut = setTimeout(() => raw.destroy(), farewellMs);
      raw.on('close', () => clearTimeout(cut));
    },
  };
}
