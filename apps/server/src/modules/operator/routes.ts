import * as operatorApi from '@parley/contract/operator';
import * as portsApi from '@parley/contract/ports';
import { type Database, transaction } from '../../base/db/database.ts';
import { claimRequestId } from '../../base/db/request-ids.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { Mailer } from '../../base/mail/mail.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { changesOf, record, recordHourly } from '../audit/index.ts';
import type { Characters } from '../characters/index.ts';
import { findUser } from '../identity/index.ts';
import { setPorts } from '../workspaces/index.ts';

export type OperatorDeps = {
  database: Database;
  mailer: Mailer;
  characters: Characters;
  realtime: RealtimeServer;
};

export function registerRoutes(mount: Mount, { database, mailer, characters, realtime }: OperatorDeps): void {
  mount(operatorApi.mailPage, async ({ query, origin }) => {
    // Recorded, because mails contain codes that open accounts.
    await recordHourly(database, origin, { action: 'mail.read', object: { kind: 'records', id: 'mails' } });
    return mailer.page(database, query);
  });

  mount(operatorApi.grantCharacters, async ({ body, tenantId, origin }) => {
    const owner = assertFound(
      await findUser(database, 'owner', body.ownerEmail, tenantId),
      'identity.owner-unknown',
    );
    const workspaceId = assertFound(owner.workspaceId);
    const { requestId, amount, remark = null } = body;
    return transaction(database, async (tx) => {
      const claim = await claimRequestId(tx, requestId, { grant: [workspaceId, amount, remark] });
      if (claim === 'taken') throw new AppError('characters.request-id-taken');
      const granted = await characters.grant(tx, workspaceId, {
        key: `grant ${requestId}`,
        amount,
        remark,
      });
      if (granted) {
        await record(tx, origin, {
          action: 'characters.granted',
          object: { kind: 'workspace', id: workspaceId },
          workspaceId,
          details: { amount, remark },
        });
      }
      tx.afterCommit(() => realtime.console(workspaceId).emit('characters', { subAccountId: null }));
      const [balance] = await characters.balances(tx, workspaceId, [workspaceId]);
      return { ownerRemaining: balance?.remaining ?? 0 };
    });
  });

  mount(portsApi.setWorkspacePorts, async ({ body, tenantId, origin }) => {
    const owner = assertFound(
      await findUser(database, 'owner', body.ownerEmail, tenantId),
      'identity.owner-unknown',
    );
    const workspaceId = assertFound(owner.workspaceId);
    await transaction(database, async (tx) => {
      const before = await setPorts(tx, workspaceId, body.ports);
      await record(tx, origin, {
        action: 'ports.granted',
        object: { kind: 'workspace', id: workspaceId },
        workspaceId,
        details: changesOf({ ports: before }, { ports: body.ports }),
      });
    });
    return { total: body.ports };
  });
}
