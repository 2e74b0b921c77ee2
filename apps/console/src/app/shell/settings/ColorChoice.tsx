import { useTranslation } from 'react-i18next';
import { useLayout } from '../../../lib/layout-context.tsx';

// i18n-keys: settings.color.*

/** Blue first, as it is the default. */
const palette = {
  blue: '#165DFF',
  purple: '#722ED1',
  magenta: '#C41D7F',
  red: '#CB2634',
  orange: '#B45309',
  green: '#0F7B45',
  cyan: '#0B7285',
  grey: '#4E5969',
} as const;

/** Selects the theme color: one of a palette or any other. */
export function ColorChoice() {
  const { t } = useTranslation();
  const [{ themeColor }, change] = useLayout();
  return (
    <fieldset className="color-choice">
      <legend>{t('settings.themeColor')}</legend>
      {Object.entries(palette).map(([name, hex]) => (
        <input
          key={hex}
          type="radio"
          name="theme-color"
          className="swatch"
          style={{ backgroundColor: hex }}
          aria-label={t(`settings.color.${name}`)}
          title={t(`settings.color.${name}`)}
          checked={themeColor.toLowerCase() === hex.toLowerCase()}
          onChange={() => change({ themeColor: hex })}
        />
      ))}
      <label className="any-color">
        {t('settings.anyColor')}
        <input
          type="color"
          value={themeColor}
          onChange={({ target }) => change({ themeColor: target.value })}
        />
      </label>
    </fieldset>
  );
}
