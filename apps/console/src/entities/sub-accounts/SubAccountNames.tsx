import { ForeignText, useFormats } from '@parley/ui';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

/** The number of names in the line, and in its tooltip. */
const inLine = 2;
const inTooltip = 20;

type Properties = {
  /** The first names. */
  names: readonly string[];
  total: number;
};

/** Lists the names of sub-accounts: the first ones in the line, more of them in a tooltip. */
export function SubAccountNames({ names, total }: Properties) {
  const line = <FirstNames names={names.slice(0, inLine)} total={total} />;
  if (total <= inLine) return <span>{line}</span>;
  return (
    <Tooltip title={<FirstNames names={names.slice(0, inTooltip)} total={total} />}>
      {/* Focusable, so that the keyboard opens the tooltip as well. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <span tabIndex={0}>{line}</span>
    </Tooltip>
  );
}

function FirstNames({ names, total }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and are never reordered
        <span key={at}>
          {at === 0 ? null : ', '}
          <ForeignText>{name}</ForeignText>
        </span>
      ))}
      {total > names.length ? ` ${t('table.moreOf', { number: number(total - names.length) })}` : null}
    </>
  );
}
