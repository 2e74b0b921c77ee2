import './split-links.css';
import type { SplitLinkListed } from '@parley/contract/split-links';
import {
  cancelSplitReportShare,
  createSplitReportShare,
  getSplitReportShare,
  type SplitReportShare,
  setSplitReportShareEnabled,
} from '@parley/contract/split-reports';
import { ConfirmPopover, CopyButton, ErrorPanel, useErrorToast, useFormats } from '@parley/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Modal, Skeleton, Space } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type ValidityValues, validDaysFrom } from '../../entities/share-links/access-values.ts';
import { addressOf } from '../../entities/share-links/ShareLink.tsx';
import { ShareStatusTag } from '../../entities/share-links/ShareStatusTag.tsx';
import { ValidityFields } from '../../entities/share-links/ValidityFields.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { rescueFocus } from '../../lib/use-restored-focus.ts';
import { QrCode } from '../../ui/QrCode.tsx';

const standardDays = 30;
const standard: ValidityValues = { validity: 'days', validDays: standardDays };

type Change = 'make' | 'enable' | 'disable' | 'cancel';

function useReportShare(splitLinkId: string) {
  const client = useClient();
  const cache = useQueryClient();
  const showError = useErrorToast();
  const options = queryOptions({
    queryKey: [...queryKeys.splitReportShare, splitLinkId],
    queryFn: ({ signal }) => client.call(getSplitReportShare, { query: { splitLinkId } }, { signal }),
  });
  const calls = {
    make: (validDays: number | null) =>
      client.call(createSplitReportShare, { body: { splitLinkId, validDays } }),
    enable: () => client.call(setSplitReportShareEnabled, { body: { splitLinkId, enabled: true } }),
    disable: () => client.call(setSplitReportShareEnabled, { body: { splitLinkId, enabled: false } }),
    cancel: () => client.call(cancelSplitReportShare, { body: { splitLinkId } }),
  };
  const changing = useMutation({
    mutationFn: ({ change, validDays = null }: { change: Change; validDays?: number | null }) =>
      calls[change](validDays),
    onSuccess: (share) => cache.setQueryData(options.queryKey, share),
    onError: (problem) => {
      showError(problem);
      void cache.invalidateQueries({ queryKey: options.queryKey });
    },
  });
  return { query: useQuery(options), changing };
}

type Properties = { link: SplitLinkListed; onClose: () => void };

/** Creates, copies, replaces and cancels the public link to a split link's report. */
export function ReportShare({ link, onClose }: Properties) {
  const { t } = useTranslation();
  const { query, changing } = useReportShare(link.id);
  const share = query.data?.share ?? null;
  return (
    <Modal open title={t('splitLinks.report.shareOf', { name: link.name })} footer={null} onCancel={onClose}>
      <div className="report-share">
        <Alert type="info" showIcon title={t('splitLinks.report.hint')} />
        {query.data === undefined ? (
          query.error ? (
            <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton active />
          )
        ) : (
          <>
            {share === null ? null : <PresentShare share={share} code={link.code} />}
            <ShareActions
              // Remounted when a link is cancelled or created, which unmounts the button that had the focus.
              key={isPresent(share) ? 'present' : 'absent'}
              share={share}
              busy={changing.isPending}
              onChange={(change, validDays) => changing.mutate({ change, validDays })}
            />
          </>
        )}
      </div>
    </Modal>
  );
}

function PresentShare({ share, code }: { share: SplitReportShare; code: string }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const address = addressOf(share);
  const isOver = share.status === 'cancelled';
  return (
    <>
      <span className="report-share-state">
        <ShareStatusTag status={share.status} />
        <span className="quiet">
          {t('splitLinks.report.opens', { count: share.opens, number: number(share.opens) })}
          {share.expiresAt === null
            ? null
            : ` · ${t('splitLinks.report.until', { time: dateTime(share.expiresAt) })}`}
        </span>
      </span>
      {isOver ? null : (
        <>
          <span className="code share-address">{address}</span>
          <CopyButton text={address} label={t('splitLinks.report.copy')} labelled type="default" />
          <QrCode text={address} title={t('splitLinks.qrCode')} fileName={`report-${code}`} side={200} />
        </>
      )}
    </>
  );
}

const isPresent = (share: SplitReportShare | null): share is SplitReportShare =>
  share !== null && share.status !== 'cancelled';

type ActionProperties = {
  share: SplitReportShare | null;
  busy: boolean;
  onChange: (change: Change, validDays: number | null) => void;
};

function ShareActions({ share, busy, onChange }: ActionProperties) {
  const { t } = useTranslation();
  const [form] = Form.useForm<ValidityValues>();
  useEffect(() => () => void queueMicrotask(rescueFocus), []);
  return (
    <Form<ValidityValues>
      form={form}
      layout="vertical"
      initialValues={standard}
      onFinish={(values) => onChange('make', validDaysFrom(values, standardDays))}
    >
      <ValidityFields />
      <Space wrap>
        {isPresent(share) ? (
          <>
            <ConfirmPopover
              title={t('splitLinks.report.renewTitle')}
              okText={t('splitLinks.report.renew')}
              cancelText={t('splitLinks.cancel')}
              onConfirm={form.submit}
            >
              <Button loading={busy}>{t('splitLinks.report.renew')}</Button>
            </ConfirmPopover>
            <Button
              disabled={busy}
              onClick={() => onChange(share.status === 'disabled' ? 'enable' : 'disable', null)}
            >
              {t(share.status === 'disabled' ? 'splitLinks.enable' : 'splitLinks.disable')}
            </Button>
            <ConfirmPopover
              title={t('splitLinks.report.cancelTitle')}
              okText={t('splitLinks.report.cancel')}
              cancelText={t('splitLinks.cancel')}
              onConfirm={() => onChange('cancel', null)}
            >
              <Button danger disabled={busy}>
                {t('splitLinks.report.cancel')}
              </Button>
            </ConfirmPopover>
          </>
        ) : (
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('splitLinks.report.make')}
          </Button>
        )}
      </Space>
    </Form>
  );
}
