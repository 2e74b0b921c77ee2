import { createTenant, hostName, type Tenant, updateTenant } from '@parley/contract/tenants';
import { Form, Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { LogoField } from '../../entities/operator/LogoField.tsx';
import { OperatorFormDialog } from '../../entities/operator/OperatorFormDialog.tsx';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';

type Values = {
  name: string;
  hosts: string;
  brandName: string;
  logoFileId: string | null;
  enabled: boolean;
  registrationOpen: boolean;
};

const blank: Values = {
  name: '',
  hosts: '',
  brandName: '',
  logoFileId: null,
  enabled: true,
  registrationOpen: true,
};

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '');

function valuesOf({ name, hosts, brandName, logoFileId, enabled, registrationOpen }: Tenant): Values {
  return { name, hosts: hosts.join('\n'), brandName, logoFileId, enabled, registrationOpen };
}

type Properties = {
  /** The tenant to change; undefined: a new one. */
  existing: Tenant | undefined;
  onClose: () => void;
};

/** Creates or changes a tenant. Mount it again for each. */
export function TenantForm({ existing, onClose }: Properties) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const saving = useSave({
    form,
    refresh: operatorKeys.tenants,
    onSaved: onClose,
    send: ({ hosts, ...values }: Values) => {
      const body = { ...values, hosts: linesOf(hosts) };
      if (existing === undefined) return client.call(createTenant, { body });
      const { id, version } = existing;
      return client.call(updateTenant, { params: { id }, body: { ...body, version } });
    },
  });
  const { name, brandName } = createTenant.body.shape;
  const areHosts = async (_: unknown, text: string) => {
    const wrong = linesOf(text).find((line) => !hostName.safeParse(line).success);
    if (wrong !== undefined) throw new Error(t('tenants.wrongHost', { host: wrong }));
  };
  return (
    <OperatorFormDialog
      title={t(existing === undefined ? 'tenants.create' : 'tenants.change')}
      saved={existing === undefined ? blank : valuesOf(existing)}
      form={form}
      saving={saving}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('tenants.name')} rules={[schemaRule(name, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="hosts"
        label={t('tenants.hosts')}
        extra={t('tenants.hostsHint')}
        rules={[{ validator: areHosts }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="brandName" label={t('operator.brandName')} rules={[schemaRule(brandName, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="logoFileId" label={t('operator.logo')}>
        <LogoField kept={existing?.logoFileId ? `/api/files/${existing.logoFileId}` : null} />
      </Form.Item>
      <Form.Item
        name="enabled"
        label={t('tenants.enabled')}
        extra={t('tenants.enabledHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="registrationOpen" label={t('operator.registrationOpen')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </OperatorFormDialog>
  );
}
