import {
  addContact,
  changeContact,
  contactForm,
  contactKind,
  type KeptContact,
} from '@parley/contract/support';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { schemaRule } from '../../lib/form-rules.ts';
import { OperatorFormDialog } from './OperatorFormDialog.tsx';
import { operatorPaths } from './operator-paths.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

// i18n-keys: support.kind.*

type Values = Pick<KeptContact, 'kind' | 'name' | 'account' | 'path' | 'shown' | 'position'>;

const blank: Values = { kind: 'online', name: '', account: '', path: '', shown: true, position: 0 };

type Properties = {
  /** The contact to change; undefined: a new one. */
  existing: KeptContact | undefined;
  onClose: () => void;
};

/** Adds an official contact, or changes one. Mount it again for each. */
export function ContactForm({ existing, onClose }: Properties) {
  const { t } = useTexts();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const saving = useSave({
    form,
    refresh: operatorKeys.contacts,
    onSaved: onClose,
    send: (body: Values) => {
      if (existing === undefined) return client.call(addContact, { body });
      const { id, version } = existing;
      return client.call(changeContact, { params: { id }, body: { ...body, version } });
    },
  });
  return (
    <OperatorFormDialog
      title={t(existing === undefined ? 'op.contacts.create' : 'op.contacts.change')}
      saved={existing ?? blank}
      page={operatorPaths.contacts}
      form={form}
      saving={saving}
      onClose={onClose}
    >
      <ContactFields />
    </OperatorFormDialog>
  );
}

function ContactFields() {
  const { t } = useTexts();
  const { name, account, path, position } = contactForm.shape;
  return (
    <>
      <Form.Item name="kind" label={t('op.contacts.kind')}>
        <Select
          options={contactKind.options.map((kind) => ({ value: kind, label: t(`support.kind.${kind}`) }))}
        />
      </Form.Item>
      <Form.Item name="name" label={t('op.contacts.name')} rules={[schemaRule(name, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="account"
        label={t('op.contacts.account')}
        extra={t('op.contacts.accountHint')}
        rules={[schemaRule(account, t)]}
      >
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="path"
        label={t('op.contacts.path')}
        extra={t('op.contacts.pathHint')}
        rules={[schemaRule(path, t)]}
      >
        <Input autoComplete="off" inputMode="url" maxLength={300} />
      </Form.Item>
      <Form.Item
        name="position"
        label={t('op.contacts.position')}
        extra={t('op.contacts.positionHint')}
        rules={[schemaRule(position, t)]}
      >
        <InputNumber min={0} max={10_000} precision={0} />
      </Form.Item>
      <Form.Item
        name="shown"
        label={t('op.contacts.shown')}
        extra={t('op.contacts.shownHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  );
}
