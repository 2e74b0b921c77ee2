import { ForeignText, useFormats } from '@parley/ui';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

/** The number of names in the line, and in what opens above it. */
const inLine = 2;
const inTooltip = 20;

type Properties = {
  /** The first ones. */
  names: readonly string[];
  total: number;
};

/** Some sub-accounts by their names; the first ones in the line, more of them when it is pointed at. */
export function SubAccountNames({ names, total }: Properties) {
  const line = <FirstNames names={names.slice(0, inLine)} total={total} />;
  if (total <= inLine) return <span>{line}</span>;
  return (
    <Tooltip title={<FirstNames names={names.slice(0, inTooltip)} total={total} />}>
      {/* Reached by Tab, so that the keyboard opens it as the mouse does. */}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and don't move
        <span key={at}>
          {at === 0 ? null : ', '}
          <ForeignText>{name}</ForeignText>
        </span>
      ))}
      {total > names.length ? ` ${t('table.moreOf', { number: number(total - names.length) })}` : null}
    </>
  );
}
