import type { AnswerOf } from '@parley/contract';
import { type certificationPage, decideCertification } from '@parley/contract/identity';
import { ForeignText, useErrorToast, useFormats } from '@parley/ui';
import { Button, Descriptions, Drawer, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { SaveProblem } from '../../entities/operator/SaveProblem.tsx';
import { useSave } from '../../entities/operator/use-save.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { saveDocument } from '../../lib/save-document.ts';

export type SubmittedCertification = AnswerOf<typeof certificationPage>['list'][number];

type Properties = { certification: SubmittedCertification; onClose: () => void };

/** The submitted form, its documents and, while it is under review, the decision. Mount it again for each. */
export function CertificationDrawer({ certification, onClose }: Properties) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { form, status, reason, submittedAt, decidedAt, email } = certification;
  const facts = [
    { key: 'email', label: t('identity.email'), children: <ForeignText>{email}</ForeignText> },
    ...(form === null
      ? []
      : [
          {
            key: 'company',
            label: t('certification.review.company'),
            children: <ForeignText>{form.enterpriseName}</ForeignText>,
          },
          {
            key: 'number',
            label: t('certification.review.number'),
            children: <ForeignText>{form.registrationNumber}</ForeignText>,
          },
          {
            key: 'contact',
            label: t('certification.review.contact'),
            children: <ForeignText>{form.contactName}</ForeignText>,
          },
        ]),
    ...(submittedAt === null
      ? []
      : [{ key: 'submitted', label: t('certification.review.submitted'), children: dateTime(submittedAt) }]),
    ...(decidedAt === null
      ? []
      : [{ key: 'decided', label: t('certification.review.decided'), children: dateTime(decidedAt) }]),
    ...(reason === null
      ? []
      : [
          {
            key: 'reason',
            label: t('certification.review.reason'),
            children: <ForeignText>{reason}</ForeignText>,
          },
        ]),
  ];
  return (
    <Drawer
      open
      size={480}
      title={t('certification.review.one')}
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
  const { t } = useTranslation();
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
    <section aria-label={t('certification.review.documents')}>
      <h3>{t('certification.review.documents')}</h3>
      <Space wrap>
        {ids.map((id, at) => (
          <Button key={id} loading={fetching === id} onClick={() => void fetchOne(id)}>
            {t('certification.review.document', { number: at + 1 })}
          </Button>
        ))}
      </Space>
    </section>
  );
}

type Values = { reason: string };

function Decision({ certification, onClose }: Properties) {
  const { t } = useTranslation();
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
        label={t('certification.review.reason')}
        extra={t('certification.review.reasonHint')}
        rules={[schemaRule(decideCertification.body.shape.reason.unwrap(), t)]}
        validateTrigger="onSubmit"
      >
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={200} />
      </Form.Item>
      <Space>
        <Button type="primary" loading={pending} onClick={() => save({ decision: 'pass' })}>
          {t('certification.review.pass')}
        </Button>
        <Button danger htmlType="submit" disabled={pending}>
          {t('certification.review.reject')}
        </Button>
      </Space>
    </Form>
  );
}
