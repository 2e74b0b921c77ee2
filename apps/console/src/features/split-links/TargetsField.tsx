import type { PlatformId } from '@parley/contract/catalogues';
import { readAccountLinks, splitLinkLimits } from '@parley/contract/split-links';
import { ForeignText } from '@parley/ui';
import { Form, InputNumber, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { SocialAccountSelect } from '../../entities/social-accounts/SocialAccountSelect.tsx';
import { plainTarget, type TargetOptions } from './split-link-values.ts';

type Properties = {
  /** Given by the field around it. */
  value?: Record<string, TargetOptions>;
  onChange?: (options: Record<string, TargetOptions>) => void;
};

/** The valid links that were typed, each with its social account, weight and daily cap. */
export function TargetsField({ value = {}, onChange }: Properties) {
  const { t } = useTranslation();
  const platform = Form.useWatch<PlatformId | undefined>('platform');
  const text = Form.useWatch<string | undefined>('links') ?? '';
  const urls =
    platform === undefined
      ? []
      : readAccountLinks(platform, text).flatMap(({ text: url, isValid }) => (isValid ? [url] : []));
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
        <InputNumber
          value={options.weight}
          min={1}
          max={splitLinkLimits.weight}
          precision={0}
          prefix={t('splitLinks.weight')}
          aria-label={t('splitLinks.weightOf', { url })}
          onChange={(weight) => onChange({ weight: weight ?? 1 })}
        />
        <InputNumber
          value={options.dailyCap}
          min={1}
          max={splitLinkLimits.dailyCap}
          precision={0}
          prefix={t('splitLinks.dailyCap')}
          placeholder={t('splitLinks.noCap')}
          aria-label={t('splitLinks.dailyCapOf', { url })}
          onChange={(dailyCap) => onChange({ dailyCap })}
        />
      </span>
    </li>
  );
}
