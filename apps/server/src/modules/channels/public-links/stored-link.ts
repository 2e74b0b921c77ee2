import type { PlatformId } from '@parley/contract/catalogues';
import { isAccountLink } from '@parley/contract/split-links';

/**
 * Returns an account's link in stored form: empty when the platform provides none or it doesn't lead to an account of
 * the platform. The link is untrusted input, and visitors are sent there.
 */
export function storedLink(platform: PlatformId, link: unknown): string {
  return typeof link === 'string' && isAccountLink(platform, link) ? link : '';
}
