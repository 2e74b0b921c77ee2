/** Prepares the medium of an outbound message as its platform accepts it. */
import { openAsBlob } from 'node:fs';
import { type Capabilities, capabilitiesOf, type OutboundMedia } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import type { MediaKind } from '@parley/contract/conversations';
import type { WorkspaceId } from '../../base/ids.ts';
import type { MessageOutbox } from '../conversations/index.ts';
import { type FileAddresses, type FilesDeps, openFile } from '../files/index.ts';

type ToSend = Awaited<ReturnType<MessageOutbox['next']>>[number];

/** The files of messages, for the platforms to which they are sent. */
export type MessageFiles = {
  /** Opens a file; the bytes may be read until it is disposed. */
  open(workspaceId: WorkspaceId, fileId: string): Promise<AsyncDisposable & { path: string }>;
  /**
   * Returns an address from which a platform can download a file; null when this installation can't be reached from
   * outside.
   */
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

/** Returns whether platforms can download from this installation. They insist on https. */
export const isReachable = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false;

/** The media that a platform accepts, and whether it downloads them itself. */
export type MediaRules = Pick<Capabilities, 'media' | 'mediaByAddress'>;

/** The kinds as which a medium may be sent, in order of preference; a plain file is the last resort. */
const ways = (kind: MediaKind): MediaKind[] =>
  kind === 'voice' ? ['voice', 'audio', 'file'] : [kind, 'file'];

/** Returns the kind as which a platform accepts a medium, or why it doesn't. */
function takenAs(limits: MediaRules['media'], kind: MediaKind, size: number): MediaKind | PlatformFault {
  const as = ways(kind).find((way) => limits[way]);
  const limit = as && limits[as];
  if (!limit) return 'media-unsupported';
  return size <= limit.maxBytes ? as : 'media-too-large';
}

/**
 * Returns null for a message without a medium, and a fault when the platform doesn't accept it. Dispose the result
 * after sending.
 */
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
  // A message with a medium has a media kind.
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

/** Returns whether a platform accepts a file of this kind and size, as that kind or as a plain file. */
export const takesMedia = (platform: string, kind: MediaKind, size: number): boolean =>
  !isFault(takenAs(capabilitiesOf(platform)?.media ?? {}, kind, size));

function isFault(as: MediaKind | PlatformFault): as is PlatformFault {
  return as === 'media-unsupported' || as === 'media-too-large';
}
