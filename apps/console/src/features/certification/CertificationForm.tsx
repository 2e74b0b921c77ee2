import { type Certification, certificationForm, submitCertification } from '@parley/contract/identity';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { DocumentsField } from './DocumentsField.tsx';
import { type DocumentValue, documentRule, fileIdsOf } from './document-values.ts';

type Values = {
  enterpriseName: string;
  registrationNumber: string;
  contactName: string;
  documents: DocumentValue[];
};

type Properties = {
  /** The rejected form, to correct. */
  before: Certification['form'];
  onSubmitted: (fresh: Certification) => void;
};

const empty: Values = { enterpriseName: '', registrationNumber: '', contactName: '', documents: [] };

/** Returns the values submitted before; only the ids of documents are stored, so they are named by their number. */
function valuesFrom(before: NonNullable<Certification['form']>, nameAt: (index: number) => string): Values {
  return {
    enterpriseName: before.enterpriseName,
    registrationNumber: before.registrationNumber,
    contactName: before.contactName,
    documents: before.documentFileIds.map((fileId, index) => ({ uid: fileId, fileId, name: nameAt(index) })),
  };
}

/** The form for company, registration number, contact person and documents. */
export function CertificationForm({ before, onSubmitted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const [form] = Form.useForm<Values>();
  const begun =
    before === null
      ? empty
      : valuesFrom(before, (index) => t('certification.document', { number: index + 1 }));
  const values: Values | undefined = Form.useWatch([], form);
  useUnsaved(differs(values, begun));
  const { problem, clear, handlers } = useFormProblem(form);
  const submission = useMutation({
    ...handlers,
    mutationFn: ({ documents: given, ...rest }: Values) => {
      const body = { ...rest, kind: 'enterprise' as const, documentFileIds: fileIdsOf(given) };
      return client.call(submitCertification, { body });
    },
    onSuccess: (fresh) => {
      void toasts.success(t('certification.submitted'));
      onSubmitted(fresh);
    },
  });
  const { shape } = certificationForm;
  const text = (name: 'enterpriseName' | 'registrationNumber' | 'contactName', label: string) => (
    <Form.Item name={name} label={label} rules={[schemaRule(shape[name], t)]}>
      <Input autoComplete={name === 'enterpriseName' ? 'organization' : 'off'} />
    </Form.Item>
  );
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="wide-form"
      initialValues={begun}
      onFinish={(entered) => submission.mutate(entered)}
      onValuesChange={clear}
    >
      {text('enterpriseName', t('certification.enterpriseName'))}
      {text('registrationNumber', t('certification.registrationNumber'))}
      {text('contactName', t('certification.contactName'))}
      <Form.Item
        name="documents"
        label={t('certification.documents')}
        rules={[schemaRule(documentRule, t)]}
        validateTrigger={['onChange', 'onSubmit']}
      >
        <DocumentsField />
      </Form.Item>
      {problem ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <Button type="primary" htmlType="submit" loading={submission.isPending}>
        {t('certification.submit')}
      </Button>
    </Form>
  );
}
