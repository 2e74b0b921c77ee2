import { ForeignText, useFormats } from '@parley/ui';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** The number of names in the line, and in what opens above it. */
const inLine = 2;
const inTooltip = 20;

type Properties = { ids: readonly string[] };

/** Some sub-accounts by their names; the first ones in the line, more of them when it is pointed at. */
export function SubAccountNames({ ids }: Properties) {
  const line = <FirstNames ids={ids} most={inLine} />;
  if (ids.length <= inLine) return <span>{line}</span>;
  return (
    // Only what is opened asks for the names in it: a page of rows would ask for hundreds.
    <Tooltip title={<FirstNames ids={ids} most={inTooltip} />}>
      {/* Reached by Tab, so that the keyboard opens it as the mouse does. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <span tabIndex={0}>{line}</span>
    </Tooltip>
  );
}

function FirstNames({ ids, most }: Properties & { most: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const first = ids.slice(0, most);
  const nameOf = useSubAccountNames(first);
  return (
    <>
      {first.map((id, at) => (
        <span key={id}>
          {at === 0 ? null : ', '}
          <ForeignText>{nameOf(id)}</ForeignText>
        </span>
      ))}
      {ids.length > most ? ` ${t('table.moreOf', { number: number(ids.length - most) })}` : null}
    </>
  );
}
