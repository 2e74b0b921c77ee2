// i18n-keys: translationSettings.from.*
import './translation-settings.css';
import type { AnswerOf } from '@parley/contract';
import type { EffectiveTranslationSettings, TranslationSettings } from '@parley/contract/conversations';
import type { SettingsOrigins, translationLines } from '@parley/contract/translation';
import { Form, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useAllowClear } from '../controls/use-allow-clear.tsx';
import { useFormats } from '../locale/formats.ts';
import { LanguageSelect } from './LanguageSelect.tsx';

/** Undefined while loading. */
type Lines = AnswerOf<typeof translationLines> | undefined;

type Properties = {
  /** Null in a field: inherited. */
  value: TranslationSettings;
  onChange: (value: TranslationSettings) => void;
  /** The values in force where a field is empty. */
  inherited: EffectiveTranslationSettings;
  /** The level of each inherited value; omitted if it isn't shown. */
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
  const clear = useAllowClear();
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
  const clear = useAllowClear();
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
            engine.resting ? t('translationSettings.paused', { name: engine.name }) : engine.name,
          )
          .join(' → ')})`,
      }))}
    />
  );
}

/** Properties shared by the fields of one level. */
type Level = Pick<Properties, 'value' | 'inherited'> & {
  disabled: boolean;
  /** The placeholder of an empty field: the value in force and, if shown, the level that it comes from. */
  placeholder: (setting: keyof TranslationSettings, shown: string) => string;
  change: (change: Partial<TranslationSettings>) => void;
};

type OnOffFieldProperties = {
  level: Level;
  setting: 'receiveTranslationEnable' | 'sendTranslationEnable';
  label: string;
};

function OnOffField({ level, setting, label }: OnOffFieldProperties) {
  const { t } = useTranslation('ui');
  const shown = t(level.inherited[setting] ? 'translationSettings.on' : 'translationSettings.off');
  return (
    <Form.Item label={label}>
      <OnOff
        label={label}
        disabled={level.disabled}
        value={level.value[setting]}
        inherited={level.placeholder(setting, shown)}
        onChange={(on) => level.change({ [setting]: on })}
      />
    </Form.Item>
  );
}

type LanguageFieldProperties = {
  level: Level;
  setting: 'receiveSourceLanguage' | 'receiveTargetLanguage' | 'sendTargetLanguage';
  label: string;
  /** The label of the option `auto`; omitted if there is none. */
  auto?: string;
};

function LanguageField({ level, setting, label, auto }: LanguageFieldProperties) {
  const formats = useFormats();
  const above = level.inherited[setting];
  return (
    <Form.Item label={label}>
      <LanguageSelect
        label={label}
        disabled={level.disabled}
        value={level.value[setting]}
        placeholder={level.placeholder(setting, above === 'auto' ? (auto ?? '') : formats.language(above))}
        onChange={(tag) => level.change({ [setting]: tag })}
        {...(auto === undefined ? {} : { auto })}
      />
    </Form.Item>
  );
}

function useLevel({ value, onChange, inherited, inheritedFrom, disabled = false }: Properties): Level {
  const { t } = useTranslation('ui');
  return {
    value,
    inherited,
    disabled,
    placeholder: (setting, shown) =>
      inheritedFrom === undefined
        ? t('translationSettings.inherited', { value: shown })
        : t('translationSettings.inheritedFrom', {
            value: shown,
            level: t(`translationSettings.from.${inheritedFrom[setting]}`),
          }),
    change: (change) => onChange({ ...value, ...change }),
  };
}

/** The translation settings of one level; empty fields inherit from the level above. */
export function SettingsFields(properties: Properties) {
  const { t } = useTranslation('ui');
  const level = useLevel(properties);
  const { value, inherited } = level;
  return (
    <>
      <h3 className="settings-heading">{t('translationSettings.receive')}</h3>
      <OnOffField
        level={level}
        setting="receiveTranslationEnable"
        label={t('translationSettings.receiveEnable')}
      />
      <LanguageField
        level={level}
        setting="receiveTargetLanguage"
        label={t('translationSettings.receiveTarget')}
      />
      <LanguageField
        level={level}
        setting="receiveSourceLanguage"
        label={t('translationSettings.receiveSource')}
        auto={t('translationSettings.auto')}
      />
      <h3 className="settings-heading">{t('translationSettings.send')}</h3>
      <OnOffField level={level} setting="sendTranslationEnable" label={t('translationSettings.sendEnable')} />
      <LanguageField
        level={level}
        setting="sendTargetLanguage"
        label={t('translationSettings.sendTarget')}
        auto={t('translationSettings.followCustomer')}
      />
      <h3 className="settings-heading">{t('translationSettings.line')}</h3>
      <Form.Item>
        <LineSelect
          disabled={level.disabled}
          lines={properties.lines}
          value={value.translationMode}
          inherited={level.placeholder('translationMode', lineName(t, inherited.translationMode))}
          onChange={(translationMode) => level.change({ translationMode })}
        />
      </Form.Item>
    </>
  );
}
