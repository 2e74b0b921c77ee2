import type { DeskMaterial, Material, MaterialContent, MaterialFile } from '@parley/contract/materials';
import type { FileAddresses } from '../../files/index.ts';
import type { MaterialItem } from './queries.ts';

export type Presenter = {
  material(item: MaterialItem): Material;
  inDesk(item: MaterialItem): DeskMaterial;
};

/** Signs the addresses of files; only callers that may see the material receive them. */
export function createPresenter(addresses: Pick<FileAddresses, 'sign'>): Presenter {
  const fileOf = ({ file }: MaterialItem): MaterialFile | null =>
    file && {
      id: file.id,
      name: file.name,
      contentType: file.contentType,
      size: file.size,
      url: addresses.sign(file.id),
    };
  function contentOf(item: MaterialItem): MaterialContent {
    const { type, text } = item;
    if (type === 'text') return { type, text };
    const file = fileOf(item);
    if (type === 'card') return { type, text, link: item.link ?? '', picture: file };
    if (file === null) throw new Error(`the material ${item.id} has no file`);
    return { type, file };
  }
  return {
    material: (item) => ({
      id: item.id,
      title: item.title,
      groupId: item.groupId,
      content: contentOf(item),
      used: item.used,
      version: item.version,
      updatedAt: item.updatedAt,
    }),
    inDesk: (item) => ({
      id: item.id,
      title: item.title,
      groupId: item.groupId,
      content: contentOf(item),
    }),
  };
}
