/** Media types of materials: the type of material for each, and its canonical name. */
import { fileRules } from '../files/endpoints.ts';
import type { MaterialType } from './endpoints.ts';

export type MediaMaterialType = Exclude<MaterialType, 'text' | 'card'>;

/** Other names of the same types, as used by systems and browsers. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/jpg': 'image/jpeg',
    'audio/mp3': 'audio/mpeg',
    'audio/x-m4a': 'audio/mp4',
    'audio/m4a': 'audio/mp4',
    'audio/x-wav': 'audio/wav',
    'audio/wave': 'audio/wav',
    'audio/vnd.wave': 'audio/wav',
    'audio/opus': 'audio/ogg',
    'application/ogg': 'audio/ogg',
  }),
);

/** For files without a type, by extension. */
const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    gif: 'image/gif',
    mp3: 'audio/mpeg',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    m4a: 'audio/mp4',
    wav: 'audio/wav',
    mp4: 'video/mp4',
    webm: 'video/webm',
  }),
);

/** Returns the media type under which a file is uploaded; null if it can't be a material. */
export function mediaTypeOf({ name, type }: { name: string; type: string }): string | null {
  const bare = type.split(';')[0]?.trim().toLowerCase() ?? '';
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const known = bare === '' ? byEnding.get(ending) : (aliases.get(bare) ?? bare);
  return known !== undefined && fileRules.material.maxBytes.has(known) ? known : null;
}

/** Returns the type of material for a media type; null: none. */
export function materialTypeOf(contentType: string): MediaMaterialType | null {
  if (!fileRules.material.maxBytes.has(contentType)) return null;
  // The rules list only these three kinds.
  return contentType.slice(0, contentType.indexOf('/')) as MediaMaterialType;
}
