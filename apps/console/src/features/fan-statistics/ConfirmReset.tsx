import { ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { fanFigures } from './queries.ts';

type Properties = { pending: boolean; onConfirm: () => void; onClose: () => void };

/** Explains what a reset does, with the current numbers, and asks for confirmation. */
export function ConfirmReset({ pending, onConfirm, onClose }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [agreed, setAgreed] = useState(false);
  const { data, error, refetch } = useQuery(fanFigures(useClient()));
  return (
    <Modal
      open
      title={t('fanStatistics.resetTitle')}
      okText={t('fanStatistics.reset')}
      okButtonProps={{ danger: true, disabled: !agreed || data === undefined }}
      confirmLoading={pending}
      onOk={onConfirm}
      onCancel={onClose}
    >
      <ul>
        {data === undefined ? null : (
          <li>
            {t('fanStatistics.resetBase', {
              growth: number(data.total.new),
              repeat: number(data.total.repeat),
              base: number(data.base),
            })}
          </li>
        )}
        <li>{t('fanStatistics.resetTotals')}</li>
        <li>{t('fanStatistics.resetKeeps')}</li>
        <li>{t('fanStatistics.resetUndo')}</li>
      </ul>
      {data === undefined && error === null ? (
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      ) : null}
      {error === null ? null : <ErrorPanel problem={error} onRetry={() => void refetch()} />}
      <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
        {t('fanStatistics.resetAgree')}
      </Checkbox>
    </Modal>
  );
}
