import { materials } from '@parley/contract/examples';
import * as materialsApi from '@parley/contract/materials';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const group = await app.call(
      materialsApi.createMaterialGroup,
      { body: { name: 'Shipping' } },
      owner.token,
    );
    const { body } = materials.examples.createMaterial;
    const { id } = await app.call(
      materialsApi.createMaterial,
      { body: { ...body, title: 'Opening hours', groupId: group.id } },
      owner.token,
    );
    return { [materials.materialGroupId]: group.id, [materials.materialId]: id };
  },
  audited: {
    // The world's own material is sent by a rule of this world.
    async 'materials.deleteMaterials'(app, { owner }) {
      const { body } = materials.examples.createMaterial;
      const form = { ...body, groupId: null };
      const { id } = await app.call(materialsApi.createMaterial, { body: form }, owner.token);
      return { body: { ids: [id] } };
    },
    // By then another group exists.
    async 'materials.orderMaterialGroups'(app, { owner }) {
      const { list } = await app.call(materialsApi.materialGroups, {}, owner.token);
      return { body: { ids: list.map(({ id }) => id).reverse() } };
    },
  },
};
