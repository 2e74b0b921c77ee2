import type { PlatformInfo, SocialAccountForm } from '@parley/contract';

/** What the form's controls hold for one platform's credentials. */
export type CredentialValues = Readonly<Record<string, string | undefined>>;

/** Fields that hold several values; everything else is one line. The platform's connector reads them as lists. */
const lists: ReadonlySet<string> = new Set(['webchat.origins', 'webchat.allowedOrigins']);

export function isList(platform: string, field: string): boolean {
  return lists.has(`${platform}.${field}`);
}

/**
 * From the controls to the request: only the platform's own fields, untouched ones left out (an empty text is
 * not the same as none to a connector), lists split at line ends, commas and spaces.
 */
export function credentialsFrom(
  platform: Pick<PlatformInfo, 'id' | 'fields'>,
  values: CredentialValues,
): SocialAccountForm['credentials'] {
  const credentials: SocialAccountForm['credentials'] = {};
  for (const { name } of platform.fields) {
    const value = values[name]?.trim() ?? '';
    if (value === '') continue;
    credentials[name] = isList(platform.id, name)
      ? value.split(/[\s,]+/).filter((part) => part !== '')
      : value;
  }
  return credentials;
}
