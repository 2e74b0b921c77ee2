import { type Certification, withdrawCertification } from '@parley/contract/identity';
import { ConfirmPopover, ErrorPanel, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { CertificationForm } from './CertificationForm.tsx';
import { certificationKey, ownCertification } from './queries.ts';
import { SubmittedForm } from './SubmittedForm.tsx';

type Properties = {
  /** Called when the status has changed, so that other components refetch it. */
  onChanged: () => void;
};

/** Submits a certification, shows its status and withdraws it. */
export function CertificationPanel({ onChanged }: Properties) {
  const client = useClient();
  const queryClient = useQueryClient();
  const query = useQuery(ownCertification(client));
  const take = (fresh: Certification) => {
    queryClient.setQueryData(certificationKey, fresh);
    onChanged();
  };
  const { data } = query;
  if (data === undefined) {
    return query.error ? (
      <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 5 }} />
    );
  }
  if (data.form !== null && (data.status === 'reviewing' || data.status === 'passed')) {
    return <SubmittedForm certification={data} form={data.form} actions={<Withdraw onWithdrawn={take} />} />;
  }
  return (
    <>
      <StateNotice certification={data} />
      <CertificationForm key={data.version} before={data.form} onSubmitted={take} />
    </>
  );
}

function StateNotice({ certification }: { certification: Certification }) {
  const { t } = useTranslation();
  const rejected = certification.status === 'rejected';
  return (
    <Alert
      showIcon
      type={rejected ? 'error' : 'info'}
      style={{ marginBlockEnd: 16 }}
      title={t(rejected ? 'certification.rejected' : 'certification.what')}
      description={rejected ? certification.reason : undefined}
    />
  );
}

function Withdraw({ onWithdrawn }: { onWithdrawn: (fresh: Certification) => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const withdrawal = useMutation({
    mutationFn: () => client.call(withdrawCertification),
    onSuccess: (fresh) => {
      void toasts.success(t('certification.withdrawn'));
      onWithdrawn(fresh);
    },
    onError: (problem) => {
      showError(problem);
      // Possibly decided meanwhile: the shown status may be stale.
      void queryClient.invalidateQueries({ queryKey: certificationKey });
    },
  });
  return (
    <ConfirmPopover
      title={t('certification.withdrawTitle')}
      description={<div className="confirm-text">{t('certification.withdrawHint')}</div>}
      okText={t('certification.withdraw')}
      okButtonProps={{ danger: true }}
      onConfirm={() => withdrawal.mutate()}
    >
      <Button danger loading={withdrawal.isPending}>
        {t('certification.withdraw')}
      </Button>
    </ConfirmPopover>
  );
}
