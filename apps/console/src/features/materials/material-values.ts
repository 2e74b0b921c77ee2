import type { Material, MaterialFile, MaterialForm, MaterialType } from '@parley/contract/materials';

/** The values of the form's controls; those of other types keep their initial values. */
export type MaterialDraft = {
  title: string;
  groupId: string | null;
  text: string;
  link: string;
  file: Pick<MaterialFile, 'id' | 'url' | 'name'> | null;
};

export const blank = (groupId: string | null): MaterialDraft => ({
  title: '',
  groupId,
  text: '',
  link: '',
  file: null,
});

export function valuesOf({
  title,
  groupId,
  content,
}: Pick<Material, 'title' | 'groupId' | 'content'>): MaterialDraft {
  const draft = { ...blank(groupId), title };
  switch (content.type) {
    case 'text':
      return { ...draft, text: content.text };
    case 'card':
      return { ...draft, text: content.text, link: content.link, file: content.picture };
    default:
      return { ...draft, file: content.file };
  }
}

/** Returns the request. A medium always has a file, as its field is required. */
export function formFrom(
  type: MaterialType,
  { title, groupId, text, link, file }: MaterialDraft,
): MaterialForm {
  const form = { title, groupId };
  switch (type) {
    case 'text':
      return { ...form, content: { type, text } };
    case 'card':
      return { ...form, content: { type, text, link, pictureFileId: file?.id ?? null } };
    default:
      return { ...form, content: { type, fileId: file?.id ?? '' } };
  }
}

/** Returns a title for an uploaded file: its name without extension, truncated to the limit. */
export function titleOf(fileName: string, longest: number): string {
  const bare = fileName.replace(/\.[^.]*$/, '').replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '');
  return [...bare.trim()].slice(0, longest).join('').trim() || fileName.slice(-longest);
}
