/**
 * The socket below a stream, as the library wants one. Input reaches the library in small pieces inside a guard, and
 * the event loop gets its turn between them: a server that sends as fast as it can slows down no other account.
 */
import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as turn } from 'node:timers/promises';
import { ConnectorFailure, guarded } from '../kit/guard.ts';
import type { Dialled } from './dial.ts';

export type Wire = {
  Socket: new () => EventEmitter;
  onClose(listener: (error: unknown) => void): void;
  closed: Promise<void>;
  /** Closes after what was written, and by force after `limitMs`. */
  end(limitMs: number): void;
  destroy(reason: unknown): void;
};

type Link = { dialled: Dialled | null; dead: boolean };

export function createWire(dialNow: () => Promise<Dialled>): Wire {
  const events = new EventEmitter();
  const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>();
  const link: Link = { dialled: null, dead: false };
  const gone = (error: unknown) => {
    if (!link.dead) events.emit('gone', error);
    link.dead = true;
  };
  const destroy = (reason: unknown) => {
    link.dialled?.socket.destroy();
    gone(reason);
  };
  const attach = (dialled: Dialled, wrapper: EventEmitter) => {
    link.dialled = dialled;
    receive(link, wrapper, destroy);
    dialled.socket.on('error', gone);
    dialled.socket.on('close', () => {
      markClosed();
      gone(null);
    });
    if (link.dead) dialled.socket.destroy();
    else wrapper.emit('connect');
  };
  const begin = (wrapper: EventEmitter) =>
    dialNow().then(
      (dialled) => attach(dialled, wrapper),
      (error: unknown) => {
        markClosed();
        gone(error);
      },
    );
  return {
    Socket: socketOver(link, begin, destroy),
    onClose: (listener) => events.on('gone', listener),
    closed,
    end(limitMs) {
      const socket = link.dialled?.socket;
      if (socket === undefined) return;
      // A fixed limit, not the socket's own timeout: each byte of a slow peer would extend that.
      const limit = setTimeout(() => socket.destroy(), limitMs);
      socket.once('close', () => clearTimeout(limit));
      socket.end();
    },
    destroy,
  };
}

/** Bytes that are parsed before the other connections get their turn. */
const pieceBytes = 4_096;

function receive(link: Link, wrapper: EventEmitter, fail: (error: Error) => void): void {
  const socket = link.dialled?.socket;
  // Pieces end anywhere, even inside a character.
  const decoder = new StringDecoder('utf8');
  const enter = (piece: Buffer) =>
    guarded('platform-protocol', fail, () => wrapper.emit('data', decoder.write(piece)));
  const take = async (chunk: Buffer) => {
    for (let start = 0; start < chunk.length && !link.dead; start += pieceBytes) {
      if (start > 0) await turn();
      enter(chunk.subarray(start, start + pieceBytes));
    }
    socket?.resume();
  };
  socket?.on('data', (chunk: Buffer) => {
    socket.pause();
    // Never rejects: the guard takes what is thrown.
    void take(chunk);
  });
}

/** Bytes that may wait for a server that doesn't read while it demands answers. */
const backlogLimit = 1024 * 1024;

/** Returns the object that the library uses as a socket. */
function socketOver(
  link: Link,
  begin: (wrapper: EventEmitter) => Promise<void>,
  fail: (error: Error) => void,
): new () => EventEmitter {
  return class extends EventEmitter {
    get secure() {
      return link.dialled?.secure ?? false;
    }
    connect() {
      void begin(this);
    }
    write(data: string, done?: (error?: Error | null) => void) {
      const socket = link.dialled?.socket;
      if (!socket) return void done?.(new Error('Not connected'));
      socket.write(data, done);
      if (socket.writableLength > backlogLimit) fail(new ConnectorFailure('platform-not-reading'));
    }
    end() {
      link.dialled?.socket.end();
    }
  };
}
