import { AppError } from '../http/app-error.ts';

/**
 * The commonest passwords, from the list that zxcvbn-ts ships (MIT): 49,000 that leaked most often. Loaded at the first
 * password that is set, because most processes never set one.
 */
let common: Promise<ReadonlySet<string>> | null = null;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Returns whether a password is among the commonest, whatever the case of its letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.toLowerCase());
}

/** Throws `identity.common-password`. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw new AppError('identity.common-password');
}

/** The operator's password in the environment is too short or too common. */
export class WeakOperatorPassword extends Error {
  override message = 'OPERATOR_PASSWORD takes 12 to 128 characters that are not a common password.';
}
