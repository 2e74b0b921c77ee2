import {
  changeNotification,
  type InterfaceLanguage,
  interfaceLanguages,
  notificationForm,
  notificationLevel,
  type PublishedNotification,
  publishNotification,
} from '@parley/contract';
import { interfaceLanguageNames } from '@parley/ui';
import { Form, Input, Modal, Select } from 'antd';
import { useId } from 'react';
import { schemaRule } from '../../lib/form-rules.ts';
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts';
import { useIdPerContent } from '../../lib/request-id.ts';
import { NotificationPreview } from './NotificationPreview.tsx';
import { useOperator } from './operator-session.tsx';
import { operatorKeys } from './queries.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

// i18n-keys: notice.level.*

type Values = {
  title: Record<InterfaceLanguage, string>;
  body: Record<InterfaceLanguage, string>;
  level: PublishedNotification['level'];
  expiresAt: string;
  ownerEmail: string;
};

const nothing = { 'zh-CN': '', 'en-US': '' };
const blank: Values = { title: nothing, body: nothing, level: 'info', expiresAt: '', ownerEmail: '' };

function valuesOf({ title, body, level, expiresAt, ownerEmail }: PublishedNotification): Values {
  const end = expiresAt === null ? '' : toLocalInput(expiresAt);
  return { title, body, level, expiresAt: end, ownerEmail: ownerEmail ?? '' };
}

type Properties = {
  /** What is changed; undefined: a new one. */
  existing: PublishedNotification | undefined;
  onClose: () => void;
};

/** Publishes a notification, or changes one. Mount it anew for each. */
export function NotificationForm({ existing, onClose }: Properties) {
  const { t } = useTexts();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const formId = useId();
  const idOf = useIdPerContent();
  const { save, pending, problem } = useSave({
    form,
    refresh: operatorKeys.notifications,
    onSaved: onClose,
    send: ({ expiresAt, ownerEmail, ...texts }: Values) => {
      const body = { ...texts, expiresAt: fromLocalInput(expiresAt) };
      if (existing !== undefined) {
        const { id, version } = existing;
        return client.call(changeNotification, { params: { id }, body: { ...body, version } });
      }
      const to = ownerEmail.trim() === '' ? null : ownerEmail;
      const requestId = idOf(JSON.stringify([body, to]));
      return client.call(publishNotification, { body: { ...body, requestId, ownerEmail: to } });
    },
  });
  return (
    <Modal
      open
      width={760}
      title={t(existing === undefined ? 'op.notifications.create' : 'op.notifications.change')}
      okText={t(existing === undefined ? 'op.notifications.publish' : 'op.save')}
      confirmLoading={pending}
      mask={{ closable: false }}
      onCancel={onClose}
      // Of the form although it stands outside.
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
        <div className="two-languages">
          {interfaceLanguages.map((language) => (
            <Texts key={language} language={language} />
          ))}
        </div>
        <div className="two-languages">
          <Form.Item name="level" label={t('notifications.level')}>
            <Select
              options={notificationLevel.options.map((level) => ({
                value: level,
                label: t(`notice.level.${level}`),
              }))}
            />
          </Form.Item>
          <Form.Item
            name="expiresAt"
            label={t('notifications.expires')}
            extra={t('op.notifications.endHint')}
          >
            <Input type="datetime-local" />
          </Form.Item>
        </div>
        {existing === undefined ? (
          <Form.Item name="ownerEmail" label={t('op.notifications.to')} extra={t('op.notifications.toHint')}>
            <Input type="email" inputMode="email" autoComplete="off" maxLength={254} />
          </Form.Item>
        ) : null}
      </Form>
      <NotificationPreview form={form} />
    </Modal>
  );
}

function Texts({ language }: { language: InterfaceLanguage }) {
  const { t } = useTexts();
  const { title, body } = notificationForm.shape;
  const named = { language: interfaceLanguageNames[language] };
  return (
    <section lang={language}>
      <Form.Item
        name={['title', language]}
        label={t('op.notifications.titleIn', named)}
        rules={[schemaRule(title.shape[language], t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={['body', language]}
        label={t('op.notifications.bodyIn', named)}
        rules={[schemaRule(body.shape[language], t)]}
      >
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
    </section>
  );
}
