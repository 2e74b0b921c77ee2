import { ForeignText } from '@parley/ui';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** How many stand in the line, and how many more in what opens above it. */
const inLine = 2;
const named = 20;

/** Some sub-accounts by their names; the first ones in the line, more of them when it is pointed at. */
export function SubAccountNames({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const nameOf = useSubAccountNames(ids.slice(0, named));
  const names = (end: number) =>
    ids.slice(0, end).map((id, at) => (
      <span key={id}>
        {at === 0 ? null : ', '}
        <ForeignText>{nameOf(id)}</ForeignText>
      </span>
    ));
  const rest = (shown: number) =>
    ids.length > shown ? ` ${t('batch.more', { number: ids.length - shown })}` : null;
  if (ids.length <= inLine) return <span>{names(inLine)}</span>;
  const all = (
    <>
      {names(named)}
      {rest(named)}
    </>
  );
  return (
    <Tooltip title={all}>
      {/* Reached by Tab, so that the keyboard opens it as the mouse does. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <span tabIndex={0}>
        {names(inLine)}
        {rest(inLine)}
      </span>
    </Tooltip>
  );
}
