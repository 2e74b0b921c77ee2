import './account-purges.css';
import {
  getAccountPurge,
  previewAccountPurge,
  purgeDays,
  purgeDaysFrom,
  setAccountPurge,
} from '@parley/contract/channels';
import { ErrorPanel, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useUnsaved } from '../../lib/unsaved-changes.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { WholeNumberField } from '../../ui/WholeNumberField.tsx';
import type { TypedNumber } from '../../ui/WholeNumberInput.tsx';

const purgeKey = [...queryKeys.socialAccounts, 'purge'];

/** Sets after how many days offline a shared social account is deleted, and previews what would be deleted. */
export function PurgeSetting() {
  const client = useClient();
  const purge = useQuery({
    queryKey: purgeKey,
    queryFn: ({ signal }) => client.call(getAccountPurge, {}, { signal }),
  });
  const saving = useSaving();
  if (purge.error) return <ErrorPanel problem={purge.error} onRetry={() => void purge.refetch()} />;
  if (purge.data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { afterDays, leastDays } = purge.data;
  // Another user's change remounts the form; the error of a refused save stays in it, as its state is kept here.
  return <PurgeForm key={afterDays ?? 0} set={afterDays} leastDays={leastDays} saving={saving} />;
}

/** The initial offer to workspaces that have kept accounts so far. */
const offeredDays = 90;

function useSaving() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: { afterDays: number | null; replaces: number | null }) =>
      client.call(setAccountPurge, { body }),
    onSuccess: () => void toasts.success(t('accountPurge.saved')),
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.socialAccounts }),
  });
}

type FormProperties = { set: number | null; leastDays: number; saving: ReturnType<typeof useSaving> };

function PurgeForm({ set, leastDays, saving }: FormProperties) {
  const { t } = useTranslation();
  const [limited, setLimited] = useState(set !== null);
  const [typed, setTyped] = useState<TypedNumber>(set ?? Math.max(offeredDays, leastDays));
  const schema = purgeDaysFrom(leastDays);
  const days = schema.safeParse(typed).data ?? null;
  const wanted = limited ? days : null;
  const settled = useDebounced(wanted);
  const preview = usePreview(settled);
  const unknown = limited && (days === null || preview.data === undefined || settled !== wanted);
  const changed = limited ? typed !== set : set !== null;
  const deletes = limited && changed && !unknown && (preview.data?.due ?? 0) > 0;
  useUnsaved(changed);
  return (
    <form
      className="account-purge"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ afterDays: wanted, replaces: set });
      }}
    >
      <p className="quiet">{t('accountPurge.explanation')}</p>
      <Radio.Group
        className="account-purge-choice"
        aria-label={t('accountPurge.title')}
        value={limited}
        onChange={(event) => setLimited(event.target.value === true)}
        options={[
          { value: false, label: t('accountPurge.keep') },
          { value: true, label: t('accountPurge.delete') },
        ]}
      />
      {limited ? (
        <>
          <WholeNumberField
            className="account-purge-days"
            aria-label={t('accountPurge.daysName')}
            suffix={t('accountPurge.days')}
            schema={schema}
            value={typed}
            onChange={setTyped}
          />
          <p className="quiet">{t('accountPurge.hint', { least: leastDays, most: purgeDays.most })}</p>
          {days === null ? null : <Due of={preview} />}
        </>
      ) : null}
      {saving.error ? <ErrorPanel problem={saving.error} /> : null}
      <Button
        type="primary"
        htmlType="submit"
        danger={deletes}
        disabled={unknown || !changed}
        loading={saving.isPending}
      >
        {t(deletes ? 'accountPurge.saveAndAnnounce' : 'accountPurge.save')}
      </Button>
    </form>
  );
}

/** Requests which accounts would be deleted after this many days; null: none. */
function usePreview(afterDays: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...purgeKey, 'preview', afterDays],
    queryFn: ({ signal }) =>
      client.call(previewAccountPurge, { query: { afterDays: afterDays ?? 0 } }, { signal }),
    enabled: afterDays !== null,
    gcTime: 0,
  });
}

function Due({ of: preview }: { of: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  if (preview.error) return <ErrorPanel problem={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const { due: count, firstAt } = preview.data;
  const title =
    count === 0 ? t('accountPurge.dueNone') : t('accountPurge.due', { count, shown: number(count) });
  const first = firstAt === null ? null : t('accountPurge.first', { at: dateTime(firstAt) });
  return <Alert type={count === 0 ? 'info' : 'warning'} showIcon title={title} description={first} />;
}
