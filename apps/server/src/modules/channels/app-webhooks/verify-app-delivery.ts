import type { Connector, WebhookRequest } from '@parley/connectors';

/** Returns the delivery, verified by the first matching secret; without secrets it is refused. */
export function verifyAppDelivery(
  app: NonNullable<Connector['app']>,
  secrets: readonly unknown[],
  request: WebhookRequest,
) {
  for (const one of secrets) {
    const read = app.read(request, one);
    if (read.kind !== 'refused') return read;
  }
  return { kind: 'refused' } as const;
}
