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

/** A switch in a form of texts: on is `true`, off is empty. */
const asText = {
  getValueProps: (value: unknown) => ({ checked: value === 'true' }),
  getValueFromEvent: (on: boolean) => (on ? 'true' : ''),
};

type Properties = {
  platform: Pick<PlatformInfo, 'id' | 'fields'>;
  /** The form's value that holds them. */
  under?: 'credentials' | 'values';
};

/** The controls for what one platform asks of a business's account. */
export function CredentialFields({ platform, under = 'credentials' }: Properties) {
  const { t, i18n } = useTranslation();
  return platform.fields.map(({ name, secret, required, multiline, toggle, placeholder }) => {
    const key = `${platform.id}.${name}`;
    const hint = `channels.hints.${key}`;
    const control = { placeholder: placeholder ?? undefined, autoComplete: secret ? 'new-password' : 'off' };
    return (
      <Form.Item
        // Another platform's field of the same name is another field.
        key={key}
        name={[under, name]}
        // A connector newer than these texts shows its field by the platform's own name.
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
