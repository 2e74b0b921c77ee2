import type { InterfaceLanguage } from '@parley/contract';
import { languageName, languageTags } from '@parley/contract/catalogues';
import './translation-settings.css';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowClear } from '../controls/use-allow-clear.tsx';
import { useFormats } from '../locale/formats.ts';
import { interfaceLanguageOf } from '../locale/interface-language.ts';

type Properties = {
  label: string;
  value: string | null;
  onChange: (tag: string | null) => void;
  /** Shown while nothing is chosen: the value in force. */
  placeholder: string;
  /** Label of the first option, 'detect automatically'. */
  auto?: string;
  disabled?: boolean;
};

type Option = { value: string; label: string; search: string };

const other: Readonly<Record<InterfaceLanguage, InterfaceLanguage>> = { 'zh-CN': 'en-US', 'en-US': 'zh-CN' };

/** Selects among all languages, searchable by name in either interface language or their own, or by tag. */
export function LanguageSelect({ label, value, onChange, placeholder, auto, disabled = false }: Properties) {
  const clear = useAllowClear();
  const { i18n } = useTranslation();
  const formats = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  const options = useMemo<Option[]>(() => {
    const all = languageTags.map((tag) => ({
      value: tag,
      label: formats.language(tag),
      search:
        `${formats.language(tag)} ${languageName(tag, other[language])} ${ownName(tag)} ${tag}`.toLowerCase(),
    }));
    return auto === undefined
      ? all
      : [{ value: 'auto', label: auto, search: `auto ${auto}`.toLowerCase() }, ...all];
  }, [formats, language, auto]);
  return (
    <Select<string | null, Option>
      aria-label={label}
      value={value}
      disabled={disabled}
      allowClear={clear}
      placeholder={placeholder}
      options={options}
      showSearch={{
        filterOption: (text, option) => option?.search.includes(text.trim().toLowerCase()) ?? false,
      }}
      optionRender={(option) => (
        <span className="language-option">
          <span>{option.data.label}</span>
          <small>{option.data.value === 'auto' ? '' : option.data.value}</small>
        </span>
      )}
      onChange={(tag) => onChange(tag ?? null)}
      style={{ inlineSize: '100%' }}
    />
  );
}

function ownName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? '';
  } catch {
    return '';
  }
}
