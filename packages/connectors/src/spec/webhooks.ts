/** The port's shapes of webhook requests and deliveries. */

export type WebhookRequest = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string | undefined>>;
  /**
   * The query string as sent, without the question mark, for `new URLSearchParams(query)`. Platforms use names with dots
   * (`hub.challenge`), which the rest of the server would parse as nested objects.
   */
  query: string;
  /** The raw bytes: signatures are computed over them. */
  body: Buffer;
};
export type WebhookAnswer = { status: number; body?: string; contentType?: string };

/** One event of a delivery, as parsed by the connector. */
export type AppEvent = {
  /** The account it belongs to: the id that `check` returned for it. */
  account: string;
  payload: unknown;
};

/**
 * `refused`: the signature doesn't match this app's secret; the server answers 403. `unreadable`: signed, but without parsable
 * events; the server answers 400.
 */
export type AppDelivery =
  | { kind: 'events'; events: readonly AppEvent[]; answer?: WebhookAnswer }
  /** A challenge from the platform, or a request that concerns no account. */
  | { kind: 'answer'; answer: WebhookAnswer }
  | { kind: 'refused' }
  | { kind: 'unreadable' };
