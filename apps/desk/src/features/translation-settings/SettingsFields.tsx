import './settings.css';
import type { EffectiveTranslationSettings, TranslationSettings } from '@parley/contract';
import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { linesQuery } from './settings-queries.ts';

export const nothingSet: TranslationSettings = {
  translationMode: null,
  receiveTranslationEnable: null,
  receiveSourceLanguage: null,
  receiveTargetLanguage: null,
  sendTranslationEnable: null,
  sendTargetLanguage: null,
};

type Properties = {
  /** Null in a field: inherited. */
  value: TranslationSettings;
  onChange: (value: TranslationSettings) => void;
  effective: EffectiveTranslationSettings;
  disabled: boolean;
};

function OnOff({
  label,
  value,
  inherited,
  disabled,
  onChange,
}: {
  label: string;
  value: boolean | null;
  inherited: string;
  disabled: boolean;
  onChange: (value: boolean | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      disabled={disabled}
      allowClear
      placeholder={inherited}
      value={value === null ? null : value ? 'on' : 'off'}
      onChange={(choice?: string | null) => onChange(choice == null ? null : choice === 'on')}
      options={[
        { value: 'on', label: t('settings.on') },
        { value: 'off', label: t('settings.off') },
      ]}
    />
  );
}

function LineSelect({
  value,
  inherited,
  disabled,
  onChange,
}: {
  value: string | null;
  inherited: string;
  disabled: boolean;
  onChange: (value: string | null) => void;
}) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const lines = useQuery(linesQuery(client));
  return (
    <Select
      aria-label={t('settings.line')}
      disabled={disabled}
      loading={lines.isPending}
      allowClear
      placeholder={inherited}
      value={value}
      onChange={(line?: string | null) => onChange(line ?? null)}
      options={(lines.data ?? []).map((line) => ({
        value: line.id,
        label: `${line.id} (${line.engines
          .map((engine) => (engine.resting ? t('settings.resting', { name: engine.name }) : engine.name))
          .join(' → ')})`,
      }))}
    />
  );
}

/** The translation settings of one level; what is left empty comes from the level above. */
export function SettingsFields({ value, onChange, effective, disabled }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const set = (change: Partial<TranslationSettings>) => onChange({ ...value, ...change });
  const inherited = (name: string) => t('settings.inherited', { value: name });
  const onOff = (on: boolean) => inherited(t(on ? 'settings.on' : 'settings.off'));
  const language = (
    label: string,
    key: 'receiveSourceLanguage' | 'receiveTargetLanguage' | 'sendTargetLanguage',
    auto?: string,
  ) => (
    <Form.Item label={label}>
      <LanguageSelect
        label={label}
        disabled={disabled}
        value={value[key]}
        placeholder={inherited(effective[key] === 'auto' ? (auto ?? '') : formats.language(effective[key]))}
        onChange={(tag) => set({ [key]: tag })}
        {...(auto === undefined ? {} : { auto })}
      />
    </Form.Item>
  );
  return (
    <>
      <h3 className="desk-settings-heading">{t('settings.receive')}</h3>
      <Form.Item label={t('settings.receiveEnable')}>
        <OnOff
          label={t('settings.receiveEnable')}
          disabled={disabled}
          value={value.receiveTranslationEnable}
          inherited={onOff(effective.receiveTranslationEnable)}
          onChange={(on) => set({ receiveTranslationEnable: on })}
        />
      </Form.Item>
      {language(t('settings.receiveTarget'), 'receiveTargetLanguage')}
      {language(t('settings.receiveSource'), 'receiveSourceLanguage', t('settings.auto'))}
      <h3 className="desk-settings-heading">{t('settings.send')}</h3>
      <Form.Item label={t('settings.sendEnable')}>
        <OnOff
          label={t('settings.sendEnable')}
          disabled={disabled}
          value={value.sendTranslationEnable}
          inherited={onOff(effective.sendTranslationEnable)}
          onChange={(on) => set({ sendTranslationEnable: on })}
        />
      </Form.Item>
      {language(t('settings.sendTarget'), 'sendTargetLanguage', t('settings.followCustomer'))}
      <h3 className="desk-settings-heading">{t('settings.line')}</h3>
      <Form.Item>
        <LineSelect
          disabled={disabled}
          value={value.translationMode}
          inherited={inherited(effective.translationMode)}
          onChange={(line) => set({ translationMode: line })}
        />
      </Form.Item>
    </>
  );
}
