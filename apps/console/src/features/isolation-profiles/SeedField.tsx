import { ReloadOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

/** Any but 0, which the contract keeps for no seed. */
const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] || 1;

type Properties = {
  /** The field's name. */
  label: string;
  id?: string;
  /** null: no distortion. Passed in by the form around it, as is `onChange`. */
  value?: number | null;
  onChange?: (seed: number | null) => void;
};

/** The switch for a distortion, its seed, and a button for another seed. */
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
