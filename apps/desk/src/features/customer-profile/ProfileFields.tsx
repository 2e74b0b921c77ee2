// i18n-keys: profile.field.*
import { codePoints } from '@parley/contract/values';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftNotes } from './profile-draft.ts';

/** The contract's limits, in code points. */
const limits = { alias: 50, phone: 32, email: 254, notes: 2_000 } as const;
const unprintable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

const counted = (max: number) => ({
  max,
  strategy: codePoints,
  exceedFormatter: (text: string) => [...text].slice(0, max).join(''),
});

type Properties = {
  value: DraftNotes;
  /** The server's message about each refused field. */
  faults: Readonly<Record<string, string>>;
  onChange: (changed: Partial<DraftNotes>) => void;
};

export function ProfileFields({ value, faults, onChange }: Properties) {
  const { t } = useTranslation();
  const line = (name: 'alias' | 'phone' | 'email', type: string) => (
    <Form.Item
      label={t(`profile.field.${name}`)}
      htmlFor={`profile-${name}`}
      extra={name === 'alias' ? t('profile.aliasHint') : undefined}
      validateStatus={faults[name] === undefined ? '' : 'error'}
      help={faults[name]}
    >
      <Input
        id={`profile-${name}`}
        type={type}
        inputMode={name === 'alias' ? 'text' : name === 'phone' ? 'tel' : 'email'}
        autoComplete="off"
        value={value[name]}
        count={counted(limits[name])}
        onChange={({ target }) => onChange({ [name]: target.value.replace(unprintable, '') })}
      />
    </Form.Item>
  );
  return (
    <>
      {line('alias', 'text')}
      {line('phone', 'tel')}
      {line('email', 'text')}
      <Form.Item label={t('profile.field.notes')} htmlFor="profile-notes">
        <Input.TextArea
          id="profile-notes"
          autoSize={{ minRows: 4, maxRows: 14 }}
          value={value.notes}
          count={counted(limits.notes)}
          onChange={({ target }) => onChange({ notes: target.value })}
        />
      </Form.Item>
    </>
  );
}
