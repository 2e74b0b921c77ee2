import { createTenant, hostName, type Tenant, updateTenant } from '@parley/contract';
import { Form, Input, Modal, Switch } from 'antd';
import { useId } from 'react';
import { schemaRule } from '../../lib/form-rules.ts';
import { LogoField } from './LogoField.tsx';
import { useOperator } from './operator-session.tsx';
import { operatorKeys } from './queries.ts';
import { SaveProblem } from './SaveProblem.tsx';
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
  ...{ name: '', hosts: '', brandName: '', logoFileId: null },
  ...{ enabled: true, registrationOpen: true },
};

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '');

function valuesOf({ name, hosts, brandName, logoFileId, enabled, registrationOpen }: Tenant): Values {
  return { name, hosts: hosts.join('\n'), brandName, logoFileId, enabled, registrationOpen };
}

type Properties = {
  /** What is changed; undefined: a new one. */
  existing: Tenant | undefined;
  onClose: () => void;
};

/** Creates a tenant, or changes one. Mount it anew for each. */
export function TenantForm({ existing, onClose }: Properties) {
  const { t } = useTexts();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const { save, pending, problem } = useSave({
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
    <Modal
      open
      title={t(existing === undefined ? 'op.tenants.create' : 'op.tenants.change')}
      okText={t('op.save')}
      confirmLoading={pending}
      mask={{ closable: false }}
      onCancel={onClose}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{ htmlType: 'submit', form: formId }}
    >
      <SaveProblem problem={problem} onReload={onClose} />
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={existing === undefined ? blank : valuesOf(existing)}
        onFinish={save}
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
      </Form>
    </Modal>
  );
}
