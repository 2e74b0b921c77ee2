/** The link domains of a workspace, in memory. */
import * as api from '@parley/contract/split-domains';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export const someSplitDomain = (given: Partial<api.SplitDomain> = {}): api.SplitDomain => ({
  id: sampleId(82, 1),
  domain: 'go.shop.example',
  state: 'pending',
  recordName: '_parley.go.shop.example',
  fileUrl: 'https://go.shop.example/.well-known/parley-verification.txt',
  proof: 'parley-verification=k3v9w2m7q4x8z6t5r1',
  verifiedAt: null,
  checkedAt: null,
  problem: null,
  links: 0,
  ...given,
});

/** `found`: domains whose proof the server finds. */
export type SplitDomainWorld = { domains: api.SplitDomain[]; found: Set<string>; host: string };

export const splitDomainWorld = (domains = [someSplitDomain()]): SplitDomainWorld => ({
  domains,
  found: new Set(),
  host: 'chat.shop.example',
});

export function splitDomainRoutes(world: SplitDomainWorld): Route[] {
  const at = (id: string) => world.domains.findIndex((domain) => domain.id === id);
  return [
    route(api.splitDomainList, () => ({ list: world.domains, host: world.host })),
    route(api.addSplitDomain, ({ body: { domain } }) => {
      if (world.domains.some((known) => known.domain === domain))
        throw new FixtureRefusal('split-domain.exists');
      const added = someSplitDomain({
        id: sampleId(82, world.domains.length + 1),
        domain,
        recordName: `_parley.${domain}`,
      });
      world.domains.push(added);
      return added;
    }),
    route(api.verifySplitDomain, ({ body: { splitDomainId } }) => {
      const domain = world.domains[at(splitDomainId)];
      if (domain === undefined) throw new FixtureRefusal('split-domain.not-found');
      const isFound = world.found.has(domain.domain);
      const checked = {
        ...domain,
        state: isFound ? ('verified' as const) : domain.state,
        checkedAt: sampleTime,
        problem: isFound ? null : ('no-record' as const),
      };
      world.domains[at(splitDomainId)] = checked;
      return checked;
    }),
    route(api.removeSplitDomain, ({ body: { splitDomainId } }) => {
      world.domains.splice(at(splitDomainId), 1);
      return null;
    }),
  ];
}
