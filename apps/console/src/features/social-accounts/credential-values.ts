import type { PlatformInfo } from '@parley/contract/channels';

/** The values of the form's controls for one platform's credentials. */
export type CredentialValues = Readonly<Record<string, string | undefined>>;

/**
 * Returns the request: only the platform's own fields, without empty ones, because connectors distinguish an empty text
 * from a missing one.
 */
export function credentialsFrom(
  platform: Pick<PlatformInfo, 'fields'>,
  values: CredentialValues,
): Record<string, string> {
  const filled = platform.fields
    .map(({ name }): [string, string] => [name, values[name]?.trim() ?? ''])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(filled);
}
