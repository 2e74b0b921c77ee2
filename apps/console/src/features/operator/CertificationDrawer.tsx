import type { AnswerOf } from '@parley/contract';
import { type certificationPage, decideCertification } from '@parley/contract/identity';
import { ForeignText, useErrorToast, useFormats } from '@parley/ui';
import { Button, Descriptions, Drawer, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { schemaRule } from '../../lib/form-rules.ts';
import { saveDocument } from '../../lib/save-document.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { SaveProblem } from './SaveProblem.tsx';
import { useTexts } from './texts.ts';
import { useSave } from './use-save.ts';

export type SubmittedCertification = AnswerOf<typeof certificationPage>['list'][number];

type Properties = { certification: SubmittedCertification; onClose: () => void };

/** The submitted form, its documents, and the decision while there is one to make. Mount it again for each. */
export function CertificationDrawer({ certification, onClose }: Properties) {
  const { t } = useTexts();
  const { dateTime } = useFormats();
  const { form, status, reason, submittedAt, decidedAt, email } = certification;
  const facts = [
    { key: 'email', label: t('identity.email'), children: <ForeignText>{email}</ForeignText> },
    ...(form === null
      ? []
      : [
          {
            key: 'company',
            label: t('op.certifications.company'),
            children: <ForeignText>{form.enterpriseName}</ForeignText>,
          },
          {
            key: 'number',
            label: t('op.certifications.number'),
            children: <ForeignText>{form.registrationNumber}</ForeignText>,
          },
          {
            key: 'contact',
            label: t('op.certifications.contact'),
            children: <ForeignText>{form.contactName}</ForeignText>,
          },
        ]),
    ...(submittedAt === null
      ? []
      : [{ key: 'submitted', label: t('op.certifications.submitted'), children: dateTime(submittedAt) }]),
    ...(decidedAt === null
      ? []
      : [{ key: 'decided', label: t('op.certifications.decided'), children: dateTime(decidedAt) }]),
    ...(reason === null
      ? []
      : [
          {
            key: 'reason',
            label: t('op.certifications.reason'),
            children: <ForeignText>{reason}</ForeignText>,
          },
        ]),
  ];
  return (
    <Drawer
      open
      size={480}
      title={t('op.certifications.one')}
      onClose={onClose}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      <Descriptions bordered size="small" column={1} items={facts} />
      <Documents ids={form?.documentFileIds ?? []} />
      {status === 'reviewing' ? <Decision certification={certification} onClose={onClose} /> : null}
    </Drawer>
  );
}

function Documents({ ids }: { ids: readonly string[] }) {
  const { t } = useTexts();
  const { client } = useOperator();
  const showError = useErrorToast();
  const [fetching, setFetching] = useState<string>();
  if (ids.length === 0) return null;
  const fetchOne = async (id: string) => {
    setFetching(id);
    await saveDocument(client, id, id).catch(showError);
    setFetching(undefined);
  };
  return (
    <section aria-label={t('op.certifications.documents')}>
      <h3>{t('op.certifications.documents')}</h3>
      <Space wrap>
        {ids.map((id, at) => (
          <Button key={id} loading={fetching === id} onClick={() => void fetchOne(id)}>
            {t('op.certifications.document', { number: at + 1 })}
          </Button>
        ))}
      </Space>
    </section>
  );
}

type Values = { reason: string };

function Decision({ certification, onClose }: Properties) {
  const { t } = useTexts();
  const { client } = useOperator();
  const [form] = Form.useForm<Values>();
  const { workspaceId, version } = certification;
  const { save, pending, problem } = useSave({
    form,
    refresh: operatorKeys.certifications,
    onSaved: onClose,
    send: (verdict: { decision: 'pass' } | { decision: 'reject'; reason: string }) =>
      client.call(decideCertification, { body: { workspaceId, version, ...verdict } }),
  });
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      style={{ marginBlockStart: 24 }}
      initialValues={{ reason: '' }}
      onFinish={({ reason }) => save({ decision: 'reject', reason })}
    >
      <SaveProblem problem={problem} onReload={onClose} />
      <Form.Item
        name="reason"
        label={t('op.certifications.reason')}
        extra={t('op.certifications.reasonHint')}
        rules={[schemaRule(decideCertification.body.shape.reason.unwrap(), t)]}
        validateTrigger="onSubmit"
      >
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={200} />
      </Form.Item>
      <Space>
        <Button type="primary" loading={pending} onClick={() => save({ decision: 'pass' })}>
          {t('op.certifications.pass')}
        </Button>
        <Button danger htmlType="submit" disabled={pending}>
          {t('op.certifications.reject')}
        </Button>
      </Space>
    </Form>
  );
}
