// i18n-keys: fans.types.*
import { mergeFans } from '@parley/contract/fans';
import { ErrorPanel, ForeignText, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Modal, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { FanSelect } from './FanSelect.tsx';
import { mergePreview, refreshCounts } from './queries.ts';
import { useFanName } from './use-fan-name.ts';

/** One of the two persons, with the social account on which they are known; empty: on none any more. */
export type MergedFan = { fanId: string; name: string; place: string };
type Pair = readonly [MergedFan, MergedFan];

type Properties = {
  fan: MergedFan;
  /** Left out: selected in the dialog. */
  other?: MergedFan;
  onClose: () => void;
  onMerged: () => void;
};

/** Previews how two fans would count as one person, and merges them. */
export function MergeFans({ fan, other: given, onClose, onMerged }: Properties) {
  const { t } = useTranslation();
  const nameOf = useFanName();
  const [found, setFound] = useState<MergedFan>();
  const [keepsOther, setKeepsOther] = useState(false);
  const other = given ?? found;
  const pair: Pair | undefined = other && [fan, other];
  const [kept, merged] = pair === undefined ? [] : keepsOther ? [pair[1], pair[0]] : pair;
  const preview = usePreview(kept?.fanId, merged?.fanId);
  const merging = useMerging(onMerged);
  return (
    <Modal
      open
      title={t('fans.mergeTitle')}
      okText={t('fans.merge')}
      okButtonProps={{ disabled: preview.data === undefined }}
      confirmLoading={merging.isPending}
      onOk={() => kept && merged && merging.mutate({ keptFanId: kept.fanId, mergedFanId: merged.fanId })}
      onCancel={onClose}
    >
      {given === undefined ? (
        // As wide as the dialog, as names and accounts are long.
        <div style={{ display: 'grid' }}>
          <FanSelect
            except={fan.fanId}
            onChoose={(chosen) =>
              setFound({ fanId: chosen.fanId, name: nameOf(chosen), place: chosen.socialAccountName })
            }
          />
        </div>
      ) : null}
      {pair === undefined ? null : (
        <>
          <p>{t('fans.mergeKept')}</p>
          <Radio.Group
            value={keepsOther}
            onChange={({ target }) => setKeepsOther(target.value === true)}
            options={pair.map(({ name, place }, at) => ({
              value: at === 1,
              label: <ForeignText>{place === '' ? name : `${name} · ${place}`}</ForeignText>,
            }))}
          />
          <Preview query={preview} />
        </>
      )}
      {merging.error ? <ErrorPanel problem={merging.error} /> : null}
    </Modal>
  );
}

function useMerging(onMerged: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (pair: { keptFanId: string; mergedFanId: string }) => client.call(mergeFans, { body: pair }),
    onSuccess: () => {
      toasts.success(t('fans.merged'));
      refreshCounts(cache);
      onMerged();
    },
  });
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

const usePreview = (kept = '', merged = '') =>
  useQuery({ ...mergePreview(useClient(), kept, merged), enabled: merged !== '' });
