import { shareAccess, sharePassword } from '@parley/contract/work-order-shares';
import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { type AccessValues, keptPassword } from './access-values.ts';
import { ValidityFields } from './ValidityFields.tsx';

// i18n-keys: shareLinks.access.*

type Properties = {
  /** The password that currently opens the link; null: none. */
  present: string | null;
  /** Hint below the password field. */
  hint: string;
};

/** Fields for who may open a link, and for how long; for a form whose values include `AccessValues`. */
export function AccessFields({ present, hint }: Properties) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<AccessValues>();
  const access = Form.useWatch('access', form) ?? 'password';
  return (
    <>
      <Form.Item name="access" label={t('shareLinks.accessName')}>
        <Radio.Group
          options={shareAccess.options.map((value) => ({ value, label: t(`shareLinks.access.${value}`) }))}
        />
      </Form.Item>
      {access === 'password' ? (
        <Form.Item
          name="password"
          label={t('shareLinks.password')}
          extra={hint}
          required={present === null}
          rules={[schemaRule(present === null ? sharePassword : keptPassword, t)]}
        >
          <Input autoComplete="off" maxLength={16} />
        </Form.Item>
      ) : null}
      <ValidityFields />
    </>
  );
}
