/** The medium of a message that goes out, as its platform takes it. */
import { openAsBlob } from 'node:fs';
import { capabilitiesOf, type OutboundMedia } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import type { MediaKind } from '@parley/contract/conversations';
import type { WorkspaceId } from '../../base/ids.ts';
import type { MessageOutbox } from '../conversations/index.ts';
import { type FilesDeps, openFile } from '../files/index.ts';

type ToSend = Awaited<ReturnType<MessageOutbox['next']>>[number];

/** Opens a file of a message; the bytes may be read until it is disposed. */
export type OpenMessageFile = (
  workspaceId: WorkspaceId,
  fileId: string,
) => Promise<AsyncDisposable & { path: string }>;

export function openMessageFiles(deps: FilesDeps): OpenMessageFile {
  return async (workspaceId, fileId) =>
    (await openFile(deps, workspaceId, { fileId, purpose: 'message' })).onDisk;
}

/** The kinds as which a medium may go, the best one first: a plain file in the end. */
const ways = (kind: MediaKind): MediaKind[] =>
  kind === 'voice' ? ['voice', 'audio', 'file'] : [kind, 'file'];

/** Returns as what a platform takes a medium. */
function takenAs(platform: string, kind: MediaKind, size: number): MediaKind | PlatformFault {
  const limits = capabilitiesOf(platform)?.media ?? {};
  const as = ways(kind).find((way) => limits[way]);
  const limit = as && limits[as];
  if (!limit) return 'media-unsupported';
  return size <= limit.maxBytes ? as : 'media-too-large';
}

/** Null: the message is a text alone. A fault: the platform doesn't take it. Dispose it when the send has ended. */
export function mediaToSend(
  open: OpenMessageFile,
  { workspaceId, platform }: { workspaceId: WorkspaceId; platform: string },
  { kind, media, fileId }: Pick<ToSend, 'kind' | 'media' | 'fileId'>,
): (AsyncDisposable & { media: OutboundMedia }) | PlatformFault | null {
  if (media === null) return null;
  if (fileId === null) return 'media-lost';
  const { name, contentType, size } = media;
  // A message with a medium is of a medium's kind.
  const as = takenAs(platform, kind as MediaKind, size ?? 0);
  if (isFault(as)) return as;
  const opened: AsyncDisposable[] = [];
  return {
    media: {
      kind: as,
      name,
      contentType,
      size: size ?? 0,
      async blob() {
        const file = await open(workspaceId, fileId);
        opened.push(file);
        return openAsBlob(file.path, { type: contentType });
      },
    },
    async [Symbol.asyncDispose]() {
      for (const file of opened) await file[Symbol.asyncDispose]();
    },
  };
}

/** Does a platform take a file of this kind and size, as what it is or as a plain file? */
export const takesMedia = (platform: string, kind: MediaKind, size: number): boolean =>
  !isFault(takenAs(platform, kind, size));

function isFault(as: MediaKind | PlatformFault): as is PlatformFault {
  return as === 'media-unsupported' || as === 'media-too-large';
}
