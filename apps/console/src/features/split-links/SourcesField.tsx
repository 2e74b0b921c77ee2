// i18n-keys: splitLinks.sources.states.*
import type { PlatformId } from '@parley/contract/catalogues';
import {
  type PreviewedSource,
  type SplitSourceKind,
  splitSourceLimits,
  withObstacles,
} from '@parley/contract/split-links';
import { ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubAccountsSelect } from '../../entities/sub-accounts/SubAccountsSelect.tsx';
import { WorkOrdersSelect } from '../../entities/work-orders/WorkOrdersSelect.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { sourcePreview } from './queries.ts';
import { SourceAccounts } from './SourceAccounts.tsx';
import type { DraftSource } from './split-link-values.ts';
import { ShareFields } from './TargetsField.tsx';

type Properties = {
  /** The typed account links. */
  typed: readonly string[];
  /** Set by the surrounding form field. */
  value?: DraftSource[];
  onChange?: (sources: DraftSource[]) => void;
};

/** Selects the sub-accounts and work orders whose social accounts are targets, and shows their current accounts. */
export function SourcesField({ typed, value = [], onChange }: Properties) {
  const { t } = useTranslation();
  const platform = Form.useWatch<PlatformId | undefined>('platform');
  const preview = useQuery(sourcePreview(useClient(), platform, value));
  const idsOf = (kind: SplitSourceKind) => value.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const choose = (kind: SplitSourceKind, ids: readonly string[]) =>
    onChange?.([
      ...value.filter((one) => one.kind !== kind || ids.includes(one.id)),
      ...ids
        .filter((id) => !value.some((one) => one.kind === kind && one.id === id))
        .map((id) => ({ kind, id, weight: 1, dailyCap: null })),
    ]);
  const choiceOf = (kind: SplitSourceKind) => ({
    value: idsOf(kind),
    onChange: (ids: string[]) => choose(kind, ids),
    maxCount: splitSourceLimits.count - value.length + idsOf(kind).length,
    disabled: platform === undefined,
  });
  const change = (changed: DraftSource, patch: Partial<DraftSource>) =>
    onChange?.(value.map((one) => (one === changed ? { ...one, ...patch } : one)));
  const shown = withAllObstacles(preview.data ?? [], typed);
  return (
    <div className="split-sources">
      <div className="split-source-choices">
        <SubAccountsSelect {...choiceOf('sub-account')} />
        <WorkOrdersSelect {...choiceOf('work-order')} platform={platform} />
      </div>
      {preview.error !== null && preview.data === undefined ? <ErrorPanel problem={preview.error} /> : null}
      {value.map((source) => {
        const found = shown.find(({ kind, id }) => kind === source.kind && id === source.id);
        return (
          <Source
            key={`${source.kind} ${source.id}`}
            source={source}
            found={found}
            onChange={(patch) => change(source, patch)}
            onRemove={() => onChange?.(value.filter((one) => one !== source))}
          />
        );
      })}
      {value.length === 0 ? null : <p className="quiet split-source-hint">{t('splitLinks.sources.live')}</p>}
    </div>
  );
}

/** Marks the accounts of all sources together, as a link may also occur in two of them. */
function withAllObstacles(sources: readonly PreviewedSource[], typed: readonly string[]): PreviewedSource[] {
  const marked = withObstacles(
    sources.flatMap(({ accounts }) => accounts),
    typed,
  );
  let at = 0;
  return sources.map((source) => {
    const accounts = marked.slice(at, at + source.accounts.length);
    at += source.accounts.length;
    return { ...source, accounts };
  });
}

type SourceProperties = {
  source: DraftSource;
  /** Undefined while it is loading. */
  found: PreviewedSource | undefined;
  onChange: (patch: Partial<DraftSource>) => void;
  onRemove: () => void;
};

function Source({ source, found, onChange, onRemove }: SourceProperties) {
  const { t } = useTranslation();
  const kind = t(source.kind === 'sub-account' ? 'subAccounts.one' : 'workOrders.one');
  const name = found?.name ?? t(found === undefined ? 'splitLinks.sources.loading' : 'records.gone');
  return (
    <section className="split-source" aria-label={`${kind}: ${name}`}>
      <div className="split-source-head">
        <span className="quiet">{kind}</span>
        <ForeignText className="split-source-name">{name}</ForeignText>
        {found === undefined || found.state === 'active' ? null : (
          <Tag color="warning">{t(`splitLinks.sources.states.${found.state}`)}</Tag>
        )}
        <Button
          size="small"
          type="text"
          onClick={onRemove}
          aria-label={t('splitLinks.sources.removeNamed', { name })}
        >
          {t('splitLinks.sources.remove')}
        </Button>
      </div>
      {found === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <>
          <SourceCounts found={found} />
          <ShareFields
            name={name}
            weight={source.weight}
            dailyCap={source.dailyCap}
            onWeight={(weight) => onChange({ weight })}
            onDailyCap={(dailyCap) => onChange({ dailyCap })}
          />
          <SourceAccounts accounts={found.accounts} source={source} />
        </>
      )}
    </section>
  );
}

function SourceCounts({ found: { state, accounts } }: { found: PreviewedSource }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const targets = accounts.filter(({ obstacle }) => obstacle === null);
  const online = targets.filter((account) => account.online).length;
  if (state !== 'active') return <p className="quiet">{t('splitLinks.sources.bringsNothing')}</p>;
  if (accounts.length === 0) return <p className="quiet">{t('splitLinks.sources.noAccounts')}</p>;
  return (
    <p className="split-source-counts" aria-live="polite">
      {t('splitLinks.sources.counts', {
        targets: number(targets.length),
        all: number(accounts.length),
        online: number(online),
      })}
    </p>
  );
}
