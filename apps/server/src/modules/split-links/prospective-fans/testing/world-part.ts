import { prospectiveFans } from '@parley/contract/examples';
import { claimProspectiveFan } from '@parley/contract/prospective-fans';
import type { TestApp } from '../../../../testing/test-app.ts';
import type { TestWorld, WorldPart } from '../../../../testing/world-part.ts';
import { addLink, leaveContact } from './left-contacts.ts';

/** Leaves a contact at a new link, for an act that changes the contact. */
async function fresh(app: TestApp, { tokens }: TestWorld): Promise<string> {
  return leaveContact(app, tokens.console, await addLink(app, tokens.console));
}
const named = async (app: TestApp, world: TestWorld) => ({
  params: { prospectiveFanId: await fresh(app, world) },
});

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const link = await addLink(app, owner.token);
    return { [prospectiveFans.prospectiveFanId]: await leaveContact(app, owner.token, link) };
  },
  audited: {
    'prospectiveFans.claimProspectiveFan': named,
    'prospectiveFans.finishProspectiveFan': named,
    'prospectiveFans.giveUpProspectiveFan': named,
    'prospectiveFans.noteProspectiveFan': named,
    async 'prospectiveFans.reopenProspectiveFan'(app, world) {
      const request = await named(app, world);
      await app.call(claimProspectiveFan, { ...request, body: {} }, world.tokens.desk);
      return request;
    },
    'prospectiveFans.setProspectiveFanState': async (app, world) => ({
      body: { ids: [await fresh(app, world)], state: 'done' },
    }),
    'prospectiveFans.deleteProspectiveFans': async (app, world) => ({
      body: { ids: [await fresh(app, world)] },
    }),
  },
};
