import { ForeignText } from '@parley/ui';
import { useSocialAccountNames } from './use-social-account-names.ts';

/** Names of at most 50 social accounts given by id, e.g. those in a filter. */
export function SocialAccountNames({ ids }: { ids: readonly string[] }) {
  const nameOf = useSocialAccountNames(ids);
  return <ForeignText>{ids.map(nameOf).join(', ')}</ForeignText>;
}
