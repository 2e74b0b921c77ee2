import type { InterfaceLanguage } from '@parley/contract';
import { interfaceLanguageOf } from '@parley/ui';
import { Select, type SelectProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findsZone, namedZone, zoneNames } from '../lib/time-zones.ts';

type Properties = Pick<SelectProps<string>, 'value' | 'onChange' | 'id' | 'disabled' | 'aria-label'>;

/** Builds the options when the list opens: naming four hundred zones takes a tenth of a second. */
function useOptions(value: string | undefined, language: InterfaceLanguage) {
  const [opened, setOpened] = useState(false);
  const options = useMemo(() => {
    const shown = value === undefined || value === '' ? [] : [value];
    // Includes the selected zone, in case this browser spells it differently.
    const names = opened ? [...new Set([...zoneNames(), ...shown])].sort() : shown;
    const now = Date.now();
    return names.map((name) => namedZone(name, language, now));
  }, [opened, value, language]);
  return { options, open: () => setOpened(true) };
}

/** Selects a time zone by its IANA name or by its common name in either interface language. */
export function TimeZoneSelect(properties: Properties) {
  const { t, i18n } = useTranslation();
  const { options, open } = useOptions(properties.value ?? undefined, interfaceLanguageOf(i18n.language));
  return (
    <Select<string>
      {...properties}
      showSearch={{ filterOption: (typed, option) => findsZone(String(option?.value ?? ''), typed) }}
      options={options}
      onOpenChange={(isOpen) => {
        if (isOpen) open();
      }}
      placeholder={t('timeZone.choose')}
    />
  );
}
