import { SubAccountNames } from './SubAccountNames.tsx';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** As many as `SubAccountNames` shows. */
const shown = 20;

/** Some sub-accounts of which only the ids are known, e.g. those that a filter names. */
export function SubAccountNamesById({ ids }: { ids: readonly string[] }) {
  const named = ids.slice(0, shown);
  const nameOf = useSubAccountNames(named);
  return <SubAccountNames names={named.map(nameOf)} total={ids.length} />;
}
