import { proxies } from '@parley/contract/examples';
import * as proxiesApi from '@parley/contract/proxies';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner, agent }) {
    // An unused port, which refuses connections at once.
    const host = '127.0.0.1';
    const access = { networkProtocol: 'http', host, port: 9, proxyUserName: 'somebody' } as const;
    const forOne = { range: 'some' as const, subAccountIds: [agent.subAccountId] };
    const body = { name: 'Madrid', ...access, proxyPassword: 'Lantern42', ...forOne };
    const { id } = await app.call(proxiesApi.createProxy, { body }, owner.token);
    return { [proxies.proxyId]: id, [proxies.proxyHost]: host };
  },
};
