/** Stores bytes: on this machine, or in a bucket with S3's API. Keys are made here, never by a user. */
import type { Readable } from 'node:stream';

export type PresignedPut = {
  url: string;
  /** To be sent exactly so: they are part of what was signed. */
  headers: Record<string, string>;
};

/** The upload that a signed address permits: bytes of this type and count, for this time. */
export type Permission = { contentType: string; size: number; expiresInSeconds: number };

export type FileStore = {
  /** An address where a client may put the bytes on its own; null: they have to come through this server. */
  presignPut(key: string, permission: Permission): Promise<PresignedPut | null>;
  /**
   * Stores bytes as they arrive, without holding them in memory; null where clients put them on their own. False: there
   * were fewer or more than `size`, and nothing is stored.
   */
  readonly receive: ((key: string, body: Readable, size: number) => Promise<boolean>) | null;
  /** The first bytes, at most `count`, and the number of all; null: nothing there. */
  peek(key: string, count: number): Promise<{ head: Uint8Array; size: number } | null>;
  /** Stores under `to` what is under `from`, without its bytes passing through memory. False: nothing there. */
  copy(from: string, to: string): Promise<boolean>;
  /** The bytes as a file on this machine, for readers that stream or seek; null: nothing there. */
  onDisk(key: string, maxBytes: number): Promise<FileOnDisk | 'too-large' | null>;
  /**
   * Streams the bytes from `first` to `last`, both included and within the file; memory holds a piece at a time. Destroying
   * the stream releases its source. Null: nothing there.
   */
  stream(key: string, range: ByteRange): Promise<Readable | null>;
  /** Null: there is nothing under this key. What is larger than `maxBytes` is not read, and is `too-large`. */
  read(key: string, maxBytes: number): Promise<Uint8Array | 'too-large' | null>;
  /** Stores a file of this machine, without its bytes passing through memory. Atomic, and replaces an existing one. */
  putFile(key: string, file: { path: string; size: number }, contentType: string): Promise<void>;
  /** Atomic: no reader ever gets half a file. Replaces an existing file. */
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Nothing there is fine. */
  remove(key: string): Promise<void>;
  /** The origin that browsers put bytes to; null: this server's own. */
  readonly uploadOrigin: string | null;
};

/** Counted from 0, both included. */
export type ByteRange = { first: number; last: number };

/** May be read until it is disposed. */
export type FileOnDisk = AsyncDisposable & { path: string; size: number };

/** Two words of lower-case letters, digits and hyphens: no key leads out of the store. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,64}$/.test(key)) throw new Error(`"${key}" is no key of a file`);
  return key;
}
