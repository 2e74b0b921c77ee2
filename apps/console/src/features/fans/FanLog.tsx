// i18n-keys: fans.types.*, fans.reasons.*, fans.rules.*
import { type FanDetails, type FanEvent, undoMerge } from '@parley/contract/fans';
import { ConfirmPopover, ErrorPanel, isolated, useFormats, useToasts } from '@parley/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Timeline } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dedupeLibraryPath, paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { rescueFocus } from '../../lib/use-restored-focus.ts';
import { NoteChanges } from './NoteChanges.tsx';
import { fanLog, refreshCounts } from './queries.ts';

type Properties = {
  fanId: string;
  /** The person's rows, with their conversations. */
  rows: FanDetails['rows'];
  /** Names of the person's unnamed fans, by id. */
  names: ReadonlyMap<string, string>;
  /** Opens another person, whose earlier verdict is referenced. */
  onOpen: (fanId: string) => void;
};

/** The person's log in sentences: verdicts and what led to them, tag changes, and the split link they came by. */
export function FanLog({ fanId, rows, names, onOpen }: Properties) {
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
              <Sentence event={event} fanId={fanId} rows={rows} names={names} onOpen={onOpen} />
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
  account: isolated(it.socialAccountName || t('fans.gone')),
  agent: isolated(it.subAccountName || t('fans.gone')),
});

type Merged = Extract<FanEvent, { kind: 'merge' | 'undo' }>;

const pairOf = (t: TFunction, names: Properties['names'], event: Merged) => ({
  kept: isolated(event.keptName || (names.get(event.keptFanId) ?? t('fans.unnamed'))),
  merged: isolated(event.mergedName || (names.get(event.mergedFanId) ?? t('fans.unnamed'))),
});

function Sentence({ event, ...person }: Properties & { event: FanEvent }) {
  const { t } = useTranslation();
  switch (event.kind) {
    case 'verdict':
      return <Verdict event={event} {...person} />;
    case 'correction': {
      const types = { from: t(`fans.types.${event.from}`), to: t(`fans.types.${event.to}`) };
      return <span>{t('fans.corrected', { ...placeOf(t, event), ...types })}</span>;
    }
    case 'reset':
      return <span>{t('fans.reset', placeOf(t, event))}</span>;
    case 'statistics-reset':
      return <span>{t('fans.statisticsReset', placeOf(t, event))}</span>;
    case 'merge':
      return <Merge event={event} names={person.names} />;
    case 'undo':
      return <ByOwner by={event.by}>{t('fans.undone', pairOf(t, person.names, event))}</ByOwner>;
    case 'tags':
      return <Tags event={event} />;
    case 'tag-deleted': {
      const { tag, into } = event;
      const text =
        into === null
          ? t('fans.tagDeleted', { tag: quoted(t, tag.name) })
          : t('fans.tagMerged', { tag: quoted(t, tag.name), into: quoted(t, into.name) });
      return <ByOwner by={event.by}>{text}</ByOwner>;
    }
    case 'notes':
      return <NoteChanges event={event} />;
    case 'split-link':
      return <SplitLinkVisit event={event} />;
  }
}

/** The split-link visit that led to a message. */
function SplitLinkVisit({ event }: { event: Extract<FanEvent, { kind: 'split-link' }> }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const link = isolated(event.splitLinkName || t('fans.gone'));
  const texts = { ...placeOf(t, event), link, date: dateTime(event.visitedAt) };
  return <span>{t('fans.cameBySplitLink', texts)}</span>;
}

const quoted = (t: TFunction, name: string) => t('fans.tagName', { name: isolated(name) });

/** Tags added and removed in one change of a row. */
function Tags({ event }: { event: Extract<FanEvent, { kind: 'tags' }> }) {
  const { t } = useTranslation();
  const namesOf = (tags: typeof event.added) => tags.map(({ name }) => quoted(t, name)).join(t('fans.comma'));
  const [added, removed] = [namesOf(event.added), namesOf(event.removed)];
  const place = placeOf(t, event);
  const text =
    removed === ''
      ? t('fans.tagsAdded', { ...place, tags: added })
      : added === ''
        ? t('fans.tagsRemoved', { ...place, tags: removed })
        : t('fans.tagsChanged', { ...place, added, removed });
  return <ByOwner by={event.by}>{text}</ByOwner>;
}

function ByOwner({ by, children }: { by: 'owner' | null; children: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <span>{children}</span>
      {by === null ? null : <div className="quiet">{t('fans.byOwner')}</div>}
    </div>
  );
}

type VerdictEvent = Extract<FanEvent, { kind: 'verdict' }>;

/** A verdict and its reason. */
function Verdict({ event, ...person }: Properties & { event: VerdictEvent }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { matched, rule, library, libraryId } = event;
  const reason =
    rule === 'seen' && matched !== null
      ? t('fans.rules.seenAt', { ...placeOf(t, matched), date: dateTime(matched.at) })
      : rule === 'listed' && library !== ''
        ? t(`fans.rules.${libraryId === null ? 'listedInDeleted' : 'listedIn'}`, {
            library: isolated(library),
          })
        : t(`fans.rules.${rule}`);
  const scope = event.scope === 'workspace' ? t('fans.scopeAll') : t('fans.scopeOwn');
  return (
    <div>
      <span>{`${t(`fans.types.${event.verdict}`)} · ${placeOf(t, event).account} · ${placeOf(t, event).agent}`}</span>
      <div>
        <Reason event={event} {...person}>
          <span>{reason}</span>
        </Reason>
      </div>
      <div className="quiet">{scope}</div>
      <Conversation rowId={event.rowId} rows={person.rows} />
    </div>
  );
}

/** Links to the conversation with the counted message. */
function Conversation({ rowId, rows }: Pick<VerdictEvent, 'rowId'> & Pick<Properties, 'rows'>) {
  const { t } = useTranslation();
  const conversationId = rows.find(({ id }) => id === rowId)?.conversationId ?? null;
  if (conversationId === null) return null;
  return <Link to={`${paths.chatHistory}?conversation=${conversationId}`}>{t('fans.toChat')}</Link>;
}

/** Links to the library, or to the earlier message: to the person's own conversation, or to the other fan. */
function Reason({
  event: { matched, library, libraryId },
  fanId,
  rows,
  onOpen,
  children,
}: Properties & { event: VerdictEvent; children: ReactNode }) {
  if (libraryId !== null) return <Link to={dedupeLibraryPath(library)}>{children}</Link>;
  const own = rows.find(({ id }) => id === matched?.rowId);
  if (own !== undefined && own.conversationId !== null)
    return <Link to={`${paths.chatHistory}?conversation=${own.conversationId}`}>{children}</Link>;
  if (matched === null || own !== undefined || matched.fanId === fanId) return children;
  return (
    <Button type="link" className="inline-link" onClick={() => onOpen(matched.fanId)}>
      {children}
    </Button>
  );
}

type MergeProperties = Pick<Properties, 'names'> & { event: Extract<FanEvent, { kind: 'merge' }> };

function Merge({ event, names }: MergeProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const undoing = useMutation({
    mutationFn: () => client.call(undoMerge, { body: { mergeId: event.mergeId } }),
    onSuccess: () => {
      toasts.success(t('fans.undoneNow'));
      refreshCounts(cache);
    },
  });
  return (
    <div>
      <span>{t('fans.mergedBy', pairOf(t, names, event))}</span>
      <div className="quiet">{event.by === null ? t(`fans.reasons.${event.reason}`) : t('fans.byOwner')}</div>
      {event.undone ? null : <Undo pending={undoing.isPending} onUndo={() => undoing.mutate()} />}
      {undoing.error ? <ErrorPanel problem={undoing.error} /> : null}
    </div>
  );
}

function Undo({ pending, onUndo }: { pending: boolean; onUndo: () => void }) {
  const { t } = useTranslation();
  // The button is unmounted once the merge is undone, and loses the focus.
  useEffect(() => rescueFocus, []);
  return (
    <ConfirmPopover title={t('fans.undoQuestion')} onConfirm={onUndo}>
      <Button size="small" loading={pending}>
        {t('fans.undo')}
      </Button>
    </ConfirmPopover>
  );
}
