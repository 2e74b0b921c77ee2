/** The port's shape of the form fields that an owner fills in. */

/** One field of the form in which the owner enters the credentials. */
export type CredentialField = {
  /** Key in the interface catalogues: `channels.credentials.<platform>.<name>`. */
  name: string;
  secret: boolean;
  required: boolean;
  /** Its values usually span several lines. */
  multiline?: boolean;
  /** On or off: its value is `true` or absent. */
  toggle?: boolean;
  placeholder?: string;
};
