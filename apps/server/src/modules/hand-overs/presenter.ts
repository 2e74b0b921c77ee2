import { isNamed } from '@parley/contract/catalogues';
import type { HandedOver, HandOver } from '@parley/contract/hand-overs';
import type { HandOverRow } from '../../schema/hand-overs.ts';
import type { HandedOverRow } from './queries.ts';

export function presentHandOver(row: HandOverRow): HandOver {
  return {
    id: row.id,
    from: { id: row.fromSubAccountId, name: row.fromName },
    to: { id: row.toSubAccountId, name: row.toName },
    authorName: row.authorName,
    note: row.note,
    at: row.createdAt.getTime(),
  };
}

export function presentHandedOver({ conversation, handOver }: HandedOverRow): HandedOver {
  const { id, socialAccountId, platform, title } = conversation;
  return {
    conversationId: id,
    socialAccountId,
    platform,
    title,
    named: isNamed(conversation),
    handOver: presentHandOver(handOver),
  };
}
