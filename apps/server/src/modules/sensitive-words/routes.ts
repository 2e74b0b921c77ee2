import { isNamed } from '@parley/contract/catalogues';
import * as api from '@parley/contract/sensitive-words';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { exportSpreadsheet, recordHourly } from '../audit/index.ts';
import { calendarOf } from '../workspaces/index.ts';
import { countUnseen, type RecordItem, readRecords } from './records/queries.ts';
import { recordSheet } from './records/spreadsheets.ts';
import { markAlertsSeen } from './records/store.ts';
import { readOne, readPage } from './rules/queries.ts';
import { createRule, deleteRules, setRulesEnabled, updateRule } from './rules/service.ts';
import type { SensitiveWords } from './service.ts';
import { tryRules } from './trial.ts';

type Deps = {
  database: Database;
  clock: Clock;
  realtime: RealtimeServer;
  sensitiveWords: Pick<SensitiveWords, 'rulesOf'>;
};

export function registerRoutes(mount: Mount, deps: Deps): void {
  registerRuleRoutes(mount, deps);
  registerRecordRoutes(mount, deps);
}

function registerRuleRoutes(mount: Mount, deps: Deps): void {
  const { database } = deps;
  mount(api.sensitiveWordRulePage, ({ caller, query }) => readPage(database, caller.workspaceId, query));

  mount(api.getSensitiveWordRule, async ({ caller, query }) =>
    assertFound(await readOne(database, caller.workspaceId, query.ruleId), 'sensitive-word-rule.not-found'),
  );

  mount(api.createSensitiveWordRule, ({ caller: { workspaceId }, body, origin }) =>
    createRule(deps, { workspaceId, origin }, body),
  );

  mount(api.updateSensitiveWordRule, ({ caller: { workspaceId }, body, origin }) => {
    const { ruleId: id, version, ...form } = body;
    return updateRule(deps, { workspaceId, origin }, { id, version, form });
  });

  mount(api.setSensitiveWordRulesEnabled, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await setRulesEnabled(deps, { workspaceId, origin }, body),
  }));

  mount(api.deleteSensitiveWordRules, async ({ caller: { workspaceId }, body, origin }) => ({
    changed: await deleteRules(deps, { workspaceId, origin }, body.ids),
  }));

  mount(api.trySensitiveWords, ({ caller: { workspaceId }, body }) =>
    tryRules(deps.sensitiveWords, database, workspaceId, body),
  );
}

function registerRecordRoutes(mount: Mount, deps: Deps): void {
  const { database, realtime } = deps;
  mount(api.sensitiveWordRecordPage, async ({ caller: { workspaceId }, query, origin }) => {
    const { timeZone } = await calendarOf(database, workspaceId);
    // The list contains texts of messages, so that the answer waits for the audit record.
    const [{ list, nextCursor }] = await Promise.all([
      readRecords(database, workspaceId, timeZone, query),
      recordHourly(database, origin, {
        action: 'chat-history.read',
        object: { kind: 'records', id: 'sensitive-word-records' },
      }),
    ]);
    return { list: list.map(presentRecord), nextCursor };
  });

  mount(api.exportSensitiveWordRecords, (request) => {
    const { caller, query } = request;
    return exportSpreadsheet(deps, request, {
      object: 'sensitive-word-records',
      sheet: recordSheet,
      read: (place, { timeZone }) =>
        readRecords(database, caller.workspaceId, timeZone, { ...query, ...place }),
    });
  });

  mount(api.countSensitiveWordAlerts, async ({ caller }) => ({
    unseen: await countUnseen(database, caller.workspaceId),
  }));

  mount(api.seeSensitiveWordAlerts, async ({ caller: { workspaceId } }) => {
    const changed = await markAlertsSeen(database, workspaceId);
    // Updates the count in the owner's other consoles.
    if (changed > 0) realtime.console(workspaceId).emit('sensitiveWords', { alerts: 0 });
    return { changed };
  });
}

function presentRecord({ at, ...item }: RecordItem): api.SensitiveWordRecord {
  return {
    id: item.id,
    time: Math.floor(at / 1000),
    ruleId: item.ruleId,
    ruleTitle: item.ruleTitle,
    action: item.action,
    direction: item.direction,
    foundIn: item.foundIn,
    finds: item.finds,
    excerpt: item.excerpt,
    conversationId: item.conversationId,
    conversationTitle: item.conversationTitle,
    conversationNamed: isNamed({ ...item, title: item.conversationTitle }),
    subAccountId: item.subAccountId,
    subAccountRemark: item.subAccountRemark,
    socialAccountId: item.socialAccountId,
    socialAccountName: item.socialAccountName,
    messageId: item.messageId,
    seq: item.seq,
  };
}
