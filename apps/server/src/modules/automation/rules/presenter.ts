import type { WelcomeTemplate } from '@parley/contract/automation';
import type { RuleItem } from './queries.ts';

export function presentTemplate(item: RuleItem): WelcomeTemplate {
  return {
    id: item.id,
    title: item.title,
    contents: item.contents,
    range: item.range,
    subAccountIds: item.subAccountIds,
    subAccountNames: item.subAccountNames,
    enabled: item.enabled,
    version: item.version,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}
