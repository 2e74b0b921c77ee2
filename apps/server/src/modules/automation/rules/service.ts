import {
  automationLimits,
  foldKeyword,
  type KeywordRuleForm,
  type WelcomeTemplateForm,
} from '@parley/contract/automation';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import type { ReplyRuleRow } from '../../../schema/automation.ts';
import { changesOf, record } from '../../audit/index.ts';
import { lockMaterials } from '../../materials/index.ts';
import { requireSubAccounts } from '../../sub-accounts/index.ts';
import { materialIdsOf } from '../reply-contents.ts';
import { type RuleItem, readOne } from './queries.ts';
import * as store from './store.ts';

export type RulesDeps = { database: Database; clock: Clock };
type Caller = { workspaceId: WorkspaceId; origin: RequestOrigin };
export type RuleForm = WelcomeTemplateForm | KeywordRuleForm;

const objects = { welcome: 'welcome-template', keyword: 'keyword-rule' } as const;
const most = { welcome: automationLimits.welcomeTemplates, keyword: automationLimits.keywordRules };

/**
 * Creates a rule. Throws `….too-many`, `keyword-rule.too-many-keywords`, `….too-many-sub-accounts`,
 * `sub-account.not-found` and `material.not-found`.
 */
export async function createRule(
  { database, clock }: RulesDeps,
  { workspaceId, origin }: Caller,
  kind: store.StoredRuleKind,
  form: RuleForm,
): Promise<RuleItem> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const { values, subAccountIds } = valuesOf(form);
    const { rules } = await checkKeywords(tx, workspaceId, kind, values, null);
    if (rules >= most[kind]) throw new AppError(`${objects[kind]}.too-many`);
    await checkNamed(tx, workspaceId, kind, subAccountIds, null);
    await requireSubAccounts(tx, workspaceId, subAccountIds);
    await takeMaterials(tx, workspaceId, values);
    const id = newId();
    const at = new Date(clock.now());
    await store.insertRule(tx, { ...values, workspaceId, id, kind, createdAt: at, updatedAt: at });
    await store.setSubAccounts(tx, workspaceId, id, subAccountIds);
    await record(tx, origin, {
      action: `${objects[kind]}.created`,
      object: objectOf(kind, { id, ...values }),
    });
    return requireOne(tx, workspaceId, kind, id);
  });
}

/** Updates a rule. Throws like `createRule` except for `….too-many`, and `….not-found` and `resource.stale`. */
export async function updateRule(
  { database, clock }: RulesDeps,
  { workspaceId, origin }: Caller,
  kind: store.StoredRuleKind,
  { id, version, form }: { id: string; version: number; form: RuleForm },
): Promise<RuleItem> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const before = assertFound(await store.findRule(tx, workspaceId, kind, id), `${objects[kind]}.not-found`);
    if (before.version !== version) throw new AppError('resource.stale');
    const { values, subAccountIds } = valuesOf(form);
    await checkKeywords(tx, workspaceId, kind, values, id);
    await checkNamed(tx, workspaceId, kind, subAccountIds, id);
    await requireSubAccounts(tx, workspaceId, subAccountIds);
    await takeMaterials(tx, workspaceId, values);
    await store.updateRule(tx, workspaceId, id, { ...values, updatedAt: new Date(clock.now()) });
    await store.setSubAccounts(tx, workspaceId, id, subAccountIds);
    await record(tx, origin, {
      action: `${objects[kind]}.changed`,
      object: objectOf(kind, { id, ...values }),
      details: changesOf(recordable(before), recordable(values)),
    });
    return requireOne(tx, workspaceId, kind, id);
  });
}

/** Enables or disables all of these rules or none, and returns how many changed. Throws `….not-found`. */
export async function setRulesEnabled(
  { database, clock }: RulesDeps,
  { workspaceId, origin }: Caller,
  kind: store.StoredRuleKind,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
): Promise<number> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const wanted = [...new Set(ids)];
    const at = new Date(clock.now());
    const { found: there, changed } = await store.setEnabled(tx, workspaceId, kind, {
      ids: wanted,
      enabled,
      at,
    });
    if (there < wanted.length) throw new AppError(`${objects[kind]}.not-found`);
    const action = enabled ? 'enabled' : 'disabled';
    await record(
      tx,
      origin,
      ...changed.map(
        (one) => ({ action: `${objects[kind]}.${action}`, object: objectOf(kind, one) }) as const,
      ),
    );
    return changed.length;
  });
}

/** Deletes all of these rules or none. Throws `….not-found`. */
export async function deleteRules(
  { database }: RulesDeps,
  { workspaceId, origin }: Caller,
  kind: store.StoredRuleKind,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const wanted = [...new Set(ids)];
    const deleted = await store.removeRules(tx, workspaceId, kind, wanted);
    if (deleted.length < wanted.length) throw new AppError(`${objects[kind]}.not-found`);
    await record(
      tx,
      origin,
      ...deleted.map((one) => ({ action: `${objects[kind]}.deleted`, object: objectOf(kind, one) }) as const),
    );
    return deleted.length;
  });
}

function valuesOf(form: RuleForm): { values: store.RuleValues; subAccountIds: readonly string[] } {
  const { title, contents, range, enabled } = form;
  const shared = { title, contents, range, enabled };
  const subAccountIds = range === 'all' ? [] : [...new Set(form.subAccountIds)];
  if (!('keywords' in form)) return { values: shared, subAccountIds };
  const { match, matchTranslation, replyMethod, delaySeconds, send } = form;
  const keywords = distinct(form.keywords);
  const decided = { keywords, match, matchTranslation, replyMethod, delaySeconds, send };
  return { values: { ...shared, ...decided }, subAccountIds };
}

/** Drops keywords that are equal in the form compared. */
function distinct(keywords: readonly string[]): string[] {
  const nameOf = (keyword: string) => JSON.stringify(foldKeyword(keyword));
  return [...new Map(keywords.toReversed().map((keyword) => [nameOf(keyword), keyword])).values()].reverse();
}

async function checkKeywords(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: store.StoredRuleKind,
  { keywords = [] }: store.RuleValues,
  but: string | null,
): Promise<{ rules: number }> {
  const counted = await store.countRules(tx, workspaceId, kind, but);
  if (counted.keywords + keywords.length > automationLimits.allKeywords && keywords.length > 0)
    throw new AppError('keyword-rule.too-many-keywords');
  return counted;
}

/**
 * Limits the sub-accounts named by all rules together: compiled rules hold them in memory, which one workspace could
 * fill.
 */
async function checkNamed(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: store.StoredRuleKind,
  subAccountIds: readonly string[],
  but: string | null,
): Promise<void> {
  if (subAccountIds.length === 0) return;
  const named = await store.countNamed(tx, workspaceId, but);
  if (named + subAccountIds.length > automationLimits.allSubAccounts)
    throw new AppError(`${objects[kind]}.too-many-sub-accounts`);
}

/** Locks the materials of a rule until the transaction ends, so that a concurrent deletion sees this use. */
async function takeMaterials(
  tx: Tx,
  workspaceId: WorkspaceId,
  { contents }: store.RuleValues,
): Promise<void> {
  const ids = materialIdsOf(contents);
  if ((await lockMaterials(tx, workspaceId, ids)).length < ids.length)
    throw new AppError('material.not-found');
}

/** Returns the values of a rule that the audit log compares; of contents it records only that they changed. */
function recordable(values: store.RuleValues | ReplyRuleRow) {
  const { title, contents, range, enabled, keywords } = values;
  const { match, matchTranslation, replyMethod, delaySeconds, send } = values;
  const decided = { match, matchTranslation, replyMethod, delaySeconds, send };
  return {
    title,
    contents: JSON.stringify(contents),
    range,
    enabled,
    keywords,
    ...decided,
  };
}

const objectOf = (kind: store.StoredRuleKind, { id, title }: { id: string; title: string }) =>
  ({ kind: objects[kind], id, name: title }) as const;

async function requireOne(
  tx: Tx,
  workspaceId: WorkspaceId,
  kind: store.StoredRuleKind,
  id: string,
): Promise<RuleItem> {
  return assertFound(await readOne(tx, workspaceId, kind, id), `${objects[kind]}.not-found`);
}
