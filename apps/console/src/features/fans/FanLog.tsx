// i18n-keys: fans.types.*, fans.reasons.*, fans.rules.*
import { type FanEvent, undoMerge } from '@parley/contract/fans';
import { ErrorPanel, ForeignText, useFormats, useToasts } from '@parley/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm, Skeleton, Timeline } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { fanLog } from './queries.ts';

type Properties = {
  fanId: string;
  /** Opens another person, whose verdict was the earlier one. */
  onOpen: (fanId: string) => void;
};

/** Everything that decided how a person counts, in sentences. */
export function FanLog({ fanId, onOpen }: Properties) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const query = useInfiniteQuery(fanLog(useClient(), fanId));
  if (query.error) return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton />;
  const events = query.data.pages.flatMap(({ list }) => list);
  return (
    <>
      <Timeline
        items={events.map((event) => ({
          key: `${event.kind} ${event.id}`,
          content: (
            <>
              <div className="quiet numeric">{dateTime(event.at)}</div>
              <Sentence event={event} personId={fanId} onOpen={onOpen} />
            </>
          ),
        }))}
      />
      {query.hasNextPage ? (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('fans.more')}
        </Button>
      ) : null}
    </>
  );
}

const placeOf = (t: TFunction, it: { subAccountName: string; socialAccountName: string }) => ({
  account: it.socialAccountName || t('fans.gone'),
  agent: it.subAccountName || t('fans.gone'),
});

function Sentence({
  event,
  personId,
  onOpen,
}: {
  event: FanEvent;
  personId: string;
  onOpen: Properties['onOpen'];
}) {
  const { t } = useTranslation();
  switch (event.kind) {
    case 'verdict':
      return <Verdict event={event} personId={personId} onOpen={onOpen} />;
    case 'correction': {
      const types = { from: t(`fans.types.${event.from}`), to: t(`fans.types.${event.to}`) };
      return <ForeignText>{t('fans.corrected', { ...placeOf(t, event), ...types })}</ForeignText>;
    }
    case 'reset':
      return <ForeignText>{t('fans.reset', placeOf(t, event))}</ForeignText>;
    case 'merge':
      return <Merge event={event} />;
    case 'undo':
      return (
        <ForeignText>{t('fans.undone', { kept: event.keptName, merged: event.mergedName })}</ForeignText>
      );
  }
}

type VerdictEvent = Extract<FanEvent, { kind: 'verdict' }>;

/** The verdict and its reason, with the earlier meeting as a link where it was another fan’s. */
function Verdict({
  event,
  personId,
  onOpen,
}: {
  event: VerdictEvent;
  personId: string;
  onOpen: Properties['onOpen'];
}) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { matched, rule, library } = event;
  const reason =
    rule === 'seen' && matched !== null
      ? t('fans.rules.seenAt', { ...placeOf(t, matched), date: dateTime(matched.at) })
      : rule === 'listed' && library !== ''
        ? t('fans.rules.listedIn', { library })
        : t(`fans.rules.${rule}`);
  const scope = event.scope === 'workspace' ? t('fans.scopeAll') : t('fans.scopeOwn');
  return (
    <div>
      <ForeignText>{`${t(`fans.types.${event.verdict}`)} · ${placeOf(t, event).account} · ${placeOf(t, event).agent}`}</ForeignText>
      <div>
        {matched !== null && matched.fanId !== personId ? (
          <Button type="link" className="inline-link" onClick={() => onOpen(matched.fanId)}>
            <ForeignText>{reason}</ForeignText>
          </Button>
        ) : (
          <ForeignText>{reason}</ForeignText>
        )}
      </div>
      <div className="quiet">{scope}</div>
    </div>
  );
}

function Merge({ event }: { event: Extract<FanEvent, { kind: 'merge' }> }) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const undoing = useMutation({
    mutationFn: () => client.call(undoMerge, { body: { mergeId: event.mergeId } }),
    onSuccess: () => {
      toasts.success(t('fans.undoneNow'));
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
    },
  });
  return (
    <div>
      <ForeignText>{t('fans.mergedBy', { kept: event.keptName, merged: event.mergedName })}</ForeignText>
      <div className="quiet">{t(`fans.reasons.${event.reason}`)}</div>
      {event.undone ? null : (
        <Popconfirm title={t('fans.undoQuestion')} onConfirm={() => undoing.mutate()}>
          <Button size="small" loading={undoing.isPending}>
            {t('fans.undo')}
          </Button>
        </Popconfirm>
      )}
      {undoing.error ? <ErrorPanel problem={undoing.error} /> : null}
    </div>
  );
}
