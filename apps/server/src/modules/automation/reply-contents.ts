/** The contents of templates and rules: texts, and materials from the library. */
import type { ReplyContent, ShownContent } from '@parley/contract/automation';
import { isNamed } from '@parley/contract/catalogues';
import { materialText } from '@parley/contract/materials';
import { customerName, fillIn, partsOf, type QuickReplyValues } from '@parley/contract/quick-replies';
import { isVisible } from '@parley/contract/values';
import type { Handle, Tx } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import { takesMedia } from '../channels/index.ts';
import type { ReplyPart } from '../conversations/index.ts';
import { type MaterialItem, type MissingCopy, readMaterials, takeSentFile } from '../materials/index.ts';
import { readNames } from './queries.ts';

export function materialIdsOf(contents: readonly ReplyContent[]): string[] {
  const ids = contents.flatMap((content) => (content.kind === 'material' ? [content.materialId] : []));
  return [...new Set(ids)];
}

/** Returns a function that describes contents for display, with the current state of their materials. */
export async function readShown(
  handle: Handle,
  workspaceId: WorkspaceId,
  rules: Iterable<{ contents: readonly ReplyContent[] }>,
): Promise<(contents: readonly ReplyContent[]) => ShownContent[]> {
  const materials = await readMaterials(
    handle,
    workspaceId,
    materialIdsOf([...rules].flatMap(({ contents }) => contents)),
  );
  return (contents) =>
    contents.flatMap<ShownContent>((content) => {
      if (content.kind === 'text') return [content];
      const material = materials.get(content.materialId);
      if (material === undefined) return [];
      const { title, type } = material;
      // Formatted without values, so that variables are shown as written.
      const text = type === 'text' ? material.text : (textOf(material, noValues) ?? '');
      return [{ ...content, title, type, text }];
    });
}

const noValues: QuickReplyValues = { fan: null, agent: null, account: null };

const textOf = ({ title, type, text, link }: MaterialItem, values: QuickReplyValues): string | null =>
  materialText(
    { title, content: type === 'card' ? { type, text, link: link ?? '' } : { type, text } },
    values,
  );

/**
 * Thrown to roll back a transaction that lacks copies of these materials' files; `makeSentFile` makes them outside of
 * it.
 */
export class FilesToCopy extends Error {
  readonly missing: readonly MissingCopy[];
  constructor(missing: readonly MissingCopy[]) {
    super('files of materials have to be copied first');
    this.missing = missing;
  }
}

/**
 * Builds the messages of a reply, with the values of variables and with files marked as in use. Throws `FilesToCopy`.
 */
export async function prepareParts(
  tx: Tx,
  conversation: ConversationRow,
  contents: readonly ReplyContent[],
): Promise<ReplyPart[]> {
  const { workspaceId } = conversation;
  const materials = await readMaterials(tx, workspaceId, materialIdsOf(contents));
  const values = await readValues(tx, conversation, [
    ...contents.map((content) => (content.kind === 'text' ? content.text : '')),
    ...[...materials.values()].map(({ text }) => text),
  ]);
  const parts: ReplyPart[] = [];
  const withoutCopy: MissingCopy[] = [];
  for (const content of contents) {
    if (content.kind === 'text') {
      parts.push({ text: fillIn(content.text, values), file: null });
      continue;
    }
    const material = materials.get(content.materialId);
    if (material === undefined) continue;
    const sends = sendsFile(material, conversation);
    const file = sends ? await takeSentFile(tx, workspaceId, material) : null;
    if (sends && file === null) withoutCopy.push(material);
    parts.push({ text: textOf(material, values) ?? '', file });
  }
  if (withoutCopy.length > 0) throw new FilesToCopy(withoutCopy);
  return parts.filter(({ text, file }) => file !== null || isVisible(text));
}

/**
 * Returns whether a material's file is sent. A card is sent without its picture where the platform accepts none: its
 * text is sufficient.
 */
function sendsFile({ type, file }: MaterialItem, { platform }: ConversationRow): boolean {
  if (file === null) return false;
  return type !== 'card' || takesMedia(platform, 'image', file.size);
}

/** Returns the values of the variables; reads them only if a text contains one. */
async function readValues(
  tx: Tx,
  conversation: ConversationRow,
  texts: readonly string[],
): Promise<QuickReplyValues> {
  const varies = texts.some((text) => partsOf(text).some(({ kind }) => kind === 'variable'));
  const names = varies ? await readNames(tx, conversation) : { agent: null, account: null };
  const { kind, title } = conversation;
  return { ...names, fan: customerName({ kind, named: isNamed(conversation), title }) };
}
