import { createQuickLogInCode } from '@parley/contract/identity';
import { CopyButton, ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Modal, Skeleton, Space, Typography } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useCountdown } from './use-countdown.ts';

/** The lifetime of a code in seconds, counted from its arrival, because the device's clock may be wrong. */
const lifetimeSeconds = 60;

type Properties = {
  /** The page to open in the other browser: path and query. */
  target: string;
  onClose: () => void;
};

/** Shows a URL that opens this page, logged in, in another browser: once, within the code's lifetime. */
export function QuickLink({ target, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Modal open title={t('quickLink.open')} onCancel={onClose} footer={null}>
      <Typography.Paragraph>{t('quickLink.hint')}</Typography.Paragraph>
      <Link target={target} />
    </Modal>
  );
}

function Link({ target }: Pick<Properties, 'target'>) {
  const { t } = useTranslation();
  const client = useClient();
  const [left, begin] = useCountdown();
  const made = useQuery({
    queryKey: queryKeys.quickLink,
    queryFn: ({ signal }) => client.call(createQuickLogInCode, {}, { signal }),
    // A code is for single use: it is neither cached nor requested without a user action.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const code = made.data?.code;
  useEffect(() => {
    if (code !== undefined) begin(lifetimeSeconds);
  }, [code, begin]);

  if (made.error) return <ErrorPanel problem={made.error} onRetry={() => void made.refetch()} />;
  if (code === undefined) return <Skeleton.Input block active />;
  if (left === 0) {
    return (
      <Space>
        <span role="status">{t('quickLink.ended')}</span>
        <Button loading={made.isFetching} onClick={() => void made.refetch()}>
          {t('quickLink.again')}
        </Button>
      </Space>
    );
  }
  const link = addressWith(target, code);
  return (
    <>
      <Space.Compact block>
        <Input
          readOnly
          aria-label={t('quickLink.link')}
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={link} label={t('quickLink.copy')} size="middle" type="default" />
      </Space.Compact>
      <Typography.Text type="secondary">{t('quickLink.endsIn', { seconds: left })}</Typography.Text>
    </>
  );
}

function addressWith(target: string, code: string): string {
  const address = new URL(target, window.location.origin);
  address.searchParams.set('quickLogin', code);
  return address.href;
}
