/** Rules for what an agent can do with a message, given the platform's capabilities and the message's state. */
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Message } from '@parley/contract/conversations';

type Capabilities = NonNullable<DeskSocialAccount['capabilities']>;
/** The platform's capabilities that concern messages: which actions it supports, and for how long after sending. */
export type Abilities = Pick<
  Capabilities,
  'replies' | 'edits' | 'deletions' | 'reactions' | 'window' | 'templates'
>;

const neither = { inbound: false, outbound: false };
export const noAbilities: Abilities = {
  replies: false,
  edits: neither,
  deletions: neither,
  reactions: neither,
};

export type MessageAct = 'answer' | 'react' | 'edit' | 'copy' | 'takeBack';

const onPlatform: readonly Message['delivery'][] = ['sent', 'delivered', 'read', 'received'];

const hourMs = 3_600_000;

export function possibleActs(message: Message, abilities: Abilities, now: number): MessageAct[] {
  if (message.erased || message.deletedAt !== null) return [];
  const { direction, kind, attachment, original, change } = message;
  const isOurs = direction === 'out';
  const isThere = onPlatform.includes(message.delivery);
  // A pending reaction can be replaced by another one, and a failed change by any.
  const isFree = change === null || change.state === 'failed' || change.kind === 'react';
  const { outbound, outboundHours = Number.POSITIVE_INFINITY } = abilities.deletions;
  const canTakeBack = outbound && now - message.sentAt < outboundHours * hourMs;
  const hasText = kind === 'text' || attachment?.type === 'media';
  const possible: Record<MessageAct, boolean> = {
    answer: abilities.replies && isThere,
    react: abilities.reactions.outbound && !isOurs && isThere && isFree,
    edit: abilities.edits.outbound && message.template === null && isOurs && isThere && hasText && isFree,
    copy: original !== '' && kind !== 'unsupported',
    takeBack: isOurs && ((canTakeBack && isThere && isFree) || message.delivery === 'failed'),
  };
  return (Object.keys(possible) as MessageAct[]).filter((act) => possible[act]); // its keys are exactly these
}
