/**
 * The conformance suite, which tests every connector's contract against its real platform. A connector's own tests call
 * `describeConnector` with a harness, and add platform-specific cases; its `*.faults.test.ts` calls `describeHostilePlatform`.
 */

import { until } from '@parley/testing';
import { afterEach, beforeEach, describe } from 'vitest';
import { accountPromises } from './conformance/account.ts';
import { appWebhookPromises } from './conformance/app-webhooks.ts';
import { changePromises } from './conformance/changes.ts';
import { echoPromises } from './conformance/echoes.ts';
import { faultPromises } from './conformance/faults.ts';
import { groupPromises } from './conformance/groups.ts';
import { type Bench, type Harness, isHandle } from './conformance/harness.ts';
import { historyPromises } from './conformance/history.ts';
import { idChangePromises } from './conformance/id-changes.ts';
import { inboundPromises } from './conformance/inbound.ts';
import { mediaPromises } from './conformance/media.ts';
import { outboundPromises } from './conformance/outbound.ts';
import { pairingPromises } from './conformance/pairing.ts';
import { partPromises } from './conformance/parts.ts';
import { replyHandlePromises } from './conformance/reply-handles.ts';
import { templatePromises } from './conformance/templates.ts';
import { tokenPromises } from './conformance/tokens.ts';
import type { Connection } from './spec.ts';

export type { Harness } from './conformance/harness.ts';

export function describeConnector<C>(name: string, makeHarness: () => Promise<Harness<C>>): void {
  describe(`${name}: what every connector promises`, () => {
    let harness: Harness<C>;
    let open: Connection[] = [];
    let handles = 0;

    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(async () => {
      const left = open;
      open = [];
      await Promise.all(left.map((connection) => connection.close()));
      await harness.close();
    });

    const bench: Bench<C> = {
      get harness() {
        return harness;
      },
      get handlesBefore() {
        return handles;
      },
      async connect(host) {
        handles = process.getActiveResourcesInfo().filter(isHandle).length;
        const connection = await harness.connector.open(harness.credentials, host);
        open.push(connection);
        return connection;
      },
      async online(stored) {
        const host = harness.newHost(stored);
        const connection = await bench.connect(host);
        await until('online', () => host.states.at(-1)?.state === 'online');
        return { host, connection };
      },
      message: (text) => ({ id: crypto.randomUUID(), chatId: harness.customer.chatId, text }),
      keep: (connection) => open.push(connection),
      forget(connection) {
        open = connection ? open.filter((one) => one !== connection) : [];
      },
    };

    accountPromises(bench);
    inboundPromises(bench);
    idChangePromises(bench);
    historyPromises(bench);
    outboundPromises(bench);
    partPromises(bench);
    templatePromises(bench);
    replyHandlePromises(bench);
    mediaPromises(bench);
    changePromises(bench);
    echoPromises(bench);
    groupPromises(bench);
    appWebhookPromises(bench);
    tokenPromises(bench);
    pairingPromises(bench);
    faultPromises(bench);
  });
}
