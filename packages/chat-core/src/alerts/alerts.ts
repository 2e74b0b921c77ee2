import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import type { PageChannel } from '../sending/journal.ts';
import { type Alerted, type AlertScene, handOverAlert } from './alert-rules.ts';
import { type AlertClaim, type AlertEffect, type AlertEvent, nextAlerts, noAlerts } from './alert-state.ts';

/** A client's means to draw its agent's attention. Each does nothing where the agent hasn't switched it on. */
export type AlertPort = {
  /** Shows a message or a hand-over, in the place of an earlier one of its conversation. */
  show(message: Alerted): void;
  /** Removes the conversation's notification. */
  close(conversationId: string): void;
  tone(): void;
};

export type AlertOptions = {
  live: Live;
  clock: ClientClock;
  scene: AlertScene;
  port: AlertPort;
  /** The other pages of this sub-account in this browser. */
  others: PageChannel;
  /** Returns how well this page could alert now, the lowest first; different for each page. */
  rank(): string;
};

export type Alerts = {
  /** The agent looks at a conversation: what was said about it is over. */
  seen(conversationId: string): void;
  close(): void;
};

/** Returns a claim as another page has sent it; null: something else, e.g. of another version. */
function readClaim(message: unknown): AlertClaim | null {
  if (typeof message !== 'string') return null;
  const [messageId, rank, ...rest] = message.split(' ');
  if (messageId === undefined || rank === undefined || rest.length > 0) return null;
  return { messageId, rank: rank === '' ? null : rank };
}

/** Alerts an agent to customers' messages and to conversations that are handed over, once for all pages of a browser. */
export function followAlerts({ live, clock, scene, port, others, rank }: AlertOptions): Alerts {
  let state = noAlerts;
  const waits = new Set<Cancel>();

  const wait = (ms: number, event: AlertEvent) => {
    const cancel = clock.after(ms, () => {
      waits.delete(cancel);
      handle(event);
    });
    waits.add(cancel);
  };
  const perform = (effect: AlertEffect) => {
    if (effect.kind === 'claim') others.post(`${effect.claim.messageId} ${effect.claim.rank ?? ''}`);
    else if (effect.kind === 'wait') wait(effect.ms, effect.event);
    else if (effect.kind === 'tone') port.tone();
    else if (effect.kind === 'show') port.show(effect.message);
    else port.close(effect.conversationId);
  };
  function handle(event: AlertEvent): void {
    const step = nextAlerts(state, event, { scene, now: clock.now() });
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  others.listen((message) => {
    const claim = readClaim(message);
    if (claim !== null) handle({ kind: 'claimed', claim });
  });
  const stops = [
    live.on('changed', (change) => handle({ kind: 'changed', change, rank: rank() })),
    live.on('handedOver', (event) => {
      const alert = handOverAlert(event, scene);
      if (alert !== null) handle({ kind: 'handed-over', alert, rank: rank() });
    }),
    live.on('conversation', ({ conversationId, unread }) => {
      if (unread === 0) handle({ kind: 'seen', conversationId });
    }),
  ];
  return {
    seen: (conversationId) => handle({ kind: 'seen', conversationId }),
    close() {
      for (const stop of stops) stop();
      for (const cancel of waits) cancel();
      others.close();
      for (const conversationId of state.shown.keys()) port.close(conversationId);
    },
  };
}
