/** Stores bytes: on this machine, or in a bucket with S3's API. Keys are made here, never by a user. */

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
  /** Null: there is nothing under this key. What is larger than `maxBytes` is not read, and is `too-large`. */
  read(key: string, maxBytes: number): Promise<Uint8Array | 'too-large' | null>;
  /** Atomic: no reader ever gets half a file. Replaces an existing file. */
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Nothing there is fine. */
  remove(key: string): Promise<void>;
  /** The origin that browsers put bytes to; null: this server's own. */
  readonly uploadOrigin: string | null;
};

/** Two words of lower-case letters, digits and hyphens: no key leads out of the store. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9-]{1,40}\/[a-z0-9-]{1,64}$/.test(key)) throw new Error(`"${key}" is no key of a file`);
  return key;
}
