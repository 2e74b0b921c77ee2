// i18n-keys: translationSettings.from.*
import './translation-settings.css';
import type { AnswerOf } from '@parley/contract';
import type { EffectiveTranslationSettings, TranslationSettings } from '@parley/contract/conversations';
import type { SettingsOrigins, translationLines } from '@parley/contract/translation';
import { Form, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useClear } from '../controls/use-clear.tsx';
import { useFormats } from '../locale/formats.ts';
import { LanguageSelect } from './LanguageSelect.tsx';

/** Undefined while they are being loaded. */
type Lines = AnswerOf<typeof translationLines> | undefined;

type Properties = {
  /** Null in a field: inherited. */
  value: TranslationSettings;
  onChange: (value: TranslationSettings) => void;
  /** What holds where a field is left empty. */
  inherited: EffectiveTranslationSettings;
  /** Which level each inherited value comes from; left out: it isn't shown. */
  inheritedFrom?: SettingsOrigins;
  lines: Lines;
  disabled?: boolean;
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
  const clear = useClear();
  const { t } = useTranslation('ui');
  return (
    <Select
      aria-label={label}
      disabled={disabled}
      allowClear={clear}
      placeholder={inherited}
      value={value === null ? null : value ? 'on' : 'off'}
      onChange={(choice?: string | null) => onChange(choice == null ? null : choice === 'on')}
      options={[
        { value: 'on', label: t('translationSettings.on') },
        { value: 'off', label: t('translationSettings.off') },
      ]}
    />
  );
}

/** Returns the name of the line that every installation has; other lines are shown by their configured id. */
const lineName = (t: TFunction<'ui'>, id: string): string =>
  id === 'ai' ? t('translationSettings.aiLine') : id;

function LineSelect({
  lines,
  value,
  inherited,
  disabled,
  onChange,
}: {
  lines: Lines;
  value: string | null;
  inherited: string;
  disabled: boolean;
  onChange: (value: string | null) => void;
}) {
  const clear = useClear();
  const { t } = useTranslation('ui');
  return (
    <Select
      aria-label={t('translationSettings.line')}
      disabled={disabled}
      loading={lines === undefined}
      allowClear={clear}
      placeholder={inherited}
      value={value}
      onChange={(line?: string | null) => onChange(line ?? null)}
      options={(lines ?? []).map((line) => ({
        value: line.id,
        label: `${lineName(t, line.id)} (${line.engines
          .map((engine) =>
            engine.resting ? t('translationSettings.resting', { name: engine.name }) : engine.name,
          )
          .join(' → ')})`,
      }))}
    />
  );
}

/** The translation settings of one level; what is left empty comes from the level above. */
export function SettingsFields({
  value,
  onChange,
  inherited: above,
  inheritedFrom,
  lines,
  disabled = false,
}: Properties) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const set = (change: Partial<TranslationSettings>) => onChange({ ...value, ...change });
  const inherited = (key: keyof TranslationSettings, shown: string) =>
    inheritedFrom === undefined
      ? t('translationSettings.inherited', { value: shown })
      : t('translationSettings.inheritedFrom', {
          value: shown,
          level: t(`translationSettings.from.${inheritedFrom[key]}`),
        });
  const onOff = (key: 'receiveTranslationEnable' | 'sendTranslationEnable') =>
    inherited(key, t(above[key] ? 'translationSettings.on' : 'translationSettings.off'));
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
        placeholder={inherited(key, above[key] === 'auto' ? (auto ?? '') : formats.language(above[key]))}
        onChange={(tag) => set({ [key]: tag })}
        {...(auto === undefined ? {} : { auto })}
      />
    </Form.Item>
  );
  return (
    <>
      <h3 className="settings-heading">{t('translationSettings.receive')}</h3>
      <Form.Item label={t('translationSettings.receiveEnable')}>
        <OnOff
          label={t('translationSettings.receiveEnable')}
          disabled={disabled}
          value={value.receiveTranslationEnable}
          inherited={onOff('receiveTranslationEnable')}
          onChange={(on) => set({ receiveTranslationEnable: on })}
        />
      </Form.Item>
      {language(t('translationSettings.receiveTarget'), 'receiveTargetLanguage')}
      {language(
        t('translationSettings.receiveSource'),
        'receiveSourceLanguage',
        t('translationSettings.auto'),
      )}
      <h3 className="settings-heading">{t('translationSettings.send')}</h3>
      <Form.Item label={t('translationSettings.sendEnable')}>
        <OnOff
          label={t('translationSettings.sendEnable')}
          disabled={disabled}
          value={value.sendTranslationEnable}
          inherited={onOff('sendTranslationEnable')}
          onChange={(on) => set({ sendTranslationEnable: on })}
        />
      </Form.Item>
      {language(
        t('translationSettings.sendTarget'),
        'sendTargetLanguage',
        t('translationSettings.followCustomer'),
      )}
      <h3 className="settings-heading">{t('translationSettings.line')}</h3>
      <Form.Item>
        <LineSelect
          disabled={disabled}
          lines={lines}
          value={value.translationMode}
          inherited={inherited('translationMode', lineName(t, above.translationMode))}
          onChange={(line) => set({ translationMode: line })}
        />
      </Form.Item>
    </>
  );
}
