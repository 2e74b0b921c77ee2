/** A person on a platform: a customer, or a member of a group. */
export type Peer = {
  /** The customer's id, unique within one social account. */
  id: string;
  displayName: string | null;
  /** The name by which the platform lets people find the customer's account, without a sign before it. */
  handle?: string | null;
  /** In international form, where the platform provides it. */
  phone?: string | null;
  /** IETF tag if the platform provides it, for the conversation's first language guess. */
  language: string | null;
};
