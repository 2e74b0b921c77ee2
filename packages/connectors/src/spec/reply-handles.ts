/** The port's shapes of handles by which a customer's message is answered for a while. */

/** `required`: the platform takes answers in no other way. `window` then says how long a handle lasts. */
export type ReplyHandleSupport = { required: boolean };

/**
 * A secret by which a platform lets a message be answered, such as a reply token or a callback address. The server keeps it
 * sealed until it is over, and hands each use to one `send`, before the platform is asked.
 */
export type ReplyHandle = {
  /** At most 4,000 characters. */
  value: string;
  /** ms since the epoch. */
  expiresAt: number;
  /** The number of messages that it takes. */
  uses: number;
};
