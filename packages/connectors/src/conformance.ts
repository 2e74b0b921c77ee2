/**
 * The conformance suite, which tests every connector's contract against its real platform. A connector's own tests call
 * `describeConnector` with a harness, and add platform-specific cases; its `*.faults.test.ts` calls `describeHostilePlatform`.
 */

import { until } from '@parley/testing';
import { afterEach, beforeEach, describe } from 'vitest';
import { accountTests } from './conformance/account.ts';
import { appWebhookTests } from './conformance/app-webhooks.ts';
import { changeTests } from './conformance/changes.ts';
import { echoTests } from './conformance/echoes.ts';
import { faultTests } from './conformance/faults.ts';
import { groupTests } from './conformance/groups.ts';
import { type Bench, type Harness, isTimerOrSocket } from './conformance/harness.ts';
import { historyTests } from './conformance/history.ts';
import { idChangeTests } from './conformance/id-changes.ts';
import { inboundTests } from './conformance/inbound.ts';
import { mediaTests } from './conformance/media.ts';
import { outboundTests } from './conformance/outbound.ts';
import { pairingTests } from './conformance/pairing.ts';
import { partTests } from './conformance/parts.ts';
import { replyHandleTests } from './conformance/reply-handles.ts';
import { templateTests } from './conformance/templates.ts';
import { tokenTests } from './conformance/tokens.ts';
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
        handles = process.getActiveResourcesInfo().filter(isTimerOrSocket).length;
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

    accountTests(bench);
    inboundTests(bench);
    idChangeTests(bench);
    historyTests(bench);
    outboundTests(bench);
    partTests(bench);
    templateTests(bench);
    replyHandleTests(bench);
    mediaTests(bench);
    changeTests(bench);
    echoTests(bench);
    groupTests(bench);
    appWebhookTests(bench);
    tokenTests(bench);
    pairingTests(bench);
    faultTests(bench);
  });
}
