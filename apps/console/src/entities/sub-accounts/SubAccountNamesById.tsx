import { SubAccountNames } from './SubAccountNames.tsx';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** The maximum that `SubAccountNames` shows. */
const shown = 20;

/** Names of sub-accounts given by id, e.g. those in a filter. */
export function SubAccountNamesById({ ids }: { ids: readonly string[] }) {
  const named = ids.slice(0, shown);
  const nameOf = useSubAccountNames(named);
  return <SubAccountNames names={named.map(nameOf)} total={ids.length} />;
}
