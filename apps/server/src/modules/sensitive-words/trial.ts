import type { SensitiveWordAction, SensitiveWordTrial } from '@parley/contract/sensitive-words';
import type { Handle } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { subAccountExists } from './rules/queries.ts';
import { actionFor, type RuleFinds, searchText } from './search-text.ts';
import type { SensitiveWords } from './service.ts';

type TriedText = { subAccountId: string; sender: 'agent' | 'customer'; text: string };

/** Returns what the rules in force would do to a text, and stores nothing. Throws `sub-account.not-found`. */
export async function tryRules(
  sensitiveWords: Pick<SensitiveWords, 'rulesOf'>,
  handle: Handle,
  workspaceId: WorkspaceId,
  { subAccountId, sender, text }: TriedText,
): Promise<SensitiveWordTrial> {
  if (!(await subAccountExists(handle, workspaceId, subAccountId)))
    throw new AppError('sub-account.not-found');
  const rules = await sensitiveWords.rulesOf(handle, workspaceId);
  const results = rules === null ? [] : searchText(rules, text, { subAccountId, sender });
  const actions = results.map(({ rule }) => actionFor(rule.action, sender));
  return { outcome: outcomeOf(actions), rules: results.map(presentFinds) };
}

function outcomeOf(actions: readonly SensitiveWordAction[]): SensitiveWordTrial['outcome'] {
  if (actions.includes('block')) return 'blocked';
  if (actions.includes('alert')) return 'alerted';
  return actions.length === 0 ? 'none' : 'logged';
}

const presentFinds = ({ rule: { id, title, action }, finds }: RuleFinds) => ({ id, title, action, finds });
