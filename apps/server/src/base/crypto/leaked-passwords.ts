import { AppError } from '../http/app-error.ts';

/**
 * The 49,000 passwords that leaked most often, from the list that zxcvbn-ts ships (MIT). Loaded when the first
 * password is set, because most processes never set one.
 */
let common: Promise<ReadonlySet<string>> | null = null;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Returns whether a password is among the commonest, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.toLowerCase());
}

/** Throws `identity.common-password` for a common password. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw new AppError('identity.common-password');
}

/** Thrown when the operator's password in the environment is too short or too common. */
export class WeakOperatorPassword extends Error {
  override message = 'OPERATOR_PASSWORD takes 12 to 128 characters that are not a common password.';
}
