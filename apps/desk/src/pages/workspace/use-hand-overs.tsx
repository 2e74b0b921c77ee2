import type { Conversation } from '@parley/contract/conversations';
import { lazyDialog } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { refreshConversation } from '../../features/conversations/conversation-queries.ts';
import { type Triage, useTriage } from '../../features/conversations/use-triage.tsx';
import { type HandOvers, useHandOver } from '../../features/hand-overs/use-hand-over.tsx';
import { useHandedOver } from '../../features/hand-overs/use-handed-over.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import type { DeskLocation } from './use-desk-location.ts';

const HandOverDialog = lazyDialog(
  async () => (await import('../../features/hand-overs/HandOverDialog.tsx')).HandOverDialog,
);
const HandedOverDrawer = lazyDialog(
  async () => (await import('../../features/hand-overs/HandedOverDrawer.tsx')).HandedOverDrawer,
  { drawer: true },
);

type WorkspaceHandOvers = {
  handOvers: HandOvers;
  /** Triages a conversation; for a hand-over, opens the dialog that asks for the receiver. */
  onTriage: Triage;
  /** Opens the list of conversations that others work on. */
  showAway: () => void;
  panels: ReactNode;
};

/** The actions on conversations, with the dialog and the drawer of hand-overs. A conversation that is handed over closes. */
export function useHandOvers({ conversationId, listPath, pathOf }: DeskLocation): WorkspaceHandOvers {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [handing, setHanding] = useState<Conversation | null>(null);
  const [away, setAway] = useState(false);
  const refresh = (id: string) => void refreshConversation(client, queryClient, id);
  const triage = useTriage();
  useHandedOver(pathOf);
  const acts = useHandOver(refresh);
  const takeBack = useStableCallback(acts.takeBack);
  const give = useStableCallback<Parameters<HandOvers['give']>, Promise<boolean>>(
    async (conversation, receiving) => {
      const done = await acts.give(conversation, receiving);
      if (done && conversation.id === conversationId) void navigate(listPath);
      return done;
    },
  );
  const handOvers = useMemo(() => ({ give, takeBack }), [give, takeBack]);
  const onTriage = useStableCallback<Parameters<Triage>, void>((conversation, act) =>
    act.kind === 'hand-over' ? setHanding(conversation) : triage(conversation, act),
  );
  const showAway = useCallback(() => setAway(true), []);
  return {
    handOvers,
    onTriage,
    showAway,
    panels: (
      <>
        {handing === null ? null : (
          <HandOverDialog conversation={handing} give={give} onClose={() => setHanding(null)} />
        )}
        {away ? <HandedOverDrawer takeBack={takeBack} onClose={() => setAway(false)} /> : null}
      </>
    ),
  };
}
