import type { DeskSocialAccount } from '@parley/contract/channels';
import type { DeskMaterial } from '@parley/contract/materials';
import type { QuickReplyMedium } from '@parley/contract/quick-replies';

/** The media that a conversation's platform accepts. */
export type AcceptedMedia = NonNullable<DeskSocialAccount['capabilities']>['media'];

type Obstacle = 'notTaken' | 'tooLarge';

function obstacleTo(
  media: AcceptedMedia,
  kind: 'image' | 'audio' | 'video',
  size: number,
): Obstacle | undefined {
  const limit = media[kind] ?? media.file;
  if (!limit) return 'notTaken';
  return size > limit.maxBytes ? 'tooLarge' : undefined;
}

/** Returns the reason why a platform doesn't accept a quick reply's medium. */
export const obstacleToMedium = ({ type, size }: QuickReplyMedium, media: AcceptedMedia) =>
  obstacleTo(media, type, size);

/** Returns the reason why a platform doesn't accept a material. A card can be sent as text without its picture. */
export function obstacleOf({ content }: DeskMaterial, media: AcceptedMedia): Obstacle | undefined {
  if (content.type === 'text' || content.type === 'card') return undefined;
  return obstacleTo(media, content.type, content.file.size);
}

/** Returns whether a material has a file that the platform accepts: its medium or its card's picture. */
export function hasFileFor({ content }: Pick<DeskMaterial, 'content'>, media: AcceptedMedia): boolean {
  if (content.type === 'text') return false;
  if (content.type !== 'card') return obstacleTo(media, content.type, content.file.size) === undefined;
  const { picture } = content;
  return picture !== null && obstacleTo(media, 'image', picture.size) === undefined;
}
