import { useTranslation } from 'react-i18next';
import './publishing.css';
import { type InterfaceLanguage, interfaceLanguages } from '@parley/contract';
import {
  changeNotification,
  notificationForm,
  notificationLevel,
  type PublishedNotification,
  publishNotification,
} from '@parley/contract/notifications';
import { interfaceLanguageNames } from '@parley/ui';
import { Form, Input, Select } from 'antd';
import { OperatorFormDialog } from '../../entities/operator/OperatorFormDialog.tsx';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { fromLocalInput, toLocalInput } from '../../lib/local-time.ts';
import { useIdPerContent } from '../../lib/use-id-per-content.ts';
import { NotificationPreview } from './NotificationPreview.tsx';

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
  /** The notification to change; undefined: a new one. */
  existing: PublishedNotification | undefined;
  onClose: () => void;
};

/** Publishes or changes a notification. Mount it again for each. */
export function NotificationForm({ existing, onClose }: Properties) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const idOf = useIdPerContent();
  const saving = useSave({
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
    <OperatorFormDialog
      width={760}
      title={t(
        existing === undefined ? 'notifications.publishing.create' : 'notifications.publishing.change',
      )}
      okText={t(existing === undefined ? 'notifications.publishing.publish' : 'operator.save')}
      saved={existing === undefined ? blank : valuesOf(existing)}
      form={form}
      saving={saving}
      onClose={onClose}
    >
      <div className="two-languages">
        {interfaceLanguages.map((language) => (
          <Texts key={language} language={language} />
        ))}
      </div>
      <LevelAndEnd />
      {existing === undefined ? (
        <Form.Item
          name="ownerEmail"
          label={t('notifications.publishing.to')}
          extra={t('notifications.publishing.toHint')}
        >
          <Input type="email" inputMode="email" autoComplete="off" maxLength={254} />
        </Form.Item>
      ) : null}
      <NotificationPreview form={form} />
    </OperatorFormDialog>
  );
}

function LevelAndEnd() {
  const { t } = useTranslation();
  return (
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
        extra={t('notifications.publishing.endHint')}
      >
        <Input type="datetime-local" />
      </Form.Item>
    </div>
  );
}

function Texts({ language }: { language: InterfaceLanguage }) {
  const { t } = useTranslation();
  const { title, body } = notificationForm.shape;
  const named = { language: interfaceLanguageNames[language] };
  return (
    <section lang={language}>
      <Form.Item
        name={['title', language]}
        label={t('notifications.publishing.titleIn', named)}
        rules={[schemaRule(title.shape[language], t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={['body', language]}
        label={t('notifications.publishing.bodyIn', named)}
        rules={[schemaRule(body.shape[language], t)]}
      >
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
    </section>
  );
}
