import {
  getChatRetention,
  previewChatRetention,
  retentionDays,
  setChatRetention,
} from '@parley/contract/conversations';
import { ErrorPanel, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Drawer, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useUnsaved } from '../../lib/unsaved-changes.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { WholeNumberField } from '../../ui/WholeNumberField.tsx';
import type { TypedNumber } from '../../ui/WholeNumberInput.tsx';

const retentionKey = [...queryKeys.chatHistory, 'retention'];

/** Sets for how many days the workspace keeps message texts, and previews what a shorter time erases. */
export function RetentionDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const retention = useQuery({
    queryKey: retentionKey,
    queryFn: ({ signal }) => client.call(getChatRetention, {}, { signal }),
  });
  const saving = useSaving(onClose);
  return (
    <Drawer open size={440} title={t('chatHistory.retention.title')} onClose={onClose}>
      {retention.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {retention.error ? (
        <ErrorPanel problem={retention.error} onRetry={() => void retention.refetch()} />
      ) : null}
      {retention.data === undefined ? null : (
        // Another user's change remounts the form; the error of a refused save stays, as its state is kept here.
        <RetentionForm key={retention.data.days ?? 0} set={retention.data.days} saving={saving} />
      )}
    </Drawer>
  );
}

/** The initial offer to workspaces that have kept texts indefinitely. */
const offeredDays = 365;

function useSaving(onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: { days: number | null; replaces: number | null }) =>
      client.call(setChatRetention, { body }),
    onSuccess: () => {
      void toasts.success(t('chatHistory.retention.saved'));
      onSaved();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: retentionKey }),
  });
}

type FormProperties = { set: number | null; saving: ReturnType<typeof useSaving> };

function RetentionForm({ set, saving }: FormProperties) {
  const { t } = useTranslation();
  const [limited, setLimited] = useState(set !== null);
  const [typed, setTyped] = useState<TypedNumber>(set ?? offeredDays);
  const days = retentionDays.safeParse(typed).data ?? null;
  const wanted = limited ? days : null;
  const settled = useDebounced(wanted, 300);
  const preview = usePreview(settled);
  const unknown = limited && (days === null || preview.data === undefined || settled !== wanted);
  useUnsaved(limited ? typed !== set : set !== null);
  const erases = limited && !unknown && (preview.data?.messages ?? 0) > 0;
  return (
    <form
      className="retention"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ days: wanted, replaces: set });
      }}
    >
      <Choice limited={limited} onLimited={setLimited} days={typed} onDays={setTyped} />
      <p className="quiet">{t('chatHistory.retention.hint')}</p>
      {limited && days !== null ? <Erased of={preview} /> : null}
      {saving.error ? <ErrorPanel problem={saving.error} /> : null}
      <Button
        type="primary"
        htmlType="submit"
        danger={erases}
        disabled={unknown || wanted === set}
        loading={saving.isPending}
      >
        {t(erases ? 'chatHistory.retention.saveAndErase' : 'chatHistory.retention.save')}
      </Button>
    </form>
  );
}

type ChoiceProperties = {
  limited: boolean;
  onLimited: (limited: boolean) => void;
  /** As typed, so possibly invalid. */
  days: TypedNumber;
  onDays: (days: TypedNumber) => void;
};

function Choice({ limited, onLimited, days, onDays }: ChoiceProperties) {
  const { t } = useTranslation();
  return (
    <>
      <Radio.Group
        aria-label={t('chatHistory.retention.title')}
        value={limited}
        onChange={(event) => onLimited(event.target.value === true)}
        options={[
          { value: false, label: t('chatHistory.retention.forever') },
          { value: true, label: t('chatHistory.retention.limited') },
        ]}
      />
      {limited ? (
        <WholeNumberField
          aria-label={t('chatHistory.retention.days')}
          suffix={t('chatHistory.retention.days')}
          schema={retentionDays}
          value={days}
          onChange={onDays}
        />
      ) : null}
    </>
  );
}

/** Requests the number of messages whose texts this many days would erase now; null: texts are kept indefinitely. */
function usePreview(days: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...retentionKey, 'preview', days],
    queryFn: ({ signal }) => client.call(previewChatRetention, { query: { days: days ?? 0 } }, { signal }),
    enabled: days !== null,
    gcTime: 0,
  });
}

function Erased({ of: preview }: { of: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (preview.error) return <ErrorPanel problem={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const { messages: count, more } = preview.data;
  if (count === 0) return <Alert type="info" showIcon title={t('chatHistory.retention.erasesNone')} />;
  const messages = `${more ? '> ' : ''}${number(count)}`;
  return <Alert type="warning" showIcon title={t('chatHistory.retention.erases', { count, messages })} />;
}
