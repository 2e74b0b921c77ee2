import type { Certification, CertificationForm } from '@parley/contract/identity';
import { ForeignText, useFormats } from '@parley/ui';
import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CertificationTag } from './CertificationTag.tsx';
import { DocumentButton } from './DocumentButton.tsx';

type Properties = { certification: Certification; form: CertificationForm; actions: ReactNode };

/** The submitted form and its status. */
export function SubmittedForm({ certification, form, actions }: Properties) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { status, submittedAt, decidedAt } = certification;
  const at = (time: number | null) => (time === null ? t('certification.notYet') : dateTime(time));
  return (
    <>
      <Descriptions
        column={{ xs: 1, md: 2 }}
        items={[
          {
            key: 'status',
            label: t('profile.certification'),
            children: <CertificationTag status={status} />,
          },
          {
            key: 'company',
            label: t('certification.enterpriseName'),
            children: <ForeignText>{form.enterpriseName}</ForeignText>,
          },
          {
            key: 'number',
            label: t('certification.registrationNumber'),
            children: <ForeignText>{form.registrationNumber}</ForeignText>,
          },
          {
            key: 'contact',
            label: t('certification.contactName'),
            children: <ForeignText>{form.contactName}</ForeignText>,
          },
          { key: 'submitted', label: t('certification.submittedAt'), children: at(submittedAt) },
          { key: 'decided', label: t('certification.decidedAt'), children: at(decidedAt) },
          {
            key: 'documents',
            label: t('certification.documents'),
            span: 'filled',
            children: form.documentFileIds.map((fileId, index) => (
              <DocumentButton key={fileId} fileId={fileId} number={index + 1} />
            )),
          },
        ]}
      />
      <div className="certification-actions">{actions}</div>
    </>
  );
}
