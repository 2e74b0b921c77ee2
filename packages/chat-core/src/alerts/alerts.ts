import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import type { PageChannel } from '../sending/journal.ts';
import { type AlertCause, type AlertScene, handOverAlert } from './alert-rules.ts';
import { type AlertClaim, type AlertEffect, type AlertEvent, nextAlerts, noAlerts } from './alert-state.ts';

/** The means by which a client alerts its agent. Each does nothing unless the agent has switched it on. */
export type AlertPort = {
  /** Shows a message or hand-over, replacing the notification of the same conversation. */
  show(message: AlertCause): void;
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
  /** Returns how well this page could alert now, as a unique string; the lowest rank wins. */
  rank(): string;
};

export type Alerts = {
  /** Dismisses the alerts of a conversation that the agent is looking at. */
  seen(conversationId: string): void;
  close(): void;
};

/** Parses another page's claim; returns null for anything else, e.g. a claim of another version. */
function readClaim(message: unknown): AlertClaim | null {
  if (typeof message !== 'string') return null;
  const [messageId, rank, ...rest] = message.split(' ');
  if (messageId === undefined || rank === undefined || rest.length > 0) return null;
  return { messageId, rank: rank === '' ? null : rank };
}

/** Alerts an agent to customers' messages and to hand-overs, once for all pages of a browser. */
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
