import { type ProxyChanges, type ProxyForm, proxyPassword, type StoredProxy } from '@parley/contract/proxies';

/** The values of the form's controls. */
export type ProxyValues = {
  name: string;
  networkProtocol: StoredProxy['networkProtocol'];
  host: string;
  port: number | null;
  proxyUserName: string;
  /** Empty for an existing proxy: the password is unchanged. */
  proxyPassword: string;
  range: StoredProxy['range'];
  subAccountIds: string[];
};

export const blank: ProxyValues = {
  name: '',
  networkProtocol: 'socks5',
  host: '',
  port: null,
  proxyUserName: '',
  proxyPassword: '',
  range: 'all',
  subAccountIds: [],
};

export function valuesOf(proxy: StoredProxy): ProxyValues {
  const { name, networkProtocol, host, port, proxyUserName, range, subAccountIds } = proxy;
  return { name, networkProtocol, host, port, proxyUserName, proxyPassword: '', range, subAccountIds };
}

type Access = Pick<ProxyForm, 'networkProtocol' | 'host' | 'port' | 'proxyUserName'>;

/** The form's rule rejects an empty port, and the server rejects 0. */
const portOf = ({ port }: ProxyValues) => port ?? 0;

function accessFrom(values: ProxyValues): Access {
  const { networkProtocol, host, proxyUserName } = values;
  return { networkProtocol, host, port: portOf(values), proxyUserName };
}

function applicationFrom({ range, subAccountIds }: ProxyValues): Pick<ProxyForm, 'range' | 'subAccountIds'> {
  // Drops sub-accounts that were selected before "all".
  return { range, subAccountIds: range === 'all' ? [] : subAccountIds };
}

const passwordFrom = ({ proxyPassword: typed }: ProxyValues) =>
  typed === '' ? {} : { proxyPassword: typed };

export function formFrom(values: ProxyValues): ProxyForm {
  return {
    name: values.name,
    proxyPassword: values.proxyPassword,
    ...accessFrom(values),
    ...applicationFrom(values),
  };
}

export function changesFrom(
  values: ProxyValues,
  { id, version }: Pick<StoredProxy, 'id' | 'version'>,
): ProxyChanges {
  return {
    proxyId: id,
    version,
    name: values.name,
    ...accessFrom(values),
    ...passwordFrom(values),
    ...applicationFrom(values),
  };
}

export function trialFrom(values: ProxyValues, existing: Pick<StoredProxy, 'id'> | undefined) {
  return {
    ...accessFrom(values),
    ...passwordFrom(values),
    ...(existing === undefined ? {} : { proxyId: existing.id }),
  };
}

/**
 * True when the stored password may be reused: only for the protocol, host and port it was stored for. With another
 * host, anyone could have it sent to themselves.
 */
export function keepsPassword(values: ProxyValues, existing: StoredProxy | undefined): boolean {
  if (existing === undefined) return false;
  const { networkProtocol, host, port } = values;
  return (
    networkProtocol === existing.networkProtocol &&
    host.trim().toLowerCase() === existing.host &&
    port === existing.port
  );
}

/** Accepts a valid password, or an empty one, which keeps the stored password. */
export const keptPassword = {
  safeParse: (value: unknown) => (value === '' ? { success: true as const } : proxyPassword.safeParse(value)),
};

/** Requires at least one sub-account. */
export const someSubAccounts = {
  safeParse: (value: unknown) =>
    Array.isArray(value) && value.length > 0
      ? { success: true as const }
      : {
          success: false as const,
          error: { issues: [{ code: 'custom', message: '', params: { rule: 'select' } }] },
        },
};
