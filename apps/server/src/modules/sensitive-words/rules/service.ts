import { foldKeyword, foldText } from '@parley/contract/automation';
import {
  type SensitiveWordRule,
  type SensitiveWordRuleForm,
  sensitiveWordLimits,
} from '@parley/contract/sensitive-words';
import type { Clock } from '../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { changesOf, record } from '../../audit/index.ts';
import { requireSubAccounts } from '../../sub-accounts/index.ts';
import { readOne } from './queries.ts';
import * as store from './store.ts';

export type WordRulesDeps = { database: Database; clock: Clock };
type Caller = { workspaceId: WorkspaceId; origin: RequestOrigin };

/** Creates a rule. Throws `….too-many`, `….too-many-words` and `sub-account.not-found`. */
export async function createRule(
  { database, clock }: WordRulesDeps,
  { workspaceId, origin }: Caller,
  form: SensitiveWordRuleForm,
): Promise<SensitiveWordRule> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const { values, subAccountIds } = valuesOf(form);
    const { rules } = await checkWords(tx, workspaceId, values, null);
    if (rules >= sensitiveWordLimits.rules) throw new AppError('sensitive-word-rule.too-many');
    await requireSubAccounts(tx, workspaceId, subAccountIds);
    const id = newId();
    const at = new Date(clock.now());
    await store.insertRule(tx, { ...values, workspaceId, id, createdAt: at, updatedAt: at });
    await store.setSubAccounts(tx, workspaceId, id, subAccountIds);
    await record(tx, origin, { action: 'sensitive-word-rule.created', object: objectOf({ id, ...values }) });
    return requireOne(tx, workspaceId, id);
  });
}

/** Updates a rule. Throws like `createRule` except for `….too-many`, and `….not-found` and `resource.stale`. */
export async function updateRule(
  { database, clock }: WordRulesDeps,
  { workspaceId, origin }: Caller,
  { id, version, form }: { id: string; version: number; form: SensitiveWordRuleForm },
): Promise<SensitiveWordRule> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const before = assertFound(await store.findRule(tx, workspaceId, id), 'sensitive-word-rule.not-found');
    if (before.version !== version) throw new AppError('resource.stale');
    const { values, subAccountIds } = valuesOf(form);
    await checkWords(tx, workspaceId, values, id);
    await requireSubAccounts(tx, workspaceId, subAccountIds);
    await store.updateRule(tx, workspaceId, id, { ...values, updatedAt: new Date(clock.now()) });
    await store.setSubAccounts(tx, workspaceId, id, subAccountIds);
    await record(tx, origin, {
      action: 'sensitive-word-rule.changed',
      object: objectOf({ id, ...values }),
      details: changesOf(recordable(before), recordable(values)),
    });
    return requireOne(tx, workspaceId, id);
  });
}

/** Enables or disables all of these rules or none, and returns how many changed. Throws `….not-found`. */
export async function setRulesEnabled(
  { database, clock }: WordRulesDeps,
  { workspaceId, origin }: Caller,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
): Promise<number> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const wanted = [...new Set(ids)];
    const at = new Date(clock.now());
    const { found: there, changed } = await store.setEnabled(tx, workspaceId, { ids: wanted, enabled, at });
    if (there < wanted.length) throw new AppError('sensitive-word-rule.not-found');
    const action = `sensitive-word-rule.${enabled ? 'enabled' : 'disabled'}` as const;
    await record(tx, origin, ...changed.map((one) => ({ action, object: objectOf(one) })));
    return changed.length;
  });
}

/** Deletes all of these rules or none. Throws `….not-found`. */
export async function deleteRules(
  { database }: WordRulesDeps,
  { workspaceId, origin }: Caller,
  ids: readonly string[],
): Promise<number> {
  return transaction(database, async (tx) => {
    await store.beginChange(tx, workspaceId);
    const wanted = [...new Set(ids)];
    const deleted = await store.removeRules(tx, workspaceId, wanted);
    if (deleted.length < wanted.length) throw new AppError('sensitive-word-rule.not-found');
    await record(
      tx,
      origin,
      ...deleted.map((one) => ({ action: 'sensitive-word-rule.deleted', object: objectOf(one) }) as const),
    );
    return deleted.length;
  });
}

function valuesOf(form: SensitiveWordRuleForm): {
  values: store.WordRuleValues;
  subAccountIds: readonly string[];
} {
  const { title, words, links, walletAddresses, phoneNumbers, exceptions, sender, action, range, enabled } =
    form;
  const values = {
    title,
    words: distinct(words, (word) => JSON.stringify(foldKeyword(word))),
    links,
    walletAddresses,
    phoneNumbers,
    // Compared with case, which matters in addresses of some chains.
    exceptions: distinct(exceptions, (text) => (text.includes(' ') ? foldText(text) : text)),
    sender,
    action,
    range,
    enabled,
  };
  return { values, subAccountIds: range === 'all' ? [] : [...new Set(form.subAccountIds)] };
}

/** Drops texts that are equal in the form compared, keeping the first. */
function distinct(texts: readonly string[], keyOf: (text: string) => string): string[] {
  return [...new Map(texts.toReversed().map((text) => [keyOf(text), text])).values()].reverse();
}

async function checkWords(
  tx: Tx,
  workspaceId: WorkspaceId,
  { words }: store.WordRuleValues,
  but: string | null,
): Promise<{ rules: number }> {
  const counted = await store.countRules(tx, workspaceId, but);
  if (counted.words + words.length > sensitiveWordLimits.allWords && words.length > 0)
    throw new AppError('sensitive-word-rule.too-many-words');
  return counted;
}

/** The values of a rule that the audit log compares. */
function recordable(rule: store.WordRuleValues | store.RuleRow) {
  const { title, words, links, walletAddresses, phoneNumbers, exceptions, sender, action, range, enabled } =
    rule;
  return { title, words, links, walletAddresses, phoneNumbers, exceptions, sender, action, range, enabled };
}

const objectOf = ({ id, title }: { id: string; title: string }) =>
  ({ kind: 'sensitive-word-rule', id, name: title }) as const;

async function requireOne(tx: Tx, workspaceId: WorkspaceId, id: string): Promise<SensitiveWordRule> {
  return assertFound(await readOne(tx, workspaceId, id), 'sensitive-word-rule.not-found');
}
