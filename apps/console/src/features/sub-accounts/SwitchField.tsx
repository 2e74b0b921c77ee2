import { Form, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SubAccountValues } from './sub-account-values.ts';

// i18n-keys: subAccounts.switch.* subAccounts.switchHint.*

type Properties = {
  name: {
    [Name in keyof SubAccountValues]: SubAccountValues[Name] extends boolean ? Name : never;
  }[keyof SubAccountValues];
};

/** A switch with a description. */
export function SwitchField({ name }: Properties) {
  const { t } = useTranslation();
  return (
    <Form.Item
      name={name}
      className="switch-field"
      label={t(`subAccounts.switch.${name}`)}
      extra={t(`subAccounts.switchHint.${name}`)}
      valuePropName="checked"
    >
      <Switch />
    </Form.Item>
  );
}
