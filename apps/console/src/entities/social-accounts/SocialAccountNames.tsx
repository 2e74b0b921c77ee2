import { ForeignText } from '@parley/ui';
import { useSocialAccountNames } from './use-social-account-names.ts';

/** At most 50 social accounts of which only the ids are known, e.g. those that a filter names. */
export function SocialAccountNames({ ids }: { ids: readonly string[] }) {
  const nameOf = useSocialAccountNames(ids);
  return <ForeignText>{ids.map(nameOf).join(', ')}</ForeignText>;
}
