import type { Client } from '@parley/api-client';
import { useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../lib/query-keys.ts';
import { carriesTokens, followLink, type LinkLogin, openLinkLogin } from '../lib/quick-link.ts';
import type { LoggedIn } from '../lib/session.ts';
import { useSession } from '../lib/session-context.tsx';
import { EntryLayout } from '../ui/EntryLayout.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { SecondStepForm } from '../ui/SecondStepForm.tsx';

type Properties = { parameter: string; onDone: () => void };

type Stage =
  | { at: 'work' }
  | { at: 'second step'; client: Client; challenge: string; present: LoggedIn | null }
  | { at: 'question'; present: LoggedIn; arrival: LinkLogin };

/** Follows a quick link. An existing login session in this browser ends only if its user agrees. */
export function QuickEntry({ parameter, onDone }: Properties) {
  const { t } = useTranslation();
  const { stage, settle, agree, decline, giveUp } = useQuickEntry(parameter, onDone);
  if (stage.at === 'second step') {
    return (
      <EntryLayout title={t('identity.logInTitle')}>
        <SecondStepForm
          client={stage.client}
          challenge={stage.challenge}
          backText={stage.present === null ? undefined : t('session.quickLinkStay')}
          onTokens={(tokens) => settle(openLinkLogin(stage.client, tokens), stage.present)}
          onBack={giveUp}
        />
      </EntryLayout>
    );
  }
  return (
    <>
      <PageSkeleton />
      {stage.at === 'question' ? (
        <Modal
          open
          title={t('session.quickLinkTitle')}
          okText={t('session.quickLinkContinue')}
          cancelText={t('session.quickLinkStay')}
          onOk={() => agree(stage.arrival)}
          onCancel={() => decline(stage.arrival)}
          mask={{ closable: false }}
        >
          {t('session.quickLinkQuestion', {
            present: stage.present.emailAddress,
            other: stage.arrival.user.emailAddress,
          })}
        </Modal>
      ) : null}
    </>
  );
}

function useQuickEntry(parameter: string, onDone: () => void) {
  const { t } = useTranslation();
  const session = useSession();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [stage, setStage] = useState<Stage>({ at: 'work' });
  // React runs effects twice in Strict Mode, but a code can be redeemed only once.
  const begun = useRef(false);

  const refuse = (content: string) => {
    void toasts.error({ content, duration: 6 });
    onDone();
  };
  const agree = async (arrival: LinkLogin) => {
    setStage({ at: 'work' });
    await session.replaceBy(arrival.tokens);
    // Possibly another user's data, if this browser was logged in before.
    queryClient.clear();
    queryClient.setQueryData(queryKeys.user, arrival.user);
    onDone();
  };
  const decline = async (arrival: LinkLogin) => {
    setStage({ at: 'work' });
    await arrival.end();
    onDone();
  };
  const take = async (arrival: LinkLogin, present: LoggedIn | null) => {
    if (present === null) await agree(arrival);
    else if (present.id === arrival.user.id) await decline(arrival);
    else setStage({ at: 'question', present, arrival });
  };
  const failed = () => refuse(t('session.quickLogInFailed'));
  const settle = (arriving: Promise<LinkLogin>, present: LoggedIn | null) => {
    setStage({ at: 'work' });
    arriving.then((arrival) => take(arrival, present)).catch(failed);
  };
  const begin = async () => {
    const present = await session.present();
    if (present !== null && carriesTokens(parameter)) return refuse(t('session.quickLinkNeedsLogOut'));
    const client = session.apart();
    const followed = await followLink(client, parameter);
    if ('arrival' in followed) return take(followed.arrival, present);
    setStage({ at: 'second step', client, challenge: followed.challenge, present });
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin().catch(failed);
  });

  return { stage, settle, agree, decline, giveUp: onDone };
}
