import type { PlatformId } from '@parley/contract/catalogues';
import { isAccountLink } from '@parley/contract/split-links';

/**
 * Returns the link of an account as it is stored: empty where its platform gives none, or one that doesn't lead to an account of
 * the platform. It comes from outside, and visitors are sent there.
 */
export function storedLink(platform: PlatformId, link: unknown): string {
  return typeof link === 'string' && isAccountLink(platform, link) ? link : '';
}
