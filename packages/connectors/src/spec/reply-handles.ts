/** The port's shapes of handles that allow a reply to a customer's message for a limited time. */

/** `required`: the platform accepts replies only with a handle. `window` then states how long a handle is valid. */
export type ReplyHandleSupport = { required: boolean };

/**
 * A secret that allows a reply to a message, such as a reply token or a callback address. The server stores it encrypted until
 * it expires, and assigns each use to one `send` before the platform is called.
 */
export type ReplyHandle = {
  /** At most 4,000 characters. */
  value: string;
  /** ms since the epoch. */
  expiresAt: number;
  /** The number of messages it can be used for. */
  uses: number;
};
