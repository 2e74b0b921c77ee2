import * as api from '@parley/contract/split-domains';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../../base/http/mount.ts';
import { publicAddressOf } from '../../../base/http/public-address.ts';
import { readDomains } from './queries.ts';
import { addDomain, type DomainsDeps, removeDomain, verifyDomain } from './service.ts';

export type DomainRouteDeps = DomainsDeps & {
  /** The server's public URL; null to use the host of the request. */
  publicUrl: string | null;
};

export function registerDomains(mount: Mount, { publicUrl, ...deps }: DomainRouteDeps): void {
  const hostOf = (request: FastifyRequest) => new URL(publicAddressOf(publicUrl, request)).hostname;

  mount(api.splitDomainList, async ({ caller, request }) => ({
    list: await readDomains(deps.database, caller.workspaceId),
    host: hostOf(request),
  }));

  mount(api.addSplitDomain, ({ caller, body, origin, request }) =>
    addDomain(
      deps,
      { workspaceId: caller.workspaceId, origin },
      { domain: body.domain, host: hostOf(request) },
    ),
  );

  mount(api.verifySplitDomain, ({ caller, body, origin }) =>
    verifyDomain(deps, { workspaceId: caller.workspaceId, origin }, body.splitDomainId),
  );

  mount(api.removeSplitDomain, async ({ caller, body, origin }) => {
    await removeDomain(deps, { workspaceId: caller.workspaceId, origin }, body.splitDomainId);
    return null;
  });
}
