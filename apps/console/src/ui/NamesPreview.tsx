import { ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';

/** The number of names shown before the rest is only counted. */
const named = 5;

type Properties = { of: readonly { id: string; name: string }[]; className?: string };

/** Lists the first names of the affected records and the number of further ones. */
export function NamesPreview({ of, className }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <ul className={className}>
      {of.slice(0, named).map(({ id, name }) => (
        <li key={id}>
          <ForeignText>{name}</ForeignText>
        </li>
      ))}
      {of.length > named ? <li>{t('table.moreOf', { number: number(of.length - named) })}</li> : null}
    </ul>
  );
}
