import { splitDomains, splitLinks, splitReports } from '@parley/contract/examples';
import { addSplitDomain } from '@parley/contract/split-domains';
import * as splitLinksApi from '@parley/contract/split-links';
import { createSplitReportShare, shareParameter } from '@parley/contract/split-reports';
import { newId } from '../../../base/ids.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestPlace, TestWorld, WorldPart } from '../../../testing/world-part.ts';

const example = splitLinks.examples.createSplitLink.body;
/** Without social accounts and sources, whose ids another part creates. */
const body = {
  ...example,
  targets: (example.targets ?? []).map((target) => ({ ...target, socialAccountId: null })),
  sources: [],
  accounts: [],
};

const shared = async (app: TestPlace, splitLinkId: string, token: string) => {
  const body = { splitLinkId, validDays: 30 };
  const { share } = await app.call(createSplitReportShare, { body }, token);
  return new URL(share?.path ?? '', 'http://host').searchParams.get(shareParameter) ?? '';
};

/** Creates a link with a shared report, for an act that changes it. */
async function linkWithReport(app: TestApp, { tokens }: TestWorld): Promise<{ splitLinkId: string }> {
  const { id } = await app.call(
    splitLinksApi.createSplitLink,
    { body: { ...body, name: `Shared ${newId()}`.slice(0, 40) } },
    tokens.console,
  );
  await shared(app, id, tokens.console);
  return { splitLinkId: id };
}

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const { id } = await app.call(
      splitLinksApi.createSplitLink,
      { body: { ...body, name: 'Spring campaign' } },
      owner.token,
    );
    const domain = { domain: `go.${id}.example` };
    const { id: splitDomainId } = await app.call(addSplitDomain, { body: domain }, owner.token);
    return {
      [splitDomains.splitDomainId]: splitDomainId,
      [splitLinks.splitLinkId]: id,
      [splitReports.splitReportToken]: await shared(app, id, owner.token),
    };
  },
  passesOver: ['splitLinks.previewSplitSources'],
  audited: {
    'splitLinks.exportSplitLinks': async (app, { tokens }) => {
      const batchId = newId();
      const { name: _, targets: __, ...settings } = body;
      const links = [{ name: `Many ${batchId}`.slice(0, 40), urls: ['https://t.me/many'] }];
      const request = { body: { ...settings, batchId, links } };
      await app.call(splitLinksApi.createSplitLinks, request, tokens.console);
      return { query: { batchId } };
    },
    'splitReports.setSplitReportShareEnabled': async (app, world) => ({
      body: { ...(await linkWithReport(app, world)), enabled: false },
    }),
    'splitReports.cancelSplitReportShare': async (app, world) => ({ body: await linkWithReport(app, world) }),
  },
};
