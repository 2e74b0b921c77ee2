/** An account as its platform names it, once that has confirmed its credentials. */
export type CheckedAccount = {
  id: string;
  displayName: string;
  /** The address at which customers write to it, an account link of the contract; null or absent: the platform gives none. */
  link?: string | null;
};
