import * as channelsApi from '@parley/contract/channels';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../../base/http/mount.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import {
  cancelPairing,
  type PairingServiceDeps,
  pairAgain,
  readPairingState,
  startPairing,
} from './service.ts';

type RoutesDeps = PairingServiceDeps & {
  /** Returns null when there is no such account. */
  presentAccount(
    workspaceId: WorkspaceId,
    id: string,
    request: FastifyRequest,
  ): Promise<channelsApi.SocialAccount | null>;
};

type Asker = { workspaceId: WorkspaceId; userId: string };

export function registerPairingRoutes(mount: Mount, deps: RoutesDeps): void {
  async function present(
    { workspaceId, userId }: Asker,
    id: string,
    request: FastifyRequest,
  ): Promise<channelsApi.AccountPairing> {
    const { socialAccountId, ...pairing } = await readPairingState(deps, { workspaceId, id }, userId);
    const isPaired = pairing.state === 'paired';
    return {
      ...pairing,
      account: isPaired ? await deps.presentAccount(workspaceId, socialAccountId, request) : null,
    };
  }

  mount(channelsApi.startAccountPairing, async ({ caller, body, request, language, origin }) => {
    const { userId, workspaceId } = caller;
    return present(
      caller,
      await startPairing(deps, workspaceId, body, { userId, language, origin }),
      request,
    );
  });

  mount(channelsApi.pairAccountAgain, async ({ caller, body, request, language, origin }) => {
    const { userId, workspaceId } = caller;
    const pairer = { userId, language, origin };
    return present(caller, await pairAgain(deps, workspaceId, body.id, body.values, pairer), request);
  });

  mount(channelsApi.accountPairingNow, ({ caller, params, request }) =>
    present(caller, params.pairingId, request),
  );

  mount(channelsApi.cancelAccountPairing, async ({ caller, params, request }) => {
    const { userId, workspaceId } = caller;
    await cancelPairing(deps, { workspaceId, id: params.pairingId }, userId);
    return present(caller, params.pairingId, request);
  });
}
