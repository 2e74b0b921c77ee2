/** A social account with overridable fields. */
import type { SocialAccount } from '@parley/contract/channels';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export function someSocialAccount(given: Partial<SocialAccount> = {}): SocialAccount {
  return {
    id: sampleId(3, 1),
    platform: 'webchat',
    name: 'Shop',
    handle: 'shop.example',
    subAccountId: sampleId(4, 1),
    subAccountRemark: 'Ann',
    enabled: true,
    state: 'online',
    stateReason: null,
    stateSince: sampleTime,
    lastOnlineAt: null,
    inactive: false,
    purgeAt: null,
    joinsGroups: null,
    templates: false,
    pairs: false,
    history: null,
    quarantined: 0,
    fansToday: { new: 3, repeat: 1 },
    fansTotal: { new: 30, repeat: 4, base: 2 },
    proxy: { mode: 'auto', id: null, name: null },
    createdAt: sampleTime,
    embed: null,
    webhookAddress: null,
    ...given,
  };
}

const germany = { id: sampleId(16, 1), name: 'Frankfurt 1' };

function ordinaryAccounts(): SocialAccount[] {
  const embed = `<script async src="https://parley.example/widget.js" data-site="${sampleId(3, 1)}"></script>`;
  return [
    someSocialAccount({ name: 'Website', embed, proxy: { mode: 'auto', ...germany } }),
    someSocialAccount({
      id: sampleId(3, 2),
      platform: 'telegram',
      name: 'Telegram shop',
      handle: '@shop_bot',
      proxy: { mode: 'chosen', id: sampleId(16, 2), name: 'México' },
    }),
    someSocialAccount({
      id: sampleId(3, 3),
      platform: 'xmpp',
      name: 'Support EU',
      handle: 'support@chat.example',
      state: 'refused',
      stateReason: 'not-authorized: the user name or the password is wrong',
      proxy: { mode: 'direct', id: null, name: null },
      subAccountRemark: 'Support EU',
    }),
    someSocialAccount({
      id: sampleId(3, 4),
      platform: 'telegram',
      name: 'Old bot',
      handle: '@old_bot',
      enabled: false,
      state: 'offline',
    }),
    someSocialAccount({
      id: sampleId(3, 5),
      platform: 'xmpp',
      name: 'Shop MX',
      handle: 'mx@chat.example',
      state: 'connecting',
      stateReason: 'proxy-silent: 10 s',
    }),
  ];
}

/** Accounts that are offline for Parley's own reasons until their owner acts. */
function stuckAccounts(): SocialAccount[] {
  return [
    someSocialAccount({
      id: sampleId(3, 6),
      platform: 'telegram',
      name: 'Sixth of five',
      handle: '@sixth_bot',
      state: 'refused',
      stateReason: 'port-limit 5',
      proxy: { mode: 'auto', ...germany },
    }),
    someSocialAccount({
      id: sampleId(3, 7),
      platform: 'xmpp',
      name: 'Left alone',
      handle: 'alone@chat.example',
      state: 'refused',
      stateReason: 'proxy-missing',
      proxy: { mode: 'chosen', id: sampleId(16, 99), name: null },
    }),
  ];
}

/** Social accounts of an ordinary day. */
export const busySocialAccounts = (): SocialAccount[] => [...ordinaryAccounts(), ...stuckAccounts()];
