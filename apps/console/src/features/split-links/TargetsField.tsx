import { targetCap, targetWeight } from '@parley/contract/split-links';
import { ForeignText } from '@parley/ui';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { SocialAccountSelect } from '../../entities/social-accounts/SocialAccountSelect.tsx';
import { WholeNumberField } from '../../ui/WholeNumberField.tsx';
import type { TypedNumber } from '../../ui/WholeNumberInput.tsx';
import { useTypedLinks } from './LinksField.tsx';
import { plainTarget, type TargetOptions } from './split-link-values.ts';

type Properties = {
  /** Set by the surrounding form field. */
  value?: Record<string, TargetOptions>;
  onChange?: (options: Record<string, TargetOptions>) => void;
};

/** The valid links, each with its social account, weight and daily cap. */
export function TargetsField({ value = {}, onChange }: Properties) {
  const { t } = useTranslation();
  const urls = useTypedLinks().flatMap(({ text, isValid }) => (isValid ? [text] : []));
  if (urls.length === 0) return <p className="quiet split-targets-none">{t('splitLinks.targetsAppear')}</p>;
  const change = (url: string, patch: Partial<TargetOptions>) =>
    onChange?.({ ...value, [url]: { ...plainTarget, ...value[url], ...patch } });
  return (
    <ul className="plain-list split-targets">
      {urls.map((url) => (
        <Target
          key={url}
          url={url}
          options={{ ...plainTarget, ...value[url] }}
          onChange={(patch) => change(url, patch)}
        />
      ))}
    </ul>
  );
}

type TargetProperties = {
  url: string;
  options: TargetOptions;
  onChange: (patch: Partial<TargetOptions>) => void;
};

function Target({ url, options, onChange }: TargetProperties) {
  const { t } = useTranslation();
  return (
    <li>
      <span className="split-target-head">
        <Switch
          size="small"
          checked={options.enabled}
          aria-label={t('splitLinks.targetEnabled', { url })}
          onChange={(enabled) => onChange({ enabled })}
        />
        <ForeignText className="code split-target-url">{url}</ForeignText>
      </span>
      <span className="split-target-options">
        <SocialAccountSelect
          value={options.socialAccountId}
          allowClear
          className="split-target-account"
          onChange={(chosen) => onChange({ socialAccountId: chosen ?? null })}
        />
        <ShareFields
          name={url}
          weight={options.weight}
          dailyCap={options.dailyCap}
          onWeight={(weight) => onChange({ weight })}
          onDailyCap={(dailyCap) => onChange({ dailyCap })}
        />
      </span>
    </li>
  );
}

type ShareProperties = {
  /** The name of the link, account or source. */
  name: string;
  weight: TypedNumber;
  dailyCap: TypedNumber;
  /** The defaults of empty fields; left out: a weight is required. */
  usual?: { weight: TypedNumber; dailyCap: TypedNumber };
  onWeight: (weight: TypedNumber) => void;
  onDailyCap: (dailyCap: TypedNumber) => void;
};

/** The fields for weight and daily cap. */
export function ShareFields({ name, weight, dailyCap, usual, onWeight, onDailyCap }: ShareProperties) {
  const { t } = useTranslation();
  const cap = usual?.dailyCap ?? null;
  return (
    <span className="split-share">
      <WholeNumberField
        schema={usual === undefined ? targetWeight : targetWeight.nullable()}
        value={weight}
        prefix={t('splitLinks.weight')}
        {...(usual === undefined ? {} : { placeholder: String(usual.weight ?? '') })}
        aria-label={t('splitLinks.weightOf', { url: name })}
        onChange={onWeight}
      />
      <WholeNumberField
        schema={targetCap.nullable()}
        value={dailyCap}
        prefix={t('splitLinks.dailyCap')}
        placeholder={cap === null ? t('splitLinks.noCap') : String(cap)}
        aria-label={t('splitLinks.dailyCapOf', { url: name })}
        onChange={onDailyCap}
      />
    </span>
  );
}
