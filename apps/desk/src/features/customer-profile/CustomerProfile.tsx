import './customer-profile.css';
import { ApiError, isApiError } from '@parley/api-client';
import { type CustomerProfile as Profile, saveCustomerProfile } from '@parley/contract/customer-profiles';
import { ErrorPanel, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useLiveEvent } from '../../lib/use-live.ts';
import { OtherNotes } from './OtherNotes.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import {
  type DraftNotes,
  keepProfileDraft,
  notesOf,
  type ProfileDraft,
  readProfileDraft,
} from './profile-draft.ts';
import { profileQuery } from './profile-query.ts';

type Properties = {
  conversationId: string;
  fanId: string;
  /** The sub-account shares its profiles. */
  sharing: boolean;
  onSaved: () => void;
};

/** Returns the unsaved changes, which survive reloads. */
function useDraft(conversationId: string) {
  const { storage } = useDesk();
  const [draft, setDraft] = useState(() => readProfileDraft(storage, conversationId));
  const put = (next: ProfileDraft | null) => {
    keepProfileDraft(storage, conversationId, next);
    setDraft(next);
  };
  return [draft, put] as const;
}

function Sharing({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isStart = profile.shared && profile.version === 0 && profile.changedAt !== null;
  const shared = isStart ? t('profile.sharedOnSave') : t('profile.shared');
  return (
    <p className="desk-profile-facts">
      {profile.shared ? shared : t('profile.own')}
      {profile.changedAt === null ? null : (
        <>
          <br />
          {t('profile.changed', {
            who: profile.changedBy ?? t('profile.anotherAgent'),
            at: formats.dateTime(profile.changedAt),
          })}
        </>
      )}
    </p>
  );
}

type FieldsProperties = Omit<Properties, 'fanId'> & { profile: Profile };

function Fields({ conversationId, sharing, profile, onSaved }: FieldsProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const toast = useErrorToast();
  const [draft, putDraft] = useDraft(conversationId);
  const { queryKey } = profileQuery(client, conversationId, sharing);
  const { version, shared } = profile;
  const notes = draft?.notes ?? notesOf(profile);
  const faultsOf = (problem: unknown) => (problem instanceof ApiError ? problem.fields : {});
  const overtaken = draft !== null && (draft.version !== version || draft.shared !== shared);
  const save = useMutation({
    mutationFn: () =>
      client.call(saveCustomerProfile, { body: { conversationId, version, shared, ...notes } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      putDraft(null);
      toasts.success(t('profile.saved'));
      onSaved();
    },
    onError: (problem) => {
      // Nothing is lost: the other agent's version is shown beside this one.
      if (isApiError(problem, 'resource.stale')) {
        putDraft({ version, shared, notes });
        void queryClient.invalidateQueries({ queryKey });
      } else toast(problem);
    },
  });
  const change = (changed: Partial<DraftNotes>) =>
    putDraft({ version, shared, ...draft, notes: { ...notes, ...changed } });
  return (
    <Form layout="vertical" onFinish={() => save.mutate()}>
      <Sharing profile={profile} />
      {overtaken ? (
        <OtherNotes
          theirs={profile}
          mine={notes}
          onTheirs={() => putDraft(null)}
          onMine={() => putDraft({ version, shared, notes })}
        />
      ) : null}
      <ProfileFields value={notes} faults={faultsOf(save.error)} onChange={change} />
      <Button type="primary" htmlType="submit" block loading={save.isPending} disabled={overtaken}>
        {t('profile.save')}
      </Button>
    </Form>
  );
}

/** Shows the agents' notes about the customer of one conversation. */
export function CustomerProfile({ fanId, ...properties }: Properties) {
  const { client } = useDesk();
  const query = useQuery(profileQuery(client, properties.conversationId, properties.sharing));
  useLiveEvent('customerProfile', (event) => {
    if (event.fanId === fanId) void query.refetch();
  });
  if (query.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  return <Fields profile={query.data} {...properties} />;
}
