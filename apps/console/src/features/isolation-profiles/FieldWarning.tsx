import { WarningFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Warning } from './profile-values.ts';

// i18n-keys: isolation.warning.*

type Properties = {
  /** Purpose of the field. */
  hint: string;
  /** The warnings that concern this field. */
  of: readonly Warning[];
  holding: ReadonlySet<Warning>;
};

/** Hint below a field: what it is for, and the active warnings that could identify the device. */
export function FieldWarning({ hint, of, holding }: Properties) {
  const { t } = useTranslation();
  return (
    <>
      {hint}
      {/* Always mounted, so that screen readers announce changes inside it. */}
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
