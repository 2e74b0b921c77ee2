import { proxyForm, proxyPassword, proxyProtocol, type StoredProxy } from '@parley/contract/proxies';
import { useToasts } from '@parley/ui';
import { Form, type FormInstance, Input, Segmented } from 'antd';
import type { ClipboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import { protocolNames } from './protocol-names.ts';
import { readProxyAddress } from './proxy-address.ts';
import { keepsPassword, keptPassword, type ProxyValues } from './proxy-values.ts';
import { RangeFields } from './RangeFields.tsx';

type Properties = {
  form: FormInstance<ProxyValues>;
  /** The proxy to change; undefined: a new one. */
  existing: StoredProxy | undefined;
  subAccountsField: ReactElement;
  /** Called when fields were filled by other means than typing. */
  onFilled: () => void;
};

/** The fields of a proxy. */
export function ProxyFields({ form, existing, subAccountsField, onFilled }: Properties) {
  const { t } = useTranslation();
  const { name, proxyUserName } = proxyForm.shape;
  return (
    <>
      <Form.Item name="name" label={t('proxies.name')} rules={[schemaRule(name, t)]} required>
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="networkProtocol" label={t('proxies.protocol')} required>
        <Segmented options={proxyProtocol.options.map((value) => ({ value, label: protocolNames[value] }))} />
      </Form.Item>
      <AddressFields form={form} onFilled={onFilled} />
      <Form.Item
        name="proxyUserName"
        label={t('proxies.userName')}
        rules={[schemaRule(proxyUserName, t)]}
        required
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <PasswordField existing={existing} />
      <RangeFields subAccountsField={subAccountsField} />
    </>
  );
}

function AddressFields({ form, onFilled }: Pick<Properties, 'form' | 'onFilled'>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { host, port } = proxyForm.shape;
  const fill = (event: ClipboardEvent<HTMLInputElement>) => {
    const address = readProxyAddress(event.clipboardData.getData('text'));
    if (address === null) return;
    event.preventDefault();
    const { name, ...access } = address;
    // A name typed by the user takes precedence over the provider's.
    const named = name === undefined || form.getFieldValue('name') !== '' ? {} : { name };
    form.setFieldsValue({ ...access, ...named });
    void form.validateFields(Object.keys({ ...access, ...named })).catch(() => undefined);
    toasts.info(t('proxies.pasted'));
    onFilled();
  };
  return (
    <div className="proxy-address">
      <Form.Item
        name="host"
        label={t('proxies.host')}
        rules={[schemaRule(host, t, 'host')]}
        extra={t('proxies.hostHint')}
        required
      >
        <Input autoComplete="off" spellCheck={false} inputMode="url" onPaste={fill} />
      </Form.Item>
      <Form.Item name="port" label={t('proxies.port')} rules={[schemaRule(port, t)]} required>
        <WholeNumberInput />
      </Form.Item>
    </div>
  );
}

function PasswordField({ existing }: Pick<Properties, 'existing'>) {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="proxyPassword"
      label={t('proxies.password')}
      {...(existing === undefined ? {} : { extra: t('proxies.passwordHint') })}
      rules={[
        ({ getFieldsValue }) =>
          schemaRule(keepsPassword(getFieldsValue(true), existing) ? keptPassword : proxyPassword, t),
      ]}
      required={existing === undefined}
    >
      <Input.Password
        autoComplete="new-password"
        {...(existing === undefined ? {} : { placeholder: t('proxies.passwordKept') })}
      />
    </Form.Item>
  );
}
