import { type Capabilities, type Connectors, type CredentialField, capabilitiesOf } from '@parley/connectors';
import type { InterfaceLanguage } from '@parley/contract';
import { platformIds, platforms } from '@parley/contract/catalogues';
import type {
  DeskSocialAccount,
  HistoryImport,
  PlatformInfo,
  SocialAccount,
} from '@parley/contract/channels';
import type { HistoryImportRow } from '../../schema/channels/history-imports.ts';
import type { SocialAccountRow } from '../../schema/channels.ts';
import type { FanCounts } from '../fans/index.ts';
import type { Egress } from '../proxies/index.ts';
import { pathOfApp } from './app-webhooks/app-route.ts';
import { isReachable } from './outbound-media.ts';
import type { AccountItem } from './queries.ts';

type CapabilityDeps = { connectors: Connectors; publicUrl: string | null };

/** Returns all platforms with their names; those with a connector come first, with their capabilities and forms. */
export function presentPlatforms(
  { connectors, publicUrl }: CapabilityDeps,
  language: InterfaceLanguage,
): PlatformInfo[] {
  const infos = platformIds.map((id): PlatformInfo => {
    const manifest = connectors.get(id)?.manifest;
    return {
      id,
      name: platforms[id].names[language],
      available: manifest !== undefined,
      capabilities: manifest ? presentCapabilities(manifest.capabilities, publicUrl) : null,
      fields: presentFields(manifest?.fields ?? []),
      pairing: manifest?.pairing ? { fields: presentFields(manifest.pairing.fields) } : null,
    };
  });
  return [...infos.filter((info) => info.available), ...infos.filter((info) => !info.available)];
}

const presentFields = (fields: readonly CredentialField[]): PlatformInfo['fields'] =>
  fields.map((field) => ({
    ...field,
    multiline: field.multiline ?? false,
    toggle: field.toggle ?? false,
    placeholder: field.placeholder ?? null,
  }));

/**
 * Returns the capabilities by which clients show or hide controls; the others are internal to server and connectors.
 */
function presentCapabilities(all: Capabilities, publicUrl: string | null) {
  const {
    idempotentSend: _,
    embed: __,
    mediaByAddress,
    inboundOrder: ___,
    echoes: ____,
    replyHandles: _____,
    ...capabilities
  } = all;
  // The platform would have to download media from here, and can't.
  return mediaByAddress && !isReachable(publicUrl) ? { ...capabilities, media: {} } : capabilities;
}

/** Returns an account without its credentials and its holder, which are internal. */
export function presentAccount(
  item: AccountItem,
  {
    fans,
    egress,
    quarantined,
    latestImport,
    pairs,
    purgeAt,
  }: {
    fans: FanCounts | undefined;
    egress: Egress | undefined;
    quarantined: number;
    latestImport: HistoryImportRow | undefined;
    pairs: boolean;
    purgeAt: number | null;
  },
  publicUrl: string,
): SocialAccount {
  return {
    id: item.id,
    platform: item.platform,
    name: item.name,
    handle: item.handle,
    subAccountId: item.subAccountId,
    subAccountRemark: item.subAccountRemark,
    enabled: item.enabled,
    state: item.state,
    stateReason: item.stateReason,
    stateSince: item.stateSince.getTime(),
    lastOnlineAt: item.lastOnlineAt?.getTime() ?? null,
    inactive: item.inactive,
    purgeAt,
    quarantined,
    fansToday: fans?.today ?? { new: 0, repeat: 0 },
    fansTotal: fans?.total ?? { new: 0, repeat: 0, base: 0 },
    proxy: {
      mode: item.proxyMode,
      id: egress?.kind === 'proxy' ? egress.proxyId : null,
      name: egress?.kind === 'proxy' ? egress.name : null,
    },
    joinsGroups: capabilitiesOf(item.platform)?.groups?.invitations ? item.joinsGroups : null,
    templates: capabilitiesOf(item.platform)?.templates !== undefined,
    pairs,
    history: presentHistory(item, latestImport),
    createdAt: item.createdAt.getTime(),
    embed: capabilitiesOf(item.platform)?.embed
      ? `<script async src="${publicUrl}/widget.js" data-site="${item.id}"></script>`
      : null,
    webhookAddress: webhookAddressOf(item, publicUrl),
  };
}

function presentHistory(
  { platform }: AccountItem,
  latest: HistoryImportRow | undefined,
): SocialAccount['history'] {
  const support = capabilitiesOf(platform)?.historyImport;
  return support ? { ...support, latest: latest ? presentImport(latest) : null } : null;
}

function presentImport(row: HistoryImportRow): HistoryImport {
  return {
    range: row.range,
    state: row.state,
    reason: row.reason,
    messages: row.messages,
    fans: row.fans,
    skipped: row.skipped,
    read: row.read,
    total: row.total,
    oldestAt: row.oldestAt?.getTime() ?? null,
    limited: row.limited,
    startedAt: row.startedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}

/** Returns null also for an app of the installation, whose address the operator has entered at the platform. */
function webhookAddressOf(
  { platform, appId, ownApp, workspaceId }: AccountItem,
  publicUrl: string,
): string | null {
  if (appId === null || !ownApp || !publicUrl.startsWith('https:')) return null;
  return `${publicUrl}${pathOfApp({ platform, appId, workspaceId })}`;
}

/** Returns an account as the agents of a sub-account see it. */
export function presentForDesk(
  { id, platform, name, handle, state, stateReason, mutedFor, subAccountId: home }: SocialAccountRow,
  {
    subAccountId,
    unread,
  }: { subAccountId: string; unread: { messages: number; conversations: number } | undefined },
  { connectors, publicUrl }: CapabilityDeps,
): DeskSocialAccount {
  const manifest = connectors.get(platform)?.manifest;
  return {
    id,
    platform,
    name,
    handle,
    state,
    stateReason,
    unread: unread?.messages ?? 0,
    unreadConversations: unread?.conversations ?? 0,
    muted: mutedFor === subAccountId,
    guest: home !== subAccountId,
    capabilities: manifest ? presentCapabilities(manifest.capabilities, publicUrl) : null,
  };
}
