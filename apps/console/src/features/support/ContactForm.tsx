import {
  addContact,
  changeContact,
  contactForm,
  contactKind,
  type OperatorContact,
} from '@parley/contract/support';
import { Form, Input, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { OperatorFormDialog } from '../../entities/operator/OperatorFormDialog.tsx';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';

// i18n-keys: support.kind.*

type Values = Pick<OperatorContact, 'kind' | 'name' | 'account' | 'path' | 'shown' | 'position'>;

const blank: Values = { kind: 'online', name: '', account: '', path: '', shown: true, position: 0 };

type Properties = {
  /** The contact to change; undefined: a new one. */
  existing: OperatorContact | undefined;
  onClose: () => void;
};

/** Creates or changes an official contact. Mount it again for each. */
export function ContactForm({ existing, onClose }: Properties) {
  const { t } = useTranslation();
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
      title={t(existing === undefined ? 'support.contacts.create' : 'support.contacts.change')}
      saved={existing ?? blank}
      form={form}
      saving={saving}
      onClose={onClose}
    >
      <ContactFields />
    </OperatorFormDialog>
  );
}

function ContactFields() {
  const { t } = useTranslation();
  const { name, account, path, position } = contactForm.shape;
  return (
    <>
      <Form.Item name="kind" label={t('support.contacts.kind')}>
        <Select
          options={contactKind.options.map((kind) => ({ value: kind, label: t(`support.kind.${kind}`) }))}
        />
      </Form.Item>
      <Form.Item name="name" label={t('support.contacts.name')} rules={[schemaRule(name, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="account"
        label={t('support.contacts.account')}
        extra={t('support.contacts.accountHint')}
        rules={[schemaRule(account, t)]}
      >
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="path"
        label={t('support.contacts.path')}
        extra={t('support.contacts.pathHint')}
        rules={[schemaRule(path, t)]}
      >
        <Input autoComplete="off" inputMode="url" maxLength={300} />
      </Form.Item>
      <Form.Item
        name="position"
        label={t('support.contacts.position')}
        extra={t('support.contacts.positionHint')}
        rules={[schemaRule(position, t)]}
      >
        <WholeNumberInput />
      </Form.Item>
      <Form.Item
        name="shown"
        label={t('support.contacts.shown')}
        extra={t('support.contacts.shownHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  );
}
