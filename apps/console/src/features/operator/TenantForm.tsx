import { createTenant, hostName, type Tenant, updateTenant } from '@parley/contract/tenants';
import { Form, Input, Switch } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { LogoField } from './LogoField.tsx';
import { OperatorFormDialog } from './OperatorFormDialog.tsx';
import { operatorPaths } from './operator-paths.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

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

/** Creates a tenant, or changes one. Mount it again for each. */
export function TenantForm({ existing, onClose }: Properties) {
  const { t } = useTexts();
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
    if (wrong !== undefined) throw new Error(t('op.tenants.wrongHost', { host: wrong }));
  };
  return (
    <OperatorFormDialog
      title={t(existing === undefined ? 'op.tenants.create' : 'op.tenants.change')}
      saved={existing === undefined ? blank : valuesOf(existing)}
      page={operatorPaths.tenants}
      form={form}
      saving={saving}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('op.tenants.name')} rules={[schemaRule(name, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="hosts"
        label={t('op.tenants.hosts')}
        extra={t('op.tenants.hostsHint')}
        rules={[{ validator: areHosts }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="brandName" label={t('op.settings.brandName')} rules={[schemaRule(brandName, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="logoFileId" label={t('op.settings.logo')}>
        <LogoField kept={existing?.logoFileId ? `/api/files/${existing.logoFileId}` : null} />
      </Form.Item>
      <Form.Item
        name="enabled"
        label={t('op.tenants.enabled')}
        extra={t('op.tenants.enabledHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="registrationOpen" label={t('op.settings.registrationOpen')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </OperatorFormDialog>
  );
}
