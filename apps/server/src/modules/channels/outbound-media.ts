/** The medium of a message that goes out, as its platform takes it. */
import { openAsBlob } from 'node:fs';
import { type Capabilities, capabilitiesOf, type OutboundMedia } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import type { MediaKind } from '@parley/contract/conversations';
import type { WorkspaceId } from '../../base/ids.ts';
import type { MessageOutbox } from '../conversations/index.ts';
import { type FileAddresses, type FilesDeps, openFile } from '../files/index.ts';

type ToSend = Awaited<ReturnType<MessageOutbox['next']>>[number];

/** The files of messages, for the platforms to which they go. */
export type MessageFiles = {
  /** Opens a file; the bytes may be read until it is disposed. */
  open(workspaceId: WorkspaceId, fileId: string): Promise<AsyncDisposable & { path: string }>;
  /** Returns an address at which a platform gets a file; null: nothing outside can reach this installation. */
  addressOf(fileId: string): string | null;
};

export type MessageFilesDeps = FilesDeps & { fileAddresses: FileAddresses; publicUrl: string | null };

export function createMessageFiles({ fileAddresses, publicUrl, ...deps }: MessageFilesDeps): MessageFiles {
  return {
    open: async (workspaceId, fileId) =>
      (await openFile(deps, workspaceId, { fileId, purpose: 'message' })).onDisk,
    addressOf: (fileId) => (isReachable(publicUrl) ? `${publicUrl}${fileAddresses.sign(fileId)}` : null),
  };
}

/** Can platforms fetch from this installation? They insist on https. */
export const isReachable = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false;

/** The media that a platform takes, and how. */
export type MediaRules = Pick<Capabilities, 'media' | 'mediaByAddress'>;

/** The kinds as which a medium may go, the best one first: a plain file in the end. */
const ways = (kind: MediaKind): MediaKind[] =>
  kind === 'voice' ? ['voice', 'audio', 'file'] : [kind, 'file'];

/** Returns as what a platform takes a medium. */
function takenAs(limits: MediaRules['media'], kind: MediaKind, size: number): MediaKind | PlatformFault {
  const as = ways(kind).find((way) => limits[way]);
  const limit = as && limits[as];
  if (!limit) return 'media-unsupported';
  return size <= limit.maxBytes ? as : 'media-too-large';
}

/** Null: the message is a text alone. A fault: the platform doesn't take it. Dispose it when the send has ended. */
export function mediaToSend(
  files: MessageFiles,
  rules: MediaRules,
  {
    workspaceId,
    kind,
    media,
    fileId,
  }: { workspaceId: WorkspaceId } & Pick<ToSend, 'kind' | 'media' | 'fileId'>,
): (AsyncDisposable & { media: OutboundMedia }) | PlatformFault | null {
  if (media === null) return null;
  if (fileId === null) return 'media-lost';
  const { name, contentType, size } = media;
  // A message with a medium is of a medium's kind.
  const as = takenAs(rules.media, kind as MediaKind, size ?? 0);
  if (isFault(as)) return as;
  const address = rules.mediaByAddress ? files.addressOf(fileId) : undefined;
  if (address === null) return 'media-unreachable';
  const opened: AsyncDisposable[] = [];
  return {
    media: {
      kind: as,
      name,
      contentType,
      size: size ?? 0,
      ...(address === undefined ? {} : { address }),
      async blob() {
        const file = await files.open(workspaceId, fileId);
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
  !isFault(takenAs(capabilitiesOf(platform)?.media ?? {}, kind, size));

function isFault(as: MediaKind | PlatformFault): as is PlatformFault {
  return as === 'media-unsupported' || as === 'media-too-large';
}
