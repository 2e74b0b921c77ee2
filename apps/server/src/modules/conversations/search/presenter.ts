import { isNamed } from '@parley/contract/catalogues';
import type { DeskFoundMessage, FoundMessage } from '@parley/contract/conversations';
import type { FoundMessageRow } from './queries.ts';
import { snippetOf } from './snippet.ts';

export function presentFound(row: FoundMessageRow, search: string | undefined): FoundMessage {
  return {
    id: row.id,
    conversationId: row.conversationId,
    seq: row.seq,
    direction: row.direction,
    kind: row.kind,
    sentAt: row.sentAt,
    original: snippetOf(row.original, row.originalLanguage, search),
    translation:
      row.translation === null ? null : snippetOf(row.translation, row.translationLanguage, search),
    title: row.title,
    named: isNamed(row),
    platform: row.platform,
    socialAccountName: row.socialAccountName,
    subAccountRemark: row.subAccountRemark,
  };
}

/** Presents a found message for an agent. */
export function presentFoundForDesk(
  row: FoundMessageRow,
  search: string,
  alias: string | null,
): DeskFoundMessage {
  const { subAccountRemark: _, ...found } = presentFound(row, search);
  return { ...found, alias };
}
