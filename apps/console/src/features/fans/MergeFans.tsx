// i18n-keys: fans.types.*
import { type Fan, mergeFans } from '@parley/contract/fans';
import { ErrorPanel, ForeignText, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { fanName } from './columns.tsx';
import { mergePreview } from './queries.ts';

type Properties = { pair: readonly [Fan, Fan]; onClose: () => void; onMerged: () => void };

/** Shows how two fans would count as one person, and makes them one. */
export function MergeFans({ pair, onClose, onMerged }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const [keptAt, setKeptAt] = useState<0 | 1>(0);
  const [kept, merged] = keptAt === 0 ? pair : [pair[1], pair[0]];
  const preview = usePreview(kept.fanId, merged.fanId);
  const merging = useMutation({
    mutationFn: () => client.call(mergeFans, { body: { keptFanId: kept.fanId, mergedFanId: merged.fanId } }),
    onSuccess: () => {
      toasts.success(t('fans.merged'));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
      onMerged();
    },
  });
  return (
    <Modal
      open
      title={t('fans.mergeTitle')}
      okText={t('fans.merge')}
      okButtonProps={{ disabled: preview.data === undefined }}
      confirmLoading={merging.isPending}
      onOk={() => merging.mutate()}
      onCancel={onClose}
    >
      <p>{t('fans.mergeKept')}</p>
      <Radio.Group
        value={keptAt}
        onChange={({ target }) => setKeptAt(target.value === 1 ? 1 : 0)}
        options={pair.map((fan, at) => ({
          value: at,
          label: <ForeignText>{`${fanName(fan)} · ${fan.socialAccountName}`}</ForeignText>,
        }))}
      />
      <Preview query={preview} />
      {merging.error ? <ErrorPanel problem={merging.error} /> : null}
    </Modal>
  );
}

function Preview({ query }: { query: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  if (query.error) return <ErrorPanel problem={query.error} />;
  if (query.data === undefined) return <Skeleton paragraph={{ rows: 2 }} title={false} />;
  const { recounts } = query.data;
  if (recounts.length === 0) return <p>{t('fans.mergeSame')}</p>;
  return (
    <>
      <p>{t('fans.mergeChanges', { count: recounts.length })}</p>
      <ul>
        {recounts.slice(0, 20).map(({ rowId, socialAccountName, at, from, to }) => (
          <li key={rowId}>
            <ForeignText>{socialAccountName}</ForeignText>
            {`, ${dateTime(at)}: ${t(`fans.types.${from}`)} → ${t(`fans.types.${to}`)}`}
          </li>
        ))}
      </ul>
      <p className="quiet">{t('fans.mergeClosed')}</p>
    </>
  );
}

const usePreview = (kept: string, merged: string) => useQuery(mergePreview(useClient(), kept, merged));
