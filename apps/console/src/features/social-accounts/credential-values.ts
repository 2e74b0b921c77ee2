import type { PlatformInfo } from '@parley/contract/channels';

/** The values of the form's controls for one platform's credentials. */
export type CredentialValues = Readonly<Record<string, string | undefined>>;

/**
 * From the controls to the request: only the platform's own fields, and those that are empty left out, because
 * an empty text is not the same as none to a connector.
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
