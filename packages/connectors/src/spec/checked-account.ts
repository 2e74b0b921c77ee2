/** An account as the platform names it after confirming its credentials. */
export type CheckedAccount = {
  id: string;
  displayName: string;
  /** The address at which customers reach it, an account link of the contract; null or absent if the platform provides none. */
  link?: string | null;
};
