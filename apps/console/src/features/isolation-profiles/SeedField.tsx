import { ReloadOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

/** Returns a random seed other than 0, which the contract reserves for no seed. */
const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] || 1;

type Properties = {
  /** The field's accessible name. */
  label: string;
  id?: string;
  /** Null: no distortion. Passed in by the surrounding form, as is `onChange`. */
  value?: number | null;
  onChange?: (seed: number | null) => void;
};

/** A switch for a distortion, its seed, and a button for another one. */
export function SeedField({ label, id, value = null, onChange }: Properties) {
  const { t } = useTranslation();
  return (
    <span className="seed">
      <Switch
        {...(id === undefined ? {} : { id })}
        checked={value !== null}
        onChange={(on) => onChange?.(on ? newSeed() : null)}
      />
      {value === null ? (
        <span className="quiet">{t('isolation.noiseOff')}</span>
      ) : (
        <>
          <span className="code numeric">{value}</span>
          <Button
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            aria-label={t('isolation.newSeedOf', { label })}
            onClick={() => onChange?.(newSeed())}
          >
            {t('isolation.newSeed')}
          </Button>
        </>
      )}
    </span>
  );
}
