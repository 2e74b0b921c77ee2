/**
 * The socket below a stream, in the form the library requires. Input is passed to the library in small chunks, inside a guard,
 * with a turn of the event loop between them: a server that sends at full speed must not slow down other accounts.
 */
import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as turn } from 'node:timers/promises';
import { ConnectorFailure, guarded } from '../kit/guard.ts';
import type { DialledSocket } from './dial.ts';

export type Wire = {
  Socket: new () => EventEmitter;
  onClose(listener: (error: unknown) => void): void;
  closed: Promise<void>;
  /** Closes after pending writes, or forcibly after `limitMs`. */
  end(limitMs: number): void;
  destroy(reason: unknown): void;
};

type Link = { dialled: DialledSocket | null; dead: boolean };

export function createWire(dialNow: () => Promise<DialledSocket>): Wire {
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
  const attach = (dialled: DialledSocket, wrapper: EventEmitter) => {
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
      // A fixed timeout rather than the socket's own, which each byte of a slow peer would extend.
      const limit = setTimeout(() => socket.destroy(), limitMs);
      socket.once('close', () => clearTimeout(limit));
      socket.end();
    },
    destroy,
  };
}

/** Bytes parsed before other connections get a turn. */
const pieceBytes = 4_096;

function receive(link: Link, wrapper: EventEmitter, fail: (error: Error) => void): void {
  const socket = link.dialled?.socket;
  // A chunk may end inside a character.
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
    // Never rejects: the guard catches exceptions.
    void take(chunk);
  });
}

/** Maximum outbound buffer, in bytes, for a server that demands responses without reading them. */
const backlogLimit = 1024 * 1024;

/** Returns the class that the library instantiates as its socket. */
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
