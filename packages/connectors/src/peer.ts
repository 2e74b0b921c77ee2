/** A person on a platform: a customer, or a member of a group. */
export type Peer = {
  /** The customer's id, unique within one social account. */
  id: string;
  displayName: string | null;
  /** The name under which people find the account on the platform, without a leading sign such as @. */
  handle?: string | null;
  /** In international form, where the platform provides it. */
  phone?: string | null;
  /** IETF language tag, if the platform provides one; the first guess for the conversation's language. */
  language: string | null;
};
