import type { PlatformInfo } from '@parley/contract/channels';
import { Form, Input, Switch } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

// i18n-keys: channels.credentials.* channels.hints.*

type Control = { placeholder: string | undefined; autoComplete: string };

function controlFor(secret: boolean, long: boolean, control: Control): ReactElement {
  if (secret) return <Input.Password {...control} />;
  return long ? <Input.TextArea {...control} rows={2} /> : <Input {...control} />;
}

/** Binds a switch to a text value: on is `true`, off is empty. */
const asText = {
  getValueProps: (value: unknown) => ({ checked: value === 'true' }),
  getValueFromEvent: (on: boolean) => (on ? 'true' : ''),
};

type Properties = {
  platform: Pick<PlatformInfo, 'id' | 'fields'>;
  /** The form value that contains the fields. */
  under?: 'credentials' | 'values';
};

/** The fields that a platform requires of an account. */
export function CredentialFields({ platform, under = 'credentials' }: Properties) {
  const { t, i18n } = useTranslation();
  return platform.fields.map(({ name, secret, required, multiline, toggle, placeholder }) => {
    const key = `${platform.id}.${name}`;
    const hint = `channels.hints.${key}`;
    const control = { placeholder: placeholder ?? undefined, autoComplete: secret ? 'new-password' : 'off' };
    return (
      <Form.Item
        // A field of the same name on another platform is a different field.
        key={key}
        name={[under, name]}
        // Fields of a connector newer than these texts are labelled with the connector's field name.
        label={t(`channels.credentials.${key}`, { defaultValue: name })}
        extra={i18n.exists(hint) ? t(hint) : undefined}
        required={required}
        rules={[{ required, whitespace: true, message: t('validation.required') }]}
        {...(toggle && asText)}
      >
        {toggle ? <Switch /> : controlFor(secret, multiline, control)}
      </Form.Item>
    );
  });
}
