import { WarningFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Warning } from './profile-values.ts';

// i18n-keys: isolation.warning.*

type Properties = {
  /** The purpose of the field. */
  hint: string;
  /** Those that are about this field. */
  of: readonly Warning[];
  holding: ReadonlySet<Warning>;
};

/** Below a field: what it is for, and what about it would give the device away. */
export function FieldWarning({ hint, of, holding }: Properties) {
  const { t } = useTranslation();
  return (
    <>
      {hint}
      {/* Always there: what appears inside is read out. */}
      <span role="status">
        {of
          .filter((warning) => holding.has(warning))
          .map((warning) => (
            <span key={warning} className="field-warning">
              <WarningFilled aria-hidden /> {t(`isolation.warning.${warning}`)}
            </span>
          ))}
      </span>
    </>
  );
}
