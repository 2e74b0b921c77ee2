/** The rich platform's pairing: a device linked by the phone serves as a credential until the phone unlinks it. */
import type {
  CallContext,
  Connection,
  ConnectorHost,
  PairingEvent,
  PairingSupport,
  PairingValues,
} from '../../spec.ts';
import type { RichCredentials } from './manifest.ts';
import type { RichPairingStep } from './pairings.ts';
import type { RichPlatform } from './platform.ts';

export const unlinkedReason = 'device unlinked';

const codeLifeMs = 20_000;

export function richPairing(platform: RichPlatform): PairingSupport<RichCredentials> {
  return {
    pair: (values, context) => pair(platform, values, context),
    async unpair({ device }) {
      if (device !== undefined) platform.pairings.unlink(device);
    },
  };
}

async function* pair(
  platform: RichPlatform,
  values: PairingValues,
  { signal }: CallContext,
): AsyncGenerator<PairingEvent<RichCredentials>> {
  if (!platform.running) return yield { kind: 'refused', reason: 'platform-unreachable' };
  const { steps, end } = platform.pairings.begin();
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const step of steps) {
      if (signal.aborted) return;
      const event = eventOf(platform, step, values);
      yield event;
      if (event.kind === 'paired' || event.kind === 'refused') return;
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

function eventOf(
  platform: RichPlatform,
  step: RichPairingStep,
  { deviceName, appSecret }: PairingValues,
): PairingEvent<RichCredentials> {
  switch (step.kind) {
    case 'code':
      return { kind: 'code', text: step.text, validMs: codeLifeMs };
    case 'scanned':
      return { kind: 'scanned' };
    case 'declined':
      return { kind: 'refused', reason: 'pairing-declined' };
    case 'confirmed': {
      const { account, device } = step;
      const credentials = { token: platform.token, account, device, deviceName, appSecret };
      return { kind: 'paired', credentials, account: { id: account, displayName: `Phone of ${account}` } };
    }
  }
}

/** Returns whether the phone lists the device of these credentials; true for credentials without a device. */
export function isLinked(platform: RichPlatform, { device }: RichCredentials): boolean {
  return device === undefined || platform.pairings.isLinked(device);
}

/** Returns a connection that the platform refuses once the phone unlinks its device. */
export function untilUnlinked(
  platform: RichPlatform,
  { device }: RichCredentials,
  host: ConnectorHost,
  connection: Connection,
): Connection {
  if (device === undefined) return connection;
  const forget = platform.pairings.onUnlinked(device, () => {
    void connection.close().then(() => host.state('refused', unlinkedReason));
  });
  return {
    ...connection,
    async close() {
      forget();
      await connection.close();
    },
  };
}
