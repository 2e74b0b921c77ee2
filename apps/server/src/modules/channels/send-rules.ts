import { type Capabilities, capabilitiesOf } from '@parley/connectors';
import type { SendRules } from '@parley/contract/conversations';

/** Returns which messages a platform accepts when: its reply window and its rules for templates. */
export const sendRulesOf = (platform: string): SendRules =>
  sendRulesIn(capabilitiesOf(platform) ?? undefined);

export const sendRulesIn = (capabilities: Capabilities | undefined): SendRules => ({
  window: capabilities?.window ?? null,
  templates: capabilities?.templates ?? null,
});

/** Returns whether social accounts of a platform can leave groups. */
export const canLeaveGroups = (platform: string): boolean =>
  capabilitiesOf(platform)?.groups?.leaving ?? false;
